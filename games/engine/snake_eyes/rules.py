"""What the operator elected for a Snake Eyes table, each choice bounded by its clause."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from games.engine.rules import Clause, Rules
from games.engine.snake_eyes.wagers import Odds


class SnakeEyesRules(Rules):
    """Odds in any combination (NZ11A 4.9, 4.10), equipment, and our reading of the Hardway Combo."""

    hard_4: Annotated[Literal[6, 7], Clause("NZ11A 4.9")]
    hard_6: Annotated[Literal[8, 9], Clause("NZ11A 4.9")]
    hard_8: Annotated[Literal[8, 9], Clause("NZ11A 4.9")]
    hard_10: Annotated[Literal[6, 7], Clause("NZ11A 4.9")]
    field: Annotated[Literal[1, 2, 3], Clause("NZ11A 4.9")]
    craps_2: Annotated[Literal[30, 31, 32, 33], Clause("NZ11A 4.9")]
    craps_12: Annotated[Literal[30, 31, 32, 33], Clause("NZ11A 4.9")]
    chip: Annotated[int, Field(ge=1), Clause("NZ11A 4.3")] = 1
    dice: Annotated[int, Field(ge=2, le=5), Clause("NZ11A 1.1")] = 5
    electronic: Annotated[bool, Clause("NZ11A 3.4(c)")] = False
    hardway_combo: Annotated[Literal["first_decides", "each_total"], Clause("NZ11A 4.1(b)")] = "first_decides"

    @property
    def odds(self) -> Odds:
        return Odds(
            self.hard_4,
            self.hard_6,
            self.hard_8,
            self.hard_10,
            self.field,
            self.craps_2,
            self.craps_12,
            self.chip,
            self.hardway_combo == "each_total",
        )

"""Documents of our own with the oddities that regulators' documents have."""

ODD = """\
<|DEBRIS-1|>RULES OF THE MADE-UP GAME

In force from 25 July 2024, 0800 hours

TABLE OF CONTENTS

1\tDEFINITIONS.....\t3
2\tWAGERS\t5
Appendix A\t9

1 DEFINITIONS

Words used here:

ante means what everybody puts in first.

big blind (see "blind").

“Burn card” means a card put aside;

2 WAGERS

2.1 Who may wager

- a) seated players;
- b) others:
 - i) by leave; or
 - ii) by custom.
- c) nobody else.

Closing words of the list.

2.2 The least amounts are these.

Game\tLeast\tMost
Draw\t8\t4
Stud\t10\t6

RULES OF THE GAME

2.3 A sentence that a page break
 goes on after it.

RULES OF THE GAME

- 2.4 **Marker** refers to a thing.

[Rule 2.2 amended by RAG/274 on 28/08/2007][Rules 2.3 and 2.4 inserted by RAG/381 on 22/03/11]

RULES OF THE GAME

3 PLAY

3.1 A list that lost its numbers:
1. first of it;
1. second of it.
3.2 See rule 9.9 and section 22 of the Casino Act.
3.2 The same number again.
3.1A An afterthought.

RULES OF THE GAME

11A.7 Another style of number.

Appendix A
A drawing of the table.
"""

DIVISIONS = """\
Division 1 – General

1.0 \tInterpretation
1.1 \tWords mean what they mean.
(a) one;
(b) two.
2.0 \tTips
No tips are taken.

Division 5 – Game

1.0 \tInterpretation
1.1 \tWords again.
15.11  A late clause.
"""


def long_document(lines: int = 1700) -> str:
    """As long as the longest real one."""
    parts = ["1 DEFINITIONS", ""]
    section = 1
    while len(parts) < lines:
        section += 1
        parts += [f"{section} SECTION {section}", ""]
        for clause in range(1, 8):
            parts += [f"{section}.{clause} Clause {clause} of section {section} says what is done with the cards:"]
            parts += [f"({marker}) item {marker} of it, under rule {section}.{clause};" for marker in "abc"]
        parts += ["", f"[Rule {section}.1 amended by RAG/{section} on 12/04/2019]", ""]
    return "\n".join(parts[:lines])

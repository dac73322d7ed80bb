"""The rulebook's tables."""

from games.rulebook.models.amending import (
    Application,
    Assessment,
    Change,
    ChangeKind,
    Decision,
    Submission,
)
from games.rulebook.models.documents import (
    Clause,
    ClauseKind,
    Condition,
    Document,
    Election,
    ImportFlag,
    Layer,
    Parameter,
    Revision,
    RuleSet,
    Version,
)

__all__ = [
    "Application",
    "Assessment",
    "Change",
    "ChangeKind",
    "Clause",
    "ClauseKind",
    "Condition",
    "Decision",
    "Document",
    "Election",
    "ImportFlag",
    "Layer",
    "Parameter",
    "Revision",
    "RuleSet",
    "Submission",
    "Version",
]

"""What each wager of the banked games is worth: exact figures, made by this package and shipped with it."""

"""The referee: judges the board by the rules and answers with verdicts, lamps and notices."""

"""Why a board is not a legal result: the reasons, and how they are found."""

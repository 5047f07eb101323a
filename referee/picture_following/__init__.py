"""The following of a game through pictures or other looks, without dice and without acts."""

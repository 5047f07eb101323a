"""A game followed from what is seen alone, without knowing the dice."""

"""The doctor: collects facts about the machine and its devices, and turns them into findings."""

"""How well pictures of boards are read, measured over folders of pictures with the truth."""

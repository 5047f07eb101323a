"""What the doctor looks at, and what there is to say of it in plain words."""

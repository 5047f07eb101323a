"""Stories: recorded evenings as text, told again by a simulated table and the referee."""

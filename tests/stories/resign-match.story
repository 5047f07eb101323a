# The match is resigned at its last point.

rulebook: tournament
match: 1
profile: casual
sensor: slots

set up
dice 3-1
press resign
press dark
light puts tray
set up
dice 2-1

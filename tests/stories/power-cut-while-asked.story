# What waits for an answer is said again after a power cut.
sensor: slots
profile: club

set up
    board: as it should be
    lights: none
dice 3-1
    * opening throw: light 3, dark 1: light begins
    lights: light's bar turn
light plays 8/5 6/5
    board: complete: 8/5 6/5
press light
    * light plays 8/5 6/5
    * light is done
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
press void
    to dark: Dark, if this throw should not count, press your button.
    lights: dark's bar confirm
wait 1s
press dark
    to light: Light, Dark wants this throw not to count. Your button agrees, NO lets it stand.
    lights: light's bar offer
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    to light: Light, Dark wants this throw not to count. Your button agrees, NO lets it stand.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: light's bar offer
press light
    * dark throws again, as both agree
    lights: dark's bar turn
dice 6-1
    * dark throws 6-1
dark plays 13/7 8/7
    board: complete: 13/7 8/7
press dark
    * dark plays 13/7 8/7
    * dark is done
    lights: light's bar turn
press cube
    to light: Light, if you want to double, press your button.
    lights: light's bar confirm
wait 1s
press light
    * light doubles to 2
    lights: dark's bar offer
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    to dark: Dark, Light has doubled: your button takes, NO drops.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: dark's bar offer
press no
    to dark: Dark, if your answer is no, press your button.
    lights: dark's bar confirm
wait 2s
power cut
    to both: The match goes on where it stopped. If checkers have been moved since, the lamps lead them back.
    to dark: Dark, Light has doubled: your button takes, NO drops.
    board: UNREADABLE
    lights: 24 13 12 1 light's bar dark's bar link lost
sensors wake up
    board: as it should be
    lights: dark's bar offer
press dark
    * dark takes at 2
    lights: light's bar turn

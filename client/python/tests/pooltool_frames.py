"""Prints where pooltool's own renderer shows the object ball of a shot that Carom played: a line for
each frame, its column and row in pixels. Needs a display (xvfb-run)."""
import numpy as np
import pooltool as pt
from pooltool.ani import animate
from pooltool.ani.image.interface import image_stack

from carom.pooltool import simulate

# Panda3D's releases cannot resize the window off screen; pooltool asks for a development build's.
animate._resize_offscreen_window = lambda size: None

system = simulate(pt.System.example(), continuous=True)
for frame in image_stack(system, animate.FrameStepper(), fps=1):
    red, green, blue = np.moveaxis(frame.astype(int), -1, 0)
    rows, columns = np.nonzero((red > 180) & (green > 130) & (blue < 70))  # The ball is yellow.
    print("frame", np.median(columns), np.median(rows), len(rows))

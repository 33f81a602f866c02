"""Plays a rack of eight-ball against itself: plan, unsteady hand, referee, and so on to the end."""
import sys

import carom
import numpy as np

hand, state = np.random.default_rng(1), None
position = {"rules": "RULES_EIGHT_BALL", "skill": {"noise": {"icga": {}}}, "max_shots": 1000,
            "layouts": [{"rack": {"name": "eight_ball"}}]}
with carom.Simulator() as simulator:
    while True:
        plan = simulator.plan(position)
        if not plan["shots"]:
            sys.exit("there is nothing to play")
        shot, strike = plan["shots"][0], plan["shots"][0]["strike"]
        result = simulator.run(carom.Game({"layouts": [{"states": plan["balls"]}]}), carom.strikes(
            speed=strike["speed_m_s"] + 0.075 * hand.standard_normal(),  # Errors as the ICGA's.
            azimuth=strike["azimuth_rad"] + np.radians(0.125) * hand.standard_normal(),
            elevation=strike.get("elevation_rad", 0), side=strike.get("side_offset", 0),
            height=strike.get("height_offset", 0)), touches=True)
        ruling = result.rulings("eight_ball", state, shot.get("call"))[0]
        state = ruling["next"]
        print(shot["purpose"], ruling["rule"], "next: player", state["shooter"])
        if ruling["over"]:
            sys.exit(print("player", ruling["winner"], "wins"))
        placed = simulator.place_balls({
            "layouts": [{"states": {"positions_m": result.positions[0].ravel().tolist(),
                                    "motions": result.motions[0].tolist()}}],
            "placings": [{"spotted": ruling["spotted"], "cue_ball": ruling["cue_ball"]}]})["positions"]
        position.update(layouts=[{"states": placed[0]}], state=state, cue_ball=ruling["cue_ball"])

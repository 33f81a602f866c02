#!/usr/bin/env python3
"""Plants violations and demands that layering.py finds each, and nothing else."""

import pathlib
import tempfile
import unittest

import layering

FORBIDDEN = [
    # path, include line
    ("core/base/a.h", '#include "core/math/polynomial.h"'),
    ("core/math/a.h", '#include "core/table/table.h"'),
    ("core/table/a.h", '#include "core/record/event.h"'),
    ("core/state/a.h", '#include "core/table/table.h"'),
    ("core/record/a.h", '#include "core/laws/settings.h"'),
    ("core/laws/ball_ball/a.cc", '#include "core/motion/rolling.h"'),
    ("core/motion/a.cc", '#include "core/event/engine.h"'),
    ("core/event/a.cc", '#include "core/multibody/body.h"'),
    ("core/multibody/a.cc", '#include "core/event/engine.h"'),
    ("core/multibody/a.cc", '#include "core/motion/rolling.h"'),
    ("core/models/a.cc", '#include "core/shot/simulate.h"'),
    ("core/models/pool/a.cc", '#include "core/models/cradle/a.h"'),
    ("core/models/a.cc", '#include "core/models/pool/a.h"'),
    ("core/stats/a.cc", '#include "core/record/record.h"'),
    ("core/rules/a.cc", '#include "core/shot/simulate.h"'),
    ("core/record/a.cc", '#include "core/rules/game.h"'),
    ("core/novelty/a.cc", '#include "core/base/vec3.h"'),
    ("core/shot/a.cc", '#include "carom/v1/shot.pb.h"'),
    ("core/shot/a.cc", '#include "server/options.h"'),
    ("core/shot/a.cc", "#include <grpcpp/grpcpp.h>"),
    ("core/shot/a.cc", '#include "spdlog/spdlog.h"'),
    ("core/shot/a.cc", '#include "absl/time/clock.h"'),
    ("core/shot/a.cc", "#include <thread>"),
    ("core/shot/a.cc", "#  include <mutex>"),
    ("core/shot/a.cc", "#include <chrono>"),
    ("core/shot/a.cc", "#include <iostream>"),
    ("core/shot/a.cc", '#include "tests/testing/scenes.h"'),
    ("core/shot/a.cc", '#include "simulate.h"'),
    ("core/shot/a.cc", '#include "core/shot/../event/engine.h"'),
    ("server/worker_pool.cc", '#include "core/event/engine.h"'),
    ("server/main.cc", '#include "carom/client/client.h"'),
    ("server/convert/table.cc", '#include "server/options.h"'),
    ("server/convert/table.cc", "#include <grpcpp/grpcpp.h>"),
    ("server/shot_run.cc", '#include "server/options.h"'),
    ("server/worker_pool.h", "#include <prometheus/registry.h>"),
    ("server/log/log_field.h", '#include "server/log/server_log.h"'),
    ("client/local/local_call.cc", '#include "server/call_reactor.h"'),
    ("client/local/local_call.cc", "#include <grpcpp/grpcpp.h>"),
    ("client/local/local_call.cc", '#include "carom/v1/simulation.grpc.pb.h"'),
    ("client/local/local_call.cc", '#include "core/shot/simulate.h"'),
    ("client/include/carom/client/local/local.h", '#include "client/internal/callback_scope.h"'),
    ("client/picture/svg.cc", "#include <grpcpp/grpcpp.h>"),
    ("client/include/carom/client/client.h", '#include "core/base/vec3.h"'),
    ("client/include/carom/client/client.h", '#include "core/base/hash.h"'),
    ("client/local/local_call.cc", '#include "core/base/vec3.h"'),
    ("client/include/carom/client/client.h", '#include "server/options.h"'),
    ("client/include/carom/client/client.h", '#include "carom/client/embedded/embedded.h"'),
    ("client/embedded/embedded.cc", '#include "core/shot/simulate.h"'),
    ("client/embedded/embedded.cc", '#include "client/cli/console.h"'),
    ("client/cli/main.cc", '#include "server/options.h"'),
    ("client/client.cc", '#include "server/command_line/flag_set.h"'),
    ("client/include/carom/client/client.h", '#include "client/internal/retry.h"'),
    ("client/include/carom/client/client.h", '#include "client/client.h"'),
    ("core/shot/a.cc", '#include "carom/client/client.h"'),
    ("client/internal/retry.cc", '#include "absl/time/clock.h"'),
    ("client/examples/a.cc", '#include "client/internal/retry.h"'),
    ("client/picture/svg.cc", '#include "client/cli/words.h"'),
    ("client/picture/svg.cc", '#include "client/internal/columns.h"'),
    ("client/client.cc", '#include "client/picture/svg.h"'),
    ("server/command_line/flag_set.cc", '#include "server/options.h"'),
]

ALLOWED = [
    ("core/math/a.h", '#include "core/base/vec3.h"'),
    ("core/event/predict/a.cc", '#include "core/motion/rolling.h"'),
    ("core/event/a.cc", '#include "core/event/predict/ball_ball.h"'),
    ("core/shot/a.cc", '#include "core/event/engine.h"'),
    ("core/models/pool/a.cc", '#include "core/models/pool/a.h"'),
    ("core/models/pool/a.cc", '#include "core/models/mechanism_run.h"'),
    ("core/shot/a.cc", '#include "core/models/pool/a.h"'),
    ("core/stats/a.cc", '#include "core/base/portable_math.h"'),
    ("core/rules/a.cc", '#include "core/record/record.h"'),
    ("core/shot/a.cc", "#include <vector>"),
    ("core/base/a.h", "#include <Eigen/Geometry>"),
    ("core/shot/a.h", '#include "absl/status/statusor.h"'),
    ("core/shot/a.cc", '// #include "server/options.h"'),
    ("server/convert/table.cc", '#include "core/table/table.h"'),
    ("server/convert/table.cc", '#include "carom/v1/table.pb.h"'),
    ("server/worker_pool.cc", '#include "core/shot/simulate.h"'),
    ("server/worker_pool.cc", "#include <thread>"),
    ("client/embedded/embedded.cc", '#include "server/wire_service.h"'),
    ("client/cli/main.cc", '#include "carom/client/local/local.h"'),
    ("client/local/local_call.cc", '#include "server/shot_run.h"'),
    ("client/local/local_engine.h", '#include "client/internal/calls_in_flight.h"'),
    ("server/call_reactor.cc", '#include "server/shot_run.h"'),
    ("client/cli/render_shot.cc", '#include "client/picture/track.h"'),
    ("client/picture/track.cc", '#include "carom/client/shot_outcome.h"'),
    ("client/cli/cli.cc", '#include "server/command_line/command_line.h"'),
    ("server/flags/server_flags.cc", '#include "server/command_line/flag_set.h"'),
    ("client/client.cc", '#include "carom/client/connection.h"'),
    ("client/include/carom/client/client.h", '#include "carom/client/connection.h"'),
    ("client/client.cc", '#include "client/internal/retry.h"'),
    ("client/internal/retry.h", '#include "carom/client/options.h"'),
    ("tests/core/a_test.cc", '#include "tests/testing/scenes.h"'),
    ("client/internal/batch_hash.h", '#include "core/base/hash.h"'),
]


class LayeringTest(unittest.TestCase):
    def test_finds_each_planted_violation(self):
        for path, line in FORBIDDEN:
            with self.subTest(path=path, line=line):
                found = list(layering.check_text(path, f"// Two lines.\n{line}\n"))
                self.assertEqual([(v.path, v.line) for v in found], [(path, 2)])

    def test_lets_good_includes_pass(self):
        for path, line in ALLOWED:
            with self.subTest(path=path, line=line):
                self.assertEqual(list(layering.check_text(path, line)), [])

    def test_models_are_short(self):
        page = "int x;\n" * layering.MODEL_LINES
        self.assertEqual(list(layering.check_text("core/models/a.cc", page)), [])
        self.assertEqual(list(layering.check_text("core/event/a.cc", 2 * page)), [])
        found = list(layering.check_text("core/models/a.cc", page + "int x;\n"))
        self.assertEqual([v.line for v in found], [layering.MODEL_LINES + 1])

    def test_reads_a_tree(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            self.assertEqual(layering.main([folder]), 1, "an empty tree proves nothing")
            source = root / "core/base/a.h"
            source.parent.mkdir(parents=True)
            source.write_text("#include <vector>\n")
            self.assertEqual(layering.main([folder]), 0)
            source.write_text("#include <thread>\n")
            self.assertEqual(layering.main([folder]), 1)

    def test_scheduler_sees_no_law_and_stage_no_queue(self):
        for seer, seen in [("scheduler.cc", "core/laws/settings.h"),
                           ("predict/predict.cc", "core/event/stage.h"),
                           ("stage.h", "core/event/event_queue.h"),
                           ("impact.cc", "core/event/predict/predict.h")]:
            with self.subTest(seer=seer, seen=seen), tempfile.TemporaryDirectory() as folder:
                root = pathlib.Path(folder)
                for path, included in [(f"core/event/{seer}", "core/event/between.h"),
                                       ("core/event/between.h", seen), (seen, "")]:
                    (root / path).parent.mkdir(parents=True, exist_ok=True)
                    (root / path).write_text(included and f'#include "{included}"\n')
                self.assertEqual([v.path for v in layering.check_sight(root)],
                                 [f"core/event/{seer}"])


if __name__ == "__main__":
    unittest.main()

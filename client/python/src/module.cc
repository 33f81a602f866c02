// The module carom._core. The package around it checks arguments and documents them.

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

#include "carom/client/settings_preset.h"
#include "client/cli/json.h"
#include "client/python/src/arrays.h"
#include "client/python/src/connect.h"
#include "client/python/src/environments.h"
#include "client/python/src/errors.h"
#include "client/python/src/game.h"
#include "client/python/src/motion.h"
#include "client/python/src/rulings.h"
#include "client/python/src/running.h"
#include "client/python/src/simulator.h"
#include "client/python/src/touches.h"

namespace nb = nanobind;
using carom::python::Game;
using carom::python::Rulings;
using carom::python::Simulator;
using carom::python::Touches;

NB_MODULE(_core, module) {
  module.attr("__version__") = CAROM_VERSION;
  module.def("_stop_for_good", &carom::python::StopForGood);
  module.def("_forget_calls", &carom::python::ForgetCalls);
  module.def("_exit_code_of", &carom::python::ExitCodeOfParts);
  module.def("settings_preset", [](const std::string& name) {
    const auto settings = carom::FindSettingsPreset(name);
    return settings ? carom::ToJson(*settings) : std::string();
  });
  module.def("settings_preset_names", [] {
    const auto names = carom::SettingsPresetNames();
    return std::vector<std::string>(names.begin(), names.end());
  });

  nb::class_<Game>(module, "Game")
      .def_static(
          "from_json",
          [](const std::string& json) { return carom::python::ValueOrRaise(Game::FromJson(json)); })
      .def_static("from_bytes",
                  [](const nb::bytes& bytes) {
                    return carom::python::ValueOrRaise(
                        Game::FromBytes(std::string(bytes.c_str(), bytes.size())));
                  })
      .def_prop_ro("ball_count", &Game::ball_count)
      .def_prop_ro("positions",
                   [](const Game& game) {
                     return carom::python::ToNumPy(std::vector<double>(game.positions_m()),
                                                   {game.positions_m().size() / 3, 3});
                   })
      .def("to_json", &Game::Json)
      .def("to_bytes", [](const Game& game) {
        const std::string bytes = game.Bytes();
        return nb::bytes(bytes.data(), bytes.size());
      });

  nb::class_<Touches>(module, "Touches")
      .def_static("from_bytes", &Touches::FromBytes)
      .def("to_bytes", &Touches::ToBytes)
      .def("columns", &Touches::Columns)
      .def_prop_ro("shot_count", &Touches::shot_count);

  nb::class_<Rulings>(module, "Rulings")
      .def_static("from_bytes", &Rulings::FromBytes)
      .def("to_bytes", &Rulings::ToBytes)
      .def("__len__", &Rulings::size)
      .def("ruling",
           [](const Rulings& rulings, size_t index) {
             if (index >= rulings.size()) throw nb::index_error();
             return rulings.Get(index);
           })
      .def("columns", &Rulings::Columns);

  nb::class_<Simulator> simulator(module, "Simulator");
  simulator.def_static("local", &Simulator::Local)
      .def("run", &Simulator::Run)
      .def("estimate", &Simulator::Estimate)
      .def("rule_shots", &Simulator::RuleShots)
      .def("aim", &Simulator::Aim)
      .def("plan", &Simulator::Plan)
      .def("play_match", &Simulator::PlayMatch)
      .def("place_balls", &Simulator::PlaceBalls)
      .def("mechanism", &Simulator::Mechanism)
      .def("info", &Simulator::Info)
      .def("table", &Simulator::Table)
      .def("draw", &Simulator::Draw)
      .def("close", &Simulator::Close);

  carom::python::BindConnect(simulator);
  carom::python::BindEnvironments(module);
  carom::python::BindMotion(module);
}

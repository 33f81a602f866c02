#ifndef CAROM_CLIENT_PYTHON_SRC_ENVIRONMENTS_H_
#define CAROM_CLIENT_PYTHON_SRC_ENVIRONMENTS_H_

#include <nanobind/nanobind.h>

namespace carom::python {

/// The work of carom.envs for thousands of environments in each step, as functions of the module
/// that take arrays: they draw numbers, place balls and make observations.
void BindEnvironments(nanobind::module_& module);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_ENVIRONMENTS_H_

#ifndef CAROM_CLIENT_PYTHON_SRC_ENVIRONMENTS_H_
#define CAROM_CLIENT_PYTHON_SRC_ENVIRONMENTS_H_

#include <nanobind/nanobind.h>

namespace carom::python {

/// What carom.envs does for thousands of environments in each step, as functions of the module that
/// take arrays: numbers drawn, balls placed, what is observed.
void BindEnvironments(nanobind::module_& module);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_ENVIRONMENTS_H_

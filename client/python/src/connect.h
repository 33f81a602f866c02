#ifndef CAROM_CLIENT_PYTHON_SRC_CONNECT_H_
#define CAROM_CLIENT_PYTHON_SRC_CONNECT_H_

#include <nanobind/nanobind.h>

#include "client/python/src/simulator.h"

namespace carom::python {

/// Adds "connect" where the module has the way to servers: with_client.cc or without_client.cc.
void BindConnect(nb::class_<Simulator>& simulator);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_CONNECT_H_

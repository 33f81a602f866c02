// In the module of the package carom there is no way to servers.

#include "client/python/src/connect.h"

namespace carom::python {

void BindConnect(nb::class_<Simulator>&) {}

}  // namespace carom::python

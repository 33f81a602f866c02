#ifndef CAROM_CLIENT_PYTHON_SRC_ARRAYS_H_
#define CAROM_CLIENT_PYTHON_SRC_ARRAYS_H_

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <stdexcept>
#include <utility>
#include <vector>

#include "carom/v1/shot.pb.h"
#include "client/python/src/dense.h"

namespace carom::python {

namespace nb = nanobind;

/// Of arrays that the package hands over; ValueError where it does not hold.
inline void Demand(bool holds, const char* what) {
  if (!holds) throw std::invalid_argument(what);
}

/// Makes a NumPy array of a vector without copying it.
template <class T>
nb::object ToNumPy(std::vector<T>&& values, std::initializer_list<size_t> shape) {
  auto* const kept = new std::vector<T>(std::move(values));
  const nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return nb::cast(nb::ndarray<nb::numpy, T>(kept->data(), shape, owner));
}
template <class T>
nb::object ToNumPy(std::vector<T>&& values) {
  const size_t size = values.size();
  return ToNumPy(std::move(values), {size});
}

/// The columns of a request, of arrays that carom.strikes() has checked: contiguous, of one value
/// or one a shot, and named as the fields of ShotColumns.
void FillColumns(const nb::dict& arrays, v1::ShotColumns& columns);

/// The arrays of a carom.Result, which has checked them. Their memory is the result's.
DenseArrays DenseOf(const nb::dict& arrays);

}  // namespace carom::python

#endif  // CAROM_CLIENT_PYTHON_SRC_ARRAYS_H_

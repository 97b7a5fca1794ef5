// The numpy arrays that functions over many deals fill and read.
#pragma once

#include <cstdint>
#include <span>

#include <pybind11/numpy.h>

#include "bindings.hpp"

namespace gongzhu::bindings {

using Bytes = py::array_t<std::uint8_t, py::array::c_style>;
using Integers = py::array_t<std::int32_t, py::array::c_style>;
using Doubles = py::array_t<double, py::array::c_style>;

template <class Number>
std::span<Number> room_of(py::array_t<Number, py::array::c_style>& array) {
    return {array.mutable_data(), static_cast<std::size_t>(array.size())};
}

}  // namespace gongzhu::bindings

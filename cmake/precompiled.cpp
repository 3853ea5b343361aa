// SPDX-License-Identifier: MIT
// Nothing: CMake keeps the precompiled headers with a target, which must have a source.

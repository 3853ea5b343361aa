// SPDX-License-Identifier: MIT
// A program that does nothing: CMake keeps the precompiled headers of the test programs with it.
int main() {}

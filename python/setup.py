# SPDX-License-Identifier: MIT
"""Makes the wheel: of a build that is there (BASEWALK_BUILD, as CMake's target python-wheel has it), or of a new one."""
import os
import pathlib
import re
import shutil
import subprocess

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

TOP = pathlib.Path(__file__).resolve().parents[1]


class BuildPackage(build_ext):
    """The package as CMake puts it together."""

    def run(self):
        build = os.environ.get("BASEWALK_BUILD")
        if build is None:
            build = os.path.abspath(self.build_temp)
            subprocess.run(["cmake", "-S", str(TOP), "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DBASEWALK_PYTHON=ON",
                            "-DBASEWALK_TESTS=OFF", "-DBASEWALK_TOOLS=OFF"], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "python-package"], check=True)
        to = pathlib.Path(self.build_lib) / "basewalk"
        shutil.rmtree(to, ignore_errors=True)
        shutil.copytree(pathlib.Path(build) / "python/package/basewalk", to,
                        ignore=shutil.ignore_patterns("__pycache__"))

    def get_source_files(self):
        return []


version = re.search(r"^project\(basewalk VERSION ([0-9.]+)", (TOP / "CMakeLists.txt").read_text(), re.M).group(1)
setup(
    version=version,
    packages=[],
    ext_modules=[Extension("basewalk._basewalk", [], py_limited_api=True)],
    cmdclass={"build_ext": BuildPackage},
    options={"bdist_wheel": {"py_limited_api": "cp39"}},
)

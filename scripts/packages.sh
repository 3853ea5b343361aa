# What the scripts need on the machine, and how to get it.  Sourced by run and test.

# To build the library and the tool.
BUILD_PACKAGES="g++ cmake ninja-build libicu-dev libexpat1-dev libarchive-dev zlib1g-dev liblzma-dev libbz2-dev libzstd-dev liblz4-dev libgit2-dev libmimetic-dev libcli11-dev libmilter-dev libmicrohttpd-dev libctemplate-dev libpsl-dev libtomlplusplus-dev libqpdf-dev nettle-dev libzxing-dev libpng-dev libturbojpeg0-dev libgif-dev libwebp-dev libtiff-dev librsvg2-dev liblitehtml-dev libgumbo-dev pkg-config libseccomp-dev libsqlite3-dev libtbb-dev nlohmann-json3-dev scdoc"
# To make packages of it, and to look at them.
PACKAGING_PACKAGES="debhelper dh-apparmor dh-python dpkg-dev python3-dev fakeroot"
# To build the tests.
TEST_BUILD_PACKAGES="libboost-test-dev libssl-dev python3-dev"
# What tests compare with or look at; those that lack something are skipped.
TEST_PACKAGES="abigail-tools $PACKAGING_PACKAGES apache2-bin apparmor debootstrap doxygen gpg gpg-agent lintian mypy libgmime-3.0-dev libgumbo-dev libemail-mime-perl libmail-dkim-perl libmime-tools-perl opendkim-tools openssl pkg-config python3 python3-authres python3-dkim python3-jsonschema python3-nacl python3-setuptools python3-venv python3-wheel clang-format clang-tidy bzip2 cpio fish git groff lz4 mandoc p7zip-full pst-utils sqlite3 xz-utils zip zsh zstd"
# What scripts/coverage alone needs.
COVERAGE_PACKAGES="gcovr"
# Mail systems that the tests start (ctest -L mail); libidn12 is for an Exim that is only unpacked.
MAIL_PACKAGES="procmail maildrop dovecot-core dovecot-lmtpd dovecot-sieve swaks spamassassin libidn12 libgnutls-dane0"
# The same; Debian would start these on the machine itself.
SLEEPING_PACKAGES="opendkim rspamd"

list_for_other_systems() {
  cat >&2 <<'END'
This script installs packages with apt (Debian 12 or newer, Ubuntu 23.04 or newer).  On another
system, install these and run it again:

  a C++20 compiler (g++ 12, clang 15 or newer), CMake 3.25 or newer, Ninja
  ICU             Fedora: libicu-devel      Arch: icu             Homebrew: icu4c
  Expat           Fedora: expat-devel       Arch: expat           Homebrew: expat
  libarchive      Fedora: libarchive-devel  Arch: libarchive      Homebrew: libarchive
  zlib, liblzma, bzip2, zstd, lz4
                  Fedora: zlib-devel xz-devel bzip2-devel libzstd-devel lz4-devel
                  Arch: zlib xz bzip2 zstd lz4   Homebrew: xz bzip2 zstd lz4
  libgit2         Fedora: libgit2-devel     Arch: libgit2         Homebrew: libgit2
  mimetic         Fedora: mimetic-devel     Arch: mimetic (AUR)   Homebrew: mimetic
  CLI11           Fedora: cli11-devel       Arch: cli11           Homebrew: cli11
  libmilter       Fedora: sendmail-milter-devel; elsewhere from sendmail; without it there is no `milter`
  libmicrohttpd   Fedora: libmicrohttpd-devel  Arch: libmicrohttpd  Homebrew: libmicrohttpd; without it there is no `guard`
  nlohmann-json   Fedora: json-devel        Arch, Homebrew: nlohmann-json; without it there is no `mhtml verify`
  ctemplate       Fedora: ctemplate-devel   Arch: ctemplate (AUR)  Homebrew: ctemplate; without it there is no `report`
  toml++          Fedora: tomlplusplus-devel Arch: tomlplusplus   Homebrew: tomlplusplus; without it there is no `policy`
  libpsl          Fedora: libpsl-devel      Arch: libpsl          Homebrew: libpsl
  libqpdf         Fedora: qpdf-devel        Arch: qpdf            Homebrew: qpdf
  nettle          Fedora: nettle-devel      Arch: nettle          Homebrew: nettle
  zxing-cpp 1.4, libpng, libjpeg-turbo, giflib, libwebp, libtiff, pkg-config
                  Fedora: zxing-cpp-devel libpng-devel turbojpeg-devel giflib-devel libwebp-devel libtiff-devel
                  Arch, Homebrew: zxing-cpp libpng libjpeg-turbo giflib libwebp libtiff (-DBASEWALK_OPEN_PICTURE=OFF: none)
  librsvg, litehtml 0.6, gumbo
                  Fedora: librsvg2-devel litehtml-devel gumbo-parser-devel
                  Arch, Homebrew: librsvg litehtml gumbo-parser (-DBASEWALK_OPEN_DRAWING=OFF: none)
  libseccomp      Fedora: libseccomp-devel  Arch: libseccomp      (Linux alone)
  SQLite          Fedora: sqlite-devel      Arch: sqlite          Homebrew: sqlite
  oneTBB          Fedora: tbb-devel         Arch: onetbb          Homebrew: tbb
  scdoc           everywhere scdoc; without it there are no pages for man
  and for the Python package: the headers of Python 3.9 or newer (Fedora: python3-devel)
  and for the tests: Boost.Test, OpenSSL, GMime 3, gumbo, pkg-config, Python 3 with jsonschema, 7z (Fedora,
  Homebrew: p7zip; Arch: 7zip), readpst (libpst)
END
}

# missing_of PACKAGE...: prints those that are not installed.
missing_of() {
  local missing="" package status
  for package in "$@"; do
    status=$(dpkg-query -W -f='${Status}' "$package" 2>/dev/null) || status=""
    case $status in *"ok installed") ;; *) missing="$missing $package" ;; esac
  done
  echo "$missing"
}

# need PACKAGE...: installs what is missing.
need() {
  if ! command -v apt-get >/dev/null 2>&1; then
    if ! command -v cmake >/dev/null 2>&1 || ! command -v ninja >/dev/null 2>&1; then
      list_for_other_systems
      exit 1
    fi
    return 0
  fi
  local missing
  missing=$(missing_of "$@")
  [ -n "$missing" ] || return 0
  echo "Installing:$missing" >&2
  local sudo=""
  if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null 2>&1; then
      echo "These packages are missing and there is no sudo; as root, run: apt-get install$missing" >&2
      exit 1
    fi
  fi
  local log
  log=$(mktemp)
  if ! { $sudo apt-get update -q &&
    $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing; } \
    >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    echo "The packages could not be installed; what apt said is above." >&2
    exit 1
  fi
  rm -f "$log"
}

# need_asleep PACKAGE...: the same; the service of what is new, called like its package, is neither started nor
# started at boot.
need_asleep() (
  missing=$(missing_of "$@")
  sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo -n"
  if [ -n "$missing" ] && [ ! -e /usr/sbin/policy-rc.d ]; then
    trap '$sudo rm -f /usr/sbin/policy-rc.d' EXIT
    printf '#!/bin/sh\nexit 101\n' | $sudo sh -c 'cat >/usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d'
  fi
  need "$@"
  for package in $missing; do
    ! command -v systemctl >/dev/null 2>&1 || $sudo systemctl --quiet disable "$package" >/dev/null 2>&1 || true
  done
)

# has_apt: whether packages can be asked for, and had.
has_apt() { command -v apt-get >/dev/null 2>&1; }

# mail_system: the one of this machine, if it has one.
mail_system() {
  # Read to its end: a pipe that is closed before would end the scripts, which fail with it.
  dpkg-query -W -f='${db:Status-Status} ${Package} ${Provides}\n' 2>/dev/null |
    awk '$1 == "installed" && /mail-transport-agent/ && !found++ { print $2 }'
}

# browser_packages: what the test in Chromium needs and this machine lacks.  Ubuntu's package is no
# browser but a pointer to a snap.
browser_packages() {
  grep -q '^ID=debian$' /etc/os-release 2>/dev/null || return 0
  local packages="fonts-dejavu-core"
  command -v chromium >/dev/null 2>&1 || packages="$packages chromium"
  command -v node >/dev/null 2>&1 || packages="$packages nodejs"
  command -v npm >/dev/null 2>&1 || packages="$packages npm"
  missing_of $packages
}

# announce_servers: a word before mail servers and a browser are installed; false where somebody at
# the terminal wants none.
announce_servers() {
  has_apt || return 0
  local missing answer=""
  missing=$(missing_of $MAIL_PACKAGES $SLEEPING_PACKAGES)
  [ -n "$(mail_system)" ] || missing=" postfix$missing"
  missing="$missing$(browser_packages)"
  [ -n "${missing// /}" ] || return 0
  cat >&2 <<END
Some tests run basewalk inside the programs that it is made for, and these are missing here:
$(fold -s -w 96 <<<"${missing# }" | sed 's/^/   /')
apt would install them now: mail servers and scanners (Postfix without a configuration, others
without being started; the tests start copies of their own, in name spaces without a network), and
Chromium, which opens the pages that basewalk writes.
To do without, and have these tests skipped: ./scripts/test --quick, which also leaves out the
sanitizers, or ./scripts/test --no-install, which installs nothing at all.
END
  if [ -t 0 ] && [ -t 2 ]; then
    read -r -p "Install them? [Y/n] " answer
    case "$answer" in [Nn]*) return 1 ;; esac
  fi
}

# need_mail: what ctest -L mail needs, as far as it can be had; the tests skip what is not there.
# Postfix comes without a configuration, so that apt starts none, and only where it does not take the
# place of another mail system.
need_mail() {
  has_apt || return 0
  local other packages=$MAIL_PACKAGES sudo=""
  [ "$(id -u)" -eq 0 ] || sudo="sudo -n"
  other=$(mail_system)
  if [ -n "$other" ] && [ "$other" != postfix ]; then
    echo "The tests with Postfix are skipped: the mail system of this machine is $other." >&2
  elif [ -z "$other" ]; then
    packages="postfix $packages"
    echo 'postfix postfix/main_mailer_type select No configuration' |
      $sudo debconf-set-selections 2>/dev/null || packages=$MAIL_PACKAGES
  fi
  # shellcheck disable=SC2086
  (need $packages) || echo "Tests of mail hooks will be skipped." >&2
  # shellcheck disable=SC2086
  need_asleep $SLEEPING_PACKAGES || echo "Tests beside scanners and signers will be skipped." >&2
}

# need_browser: what the test in Chromium needs, which says so itself where something is not there.
need_browser() {
  has_apt || return 0
  # shellcheck disable=SC2046
  (need $(browser_packages)) || echo "The test in Chromium will be skipped." >&2
}

# use_ccache: where there is one, what was compiled once is not compiled again, neither by another preset of the
# same flags nor in another clone; how these and the precompiled headers go together is in its manual.  A launcher
# that somebody chose stays.
use_ccache() {
  [ -z "${CMAKE_CXX_COMPILER_LAUNCHER:-}" ] && command -v ccache >/dev/null 2>&1 || return 0
  export CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
}

# build PRESET: quiet unless it fails.  What is built already is only looked at.
build() {
  use_ccache
  local preset=$1 log
  log=$(mktemp)
  if ! { { [ -f "build/$preset/build.ninja" ] || cmake --preset "$preset"; } &&
    cmake --build --preset "$preset"; } >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log"
    echo "The build failed; what it said is above." >&2
    exit 1
  fi
  rm -f "$log"
}

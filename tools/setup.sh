# Sourced by the other tools: installs what is missing, and builds what is out of date.
# Everything it says goes to standard error.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

require_swift() {
  command -v swift >/dev/null && return
  say "swift is not on the PATH; install Swift 6.2 or newer from https://www.swift.org/install"
  exit 2
}

# Whether a C header can be found where compilers look by themselves.
has_header() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [ -e "$folder/$1" ] && return
  done
  [ "$(uname)" = Darwin ] && [ -e "$(xcrun --show-sdk-path 2>/dev/null)/usr/include/$1" ]
}

# install PACKAGE... with apt-get; or say what to type where that may not be done here.
install_with_apt() {
  local command="apt-get install -y --no-install-recommends $*"
  local sudo=
  if [ "$(id -u)" != 0 ]; then
    if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
      sudo=sudo
    else
      say "missing: $*. Type this, then run the command again:"
      say "  sudo apt-get update && sudo $command"
      exit 2
    fi
  fi
  say "installing $*"
  local log
  log=$(mktemp)
  # Fresh machines have no package lists, and old lists name files that are gone.
  if ! DEBIAN_FRONTEND=noninteractive $sudo $command >"$log" 2>&1; then
    if ! { $sudo apt-get update && DEBIAN_FRONTEND=noninteractive $sudo $command; } >"$log" 2>&1; then
      tail -n 5 "$log" >&2
      rm -f "$log"
      say "could not install $*; type: ${sudo:+sudo }apt-get update && ${sudo:+sudo }$command"
      exit 2
    fi
  fi
  rm -f "$log"
}

install_with_brew() {
  say "installing $*"
  brew install "$@" >&2 || {
    say "could not install $*; type: brew install $*"
    exit 2
  }
}

# prepare_libraries [LIBRARY...]: libedit and Graphviz with their headers, and what finds them; with
# `sqlite`, which the samples need, SQLite too.
prepare_libraries() {
  require_swift
  local apt=() brew=()
  case " $* " in
    *" sqlite "*) has_header sqlite3.h || { apt+=(libsqlite3-dev) && brew+=(sqlite); } ;;
  esac
  has_header histedit.h || { apt+=(libedit-dev) && brew+=(libedit); }
  # The package manager asks it for the libraries' flags, and warns where it is not there.
  command -v pkg-config >/dev/null || { apt+=(pkg-config) && brew+=(pkgconf); }
  has_header graphviz/gvc.h || { apt+=(libgraphviz-dev) && brew+=(graphviz); }
  [ ${#apt[@]} -eq 0 ] && return
  if command -v apt-get >/dev/null; then
    install_with_apt "${apt[@]}"
  elif command -v brew >/dev/null; then
    install_with_brew "${brew[@]}"
  else
    say "missing: ${apt[*]}; install pkg-config, and libedit, Graphviz (2.42 or newer) and SQLite"
    say "with their headers, then run the command again"
    exit 2
  fi
}

# prepare_command PACKAGE_FOLDER PRODUCT [SOURCES...]: builds a release binary when sources changed,
# and leaves its path in $binary.
prepare_command() {
  local folder=$1 product=$2 newer built=
  shift 2
  local sources=("${@:-$folder/Sources}")
  binary="$folder/.build/release/$product"
  if [ -x "$binary" ]; then
    newer=$(find "$root/Package.swift" "$root/Sources" "$folder/Package.swift" "${sources[@]}" \
      -newer "$binary" -print -quit)
    [ -z "$newer" ] && return
  fi
  say "building $product (the first time takes a few minutes)"
  # A plan from before does not know of files that are new in a package beside this one.
  local build=(swift build --package-path "$folder" -c release --product "$product"
    --disable-build-manifest-caching)
  # With its libraries in it a command starts sooner; on macOS they are the system's own. The page's
  # program waits for a browser, and its Foundation would ask for the headers of curl to be linked so.
  [ "$product" = modeltree-page ] || [ "$(uname)" = Darwin ] || build+=(--static-swift-stdlib)
  if [ -t 2 ]; then
    # A person sees how far it is; nothing of it is part of the command's answer.
    "${build[@]}" </dev/null >&2 || built=no
  else
    local log
    log=$(mktemp)
    "${build[@]}" </dev/null >"$log" 2>&1 || { built=no && cat "$log" >&2; }
    rm -f "$log"
  fi
  if [ -n "${built:-}" ]; then
    say "$product could not be built"
    exit 2
  fi
  # A build that finds nothing to do leaves an old date, and would be asked for again each time.
  touch "$binary"
}

# prepare_python NAME PACKAGE==VERSION...: an environment of our own with packages from Python's
# registry. Leaves its interpreter's path in $python; says why, and leaves it empty, where there is none.
prepare_python() {
  local folder="$root/.build-python/$1" log
  shift
  python="$folder/bin/python"
  [ "$(cat "$folder/packages" 2>/dev/null)" = "$*" ] && return
  log=$(mktemp)
  rm -rf "$folder"
  say "installing $* for Python into ${folder#"$root/"}"
  # Debian's own Python comes without what makes an environment.
  if ! python3 -m venv "$folder" >"$log" 2>&1 && command -v apt-get >/dev/null; then
    rm -rf "$folder"
    (install_with_apt python3-venv) && python3 -m venv "$folder" >"$log" 2>&1 || true
  fi
  if [ -x "$python" ] &&
    "$python" -m pip install --quiet --disable-pip-version-check --retries 1 "$@" >"$log" 2>&1; then
    printf '%s' "$*" >"$folder/packages"
  else
    tail -n 1 "$log" >&2
    say "without these packages; what needs them is left out"
    rm -rf "$folder"
    python=
  fi
  rm -f "$log"
}

# prepare_browser: Chromium, and what drives it. In continuous integration it is installed. Leaves the paths
# in $chromium and $python, and leaves $python empty where one of them is missing.
prepare_browser() {
  if ! command -v chromium >/dev/null && [ "${CI:-}" = true ] && command -v apt-get >/dev/null; then
    install_with_apt chromium
  fi
  python=
  if ! command -v chromium >/dev/null; then
    say "chromium is not there"
    return
  fi
  chromium=$(command -v chromium)
  prepare_python page playwright==1.65.2
}

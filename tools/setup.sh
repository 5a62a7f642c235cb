# Sourced by the other tools: installs missing packages and builds outdated products. All messages go to
# standard error.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s\n' "$*" >&2; }

require_swift() {
  command -v swift >/dev/null && return
  say "swift is not on the PATH; install Swift 6.2 or newer from https://www.swift.org/install"
  exit 2
}

# Whether a C header is in a default search path.
has_header() {
  local folder
  for folder in /usr/include /usr/local/include /opt/homebrew/include; do
    [ -e "$folder/$1" ] && return
  done
  [ "$(uname)" = Darwin ] && [ -e "$(xcrun --show-sdk-path 2>/dev/null)/usr/include/$1" ]
}

# Installs PACKAGE... with apt-get, or prints the command to type without the right to do so.
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
  # A fresh machine has no package lists, and old lists name files that no longer exist.
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

# Whether the system's loader finds a library. macOS has libedit, but not as a file.
has_library() {
  if [ "$(uname)" = Darwin ]; then
    [ "$1" = libedit ] || compgen -G "/opt/homebrew/lib/$1.*" >/dev/null ||
      compgen -G "/usr/local/lib/$1.*" >/dev/null
  else
    PATH=$PATH:/usr/sbin:/sbin ldconfig -p | grep "$1\.so" >/dev/null
  fi
}

# install_libraries APT BREW: installs packages by their names for either installer.
install_libraries() {
  [ -n "$1" ] || return 0
  if command -v apt-get >/dev/null; then
    install_with_apt $1
  elif command -v brew >/dev/null; then
    install_with_brew $2
  else
    say "missing: $1, as Debian names them; install them, then run the command again"
    exit 2
  fi
}

# prepare_libraries [headers] [sqlite]: libedit and Graphviz, which the command uses if they are there;
# the headers that tests compare; SQLite for the samples.
prepare_libraries() {
  require_swift
  local apt= brew= optional= optional_brew=
  case " $* " in
    *" sqlite "*) has_header sqlite3.h || { apt+=" libsqlite3-dev" && brew+=" sqlite"; } ;;
  esac
  case " $* " in
    *" headers "*)
      has_header histedit.h || { apt+=" libedit-dev" && brew+=" libedit"; }
      has_header graphviz/gvc.h || { apt+=" libgraphviz-dev" && brew+=" graphviz"; }
      ;;
    *)
      has_library libedit || { optional+=" libedit2" && optional_brew+=" libedit"; }
      has_library libgvc || { optional+=" graphviz" && optional_brew+=" graphviz"; }
      ;;
  esac
  install_libraries "$apt" "$brew"
  (install_libraries "$optional" "$optional_brew") || say "going on without$optional"
}

# is_current BINARY SOURCE...: whether a binary is there, and newer than its sources.
is_current() {
  local binary=$1
  shift
  [ -x "$binary" ] && [ -z "$(find "$root/Package.swift" "$root/Sources" "$@" -newer "$binary" -print -quit)" ]
}

# build PACKAGE_FOLDER PRODUCT BINARY OPTION...: builds a product, or says why it can't be built.
build() {
  local folder=$1 product=$2 binary=$3 failed= log
  shift 3
  # A cached plan doesn't know about new files in a dependency by path.
  local command=(swift build --package-path "$folder" --product "$product"
    --disable-build-manifest-caching "$@")
  if [ -t 2 ]; then
    # Show progress to a person; it isn't part of the command's output.
    "${command[@]}" </dev/null >&2 || failed=yes
  else
    log=$(mktemp)
    "${command[@]}" </dev/null >"$log" 2>&1 || { failed=yes && cat "$log" >&2; }
    rm -f "$log"
  fi
  if [ -n "$failed" ]; then
    say "$product could not be built"
    exit 2
  fi
  # A build without changes leaves the old date, and would run again each time.
  touch "$binary"
}

# prepare_command PACKAGE_FOLDER PRODUCT [SOURCES...]: builds a binary if sources changed, and sets $binary to its
# path. It is optimized, but for the checks of this package, whose build would take longer than they run.
prepare_command() {
  local folder=$1 product=$2 options=(-c release)
  shift 2
  local sources=("${@:-$folder/Sources}")
  binary="$folder/.build/release/$product"
  ! is_current "$binary" "$folder/Package.swift" "${sources[@]}" || return 0
  local remark=" (the first time takes a few minutes)"
  case $product in
    structure | platforms)
      options+=(-Xswiftc -Onone)
      remark=
      ;;
  esac
  say "building $product$remark"
  # The package manager keeps what it once read of a clone, until a variable says otherwise.
  export MODELTREE_COMMIT=${MODELTREE_COMMIT-$(git -C "$root" rev-parse HEAD 2>/dev/null || true)}
  [ -n "$MODELTREE_COMMIT" ] || unset MODELTREE_COMMIT
  # With its libraries in it a command starts sooner; on macOS they are the system's own. The page's
  # program waits for a browser, and its Foundation would ask for the headers of curl to be linked so.
  [ "$product" = modeltree-page ] || [ "$(uname)" = Darwin ] || options+=(--static-swift-stdlib)
  build "$folder" "$product" "$binary" "${options[@]}"
}

# prepare_quickly PRODUCT...: sets $binary to the path of the last product: an optimized one if all are up to
# date, otherwise a debug one, which is built in a third of the time and which the tests go on from.
prepare_quickly() {
  local product kind=release
  for product in "$@"; do is_current "$root/.build/release/$product" || kind=debug; done
  for product in "$@"; do
    binary="$root/.build/$kind/$product"
    ! is_current "$binary" || continue
    say "building $product for a first look, not optimized; tools/install builds and installs the fast one"
    build "$root" "$product" "$binary"
  done
}

# prepare_python NAME PACKAGE==VERSION...: makes a virtual environment with these packages and sets $python to
# its interpreter. On failure it prints why and leaves $python empty.
prepare_python() {
  local folder="$root/.build-python/$1" log
  shift
  python="$folder/bin/python"
  [ "$(cat "$folder/packages" 2>/dev/null)" = "$*" ] && return
  log=$(mktemp)
  rm -rf "$folder"
  say "installing $* for Python into ${folder#"$root/"}"
  # Debian's Python comes without the venv module.
  if ! python3 -m venv "$folder" >"$log" 2>&1 && command -v apt-get >/dev/null; then
    rm -rf "$folder"
    (install_with_apt python3-venv) && python3 -m venv "$folder" >"$log" 2>&1 || true
  fi
  if [ -x "$python" ] &&
    "$python" -m pip install --quiet --disable-pip-version-check --retries 1 "$@" >"$log" 2>&1; then
    printf '%s' "$*" >"$folder/packages"
  else
    tail -n 1 "$log" >&2
    say "skipping what needs these packages"
    rm -rf "$folder"
    python=
  fi
  rm -f "$log"
}

# prepare_browser: finds Chromium and Playwright, and installs Chromium in continuous integration. Sets $chromium
# and $python; $python is empty if one of them is missing.
prepare_browser() {
  if ! command -v chromium >/dev/null && [ "${CI:-}" = true ] && command -v apt-get >/dev/null; then
    install_with_apt chromium
  fi
  python=
  if ! command -v chromium >/dev/null; then
    say "chromium is missing"
    return
  fi
  chromium=$(command -v chromium)
  # With axe-core, which checks whether everybody can use the page.
  prepare_python page playwright==1.65.2 axe-playwright-python==0.1.8
}

#!/usr/bin/env bash
# Checks dumps against specs as the action's inputs say. They come as variables, so that no input is taken for
# code.
set -euo pipefail
set -f
# Words separated by spaces.
words=(${MODELTREE_COMMAND:-swift run modeltree} check "${MODELTREE_DUMPS:-dumps}")
words+=(${MODELTREE_SPECS-specs})
words+=(${MODELTREE_OPTIONS-} --report github)
[ -z "${MODELTREE_JUNIT:-}" ] || words+=(--report "junit=$MODELTREE_JUNIT")
exec "${words[@]}"

# What a checkout needs: its virtual environment, for ./cutthroat, ./check and .ci/run, and the
# browser that its tests use. POSIX sh, sourced.
# $root: the checkout, absolute and without links.
# shellcheck shell=sh

# What .venv is made from, written into it last. Pip's scripts hold its path, so the path counts.
wanted() {
    printf '%s\n' "$root"
    cat "$root/pyproject.toml" "$root/constraints.txt"
}

# is_ready run|dev: nothing to do. This is on the way of every call, so it must not start Python.
is_ready() {
    [ -x "$root/.venv/bin/python" ] || return 1
    wanted | cmp -s - "$root/.venv/made-for-$1" || return 1
    [ -z "${PYTHON:-}" ] && return
    command -v "$PYTHON" | cmp -s - "$root/.venv/made-with"
}

# prepare run|dev: makes .venv ready to run the command, or to develop it. Speaks on stderr only.
prepare() {
    is_ready "$1" && return
    find_python || exit 1
    wanted | "$python" -I "$root/tools/environment.py" "$1" "$root" "$asked" >&2 || exit 1
}

# compile_engine: the last step of installing, once .venv is ready, and again after each change.
# What can be played without it must start, so its troubles are told and no more.
compile_engine() {
    is_compiled || "$root/.venv/bin/python" -I "$root/tools/environment.py" compile "$root" >&2
}

# is_compiled: nothing to do. On the way of every call too. Where nothing can be noted in .venv it
# is compiled where it is first needed.
is_compiled() {
    [ -w "$root/.venv" ] || return 0
    [ "${NUMBA_DISABLE_JIT:-0}" = 0 ] || return 0
    [ -e "$root/.venv/compiled" ] || return 1
    newer=$(cd "$root/src/cutthroat" &&
        find kernel core bots -name '*.py' -newer "$root/.venv/compiled") || return 0
    [ -z "$newer" ]
}

# find_python: sets $python (an interpreter that can make .venv) and $asked (how it was found).
# The two differ inside a virtual environment, which could be the very one to be made anew.
find_python() {
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.13 python3.12 python3.11 python
    fi
    too_old='' no_venv=''
    for candidate in "$@"; do
        asked=$(command -v "$candidate") || continue
        status=0
        python=$("$candidate" -E -c "$probe" 2>/dev/null) || status=$?
        case $status in
            0) return 0 ;;
            3) too_old=$asked ;;
            4) no_venv=$asked ;;
        esac
    done
    explain_no_python "$@" >&2
    return 1
}

# Python 2 may be the one to read this.
probe='
import sys
if sys.version_info < (3, 11):
    sys.exit(3)
try:
    import ensurepip, venv
except ImportError:
    sys.exit(4)
print(sys._base_executable)
'

explain_no_python() {
    if [ -n "$no_venv" ]; then
        echo "cutthroat: $no_venv cannot make virtual environments: its venv module is not complete."
        echo "On Debian and Ubuntu, install it with: apt install python3-venv"
    elif [ -n "$too_old" ]; then
        echo "cutthroat: $too_old is too old; Python 3.11 or newer is needed."
    else
        echo "cutthroat: Python 3.11 or newer is needed; tried: $*"
    fi
    echo "To use a Python that is not on the PATH, name it: PYTHON=/path/to/python3 $0"
}

# find_chromium: sets $CHROMIUM, which the tests use, to the path of that browser.
find_chromium() {
    if [ -n "${CHROMIUM:-}" ]; then
        set -- "$CHROMIUM"
    else
        set -- chromium chromium-browser google-chrome
    fi
    for candidate in "$@"; do
        CHROMIUM=$(command -v "$candidate") && return 0
    done
    explain_no_chromium "$@" >&2
    return 1
}

explain_no_chromium() {
    echo "cutthroat: the tests need the browser Chromium; tried: $*"
    echo "On Debian, install it with: apt install chromium"
    echo "To use one that is not on the PATH, name it: CHROMIUM=/path/to/chromium $0"
}

#!/usr/bin/env bash
# Run once by Gradescope, when it builds the image: finds or installs a Python that is new enough, and what the grader needs.
set -euo pipefail
source_dir=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$source_dir")

is_new_enough() { "$1" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }

find_python() {
    local each
    for each in python3.14 python3.13 python3.12 python3.11 python3; do
        if is_new_enough "$each"; then
            echo "$each"
            return
        fi
    done
}

python=$(find_python)
if [ -z "$python" ]; then
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq
    for each in python3.13 python3.12 python3.11; do
        apt-get install -y -qq --no-install-recommends "$each" "$each-venv" >/dev/null 2>&1 && break
    done
    python=$(find_python)
fi
if [ -z "$python" ]; then
    echo "No Python from 3.11 on can be installed here: choose a newer base image." >&2
    exit 1
fi

"$python" -m venv "$root/venv"
"$root/venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$source_dir/requirements.txt"
chmod -R go-rwx "$source_dir"
PYTHONPATH="$source_dir/app" "$root/venv/bin/python" -m grader doctor || true # written to the log of the build: how well this image isolates

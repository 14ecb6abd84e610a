#!/bin/bash
# A Slurm array: each task grades one share of the class, and a last job joins them.
#   head -c 32 /dev/urandom > secret && chmod 600 secret
#   shares=$(sbatch --parsable examples/cluster/slurm.sh)
#   sbatch --dependency=afterok:"$shares" --wrap 'grader merge shares/* -o graded'
# Run it from a folder that every node sees and that holds submissions/ and secret. All nodes have to be of one kind.
#SBATCH --job-name=grade
#SBATCH --array=1-16
#SBATCH --cpus-per-task=4
#SBATCH --mem=4G
#SBATCH --time=01:00:00
#SBATCH --requeue
#SBATCH --signal=B:TERM@60
set -euo pipefail

shares=16 # as in --array
share="shares/$SLURM_ARRAY_TASK_ID"
local="$(mktemp -d)" # SQLite likes a disk of its own; a network file system is slow and locks badly

keep() { # what is graded by now, whole or not at all, however this script ends
    if [ -f "$local/class.sqlite" ]; then
        cp "$local/class.sqlite" "$share/class.sqlite.new" && mv "$share/class.sqlite.new" "$share/class.sqlite"
    fi
    rm -rf "$local"
}

mkdir -p "$share"
if [ -f "$share/class.sqlite" ]; then cp "$share/class.sqlite" "$local/"; fi # goes on where a requeued task stopped
trap keep EXIT
grader grade submissions -o "$local" --shard "$SLURM_ARRAY_TASK_ID/$shares" --secret-file secret -j "$SLURM_CPUS_PER_TASK" &
grading=$!
trap 'kill -TERM "$grading"' TERM # a minute before the time is over: it stops at once, and keeps what it has
code=0
wait "$grading" || code=$?
wait "$grading" 2>/dev/null || true
exit "$code"

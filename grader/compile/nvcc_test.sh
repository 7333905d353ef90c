#!/bin/sh
# nvcc_test.sh SOURCE [FLAG...]: checks that SOURCE compiles without warnings for every kind of GPU
# that gemmlab names and this nvcc supports. Exit code 77: there is no nvcc.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc) || exit 77
source=$1
shift
known=$("$nvcc" --list-gpu-arch)
oldest=75
! grep -q 'precision::tf32' "$source" || oldest=80  # tensor cores before have no such type
wanted=
for arch in 75 80 90 120; do
  case $known in
    *compute_$arch*) [ "$arch" -lt "$oldest" ] || wanted="$wanted -gencode arch=compute_$arch,code=sm_$arch" ;;
  esac
done
[ -n "$wanted" ] || { echo "$nvcc knows none of the GPUs wanted" >&2; exit 1; }
# shellcheck disable=SC2086  # one word per argument
exec "$nvcc" -std=c++20 -isystem "$root/common/include" $wanted -Werror all-warnings "$@" \
  -c "$source" -o /dev/null

# Read by the other scripts, never run: where the project is and how to talk to the user.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

say() { printf '%s: %s\n' "$(basename "$0")" "$*" >&2; }

die() {
  say "$*"
  exit 1
}

# How many compilers may run at once: one per core, but each of them may need 1.5 GB.
build_jobs() {
  local cores memory_kib by_memory
  cores=$(nproc)
  memory_kib=$(awk '$1 == "MemTotal:" { print $2 }' /proc/meminfo)
  by_memory=$((memory_kib / 1572864))
  if ((by_memory < 1)); then by_memory=1; fi
  if ((cores < by_memory)); then echo "$cores"; else echo "$by_memory"; fi
}

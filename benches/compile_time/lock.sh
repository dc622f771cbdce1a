#!/usr/bin/env bash
# How long `cargo check` of 300 structs of 15 fields takes with `lock!`, against the same without it, and after an edit of the lock
# alone, against an edit of one line of the crate. In turn, the median of the runs, in seconds of CPU: of the compiler alone.
# Usage: benches/compile_time/lock.sh [STRUCTS] [RUNS]
set -euo pipefail
structs=${1:-300}
runs=${2:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$work/target"

fields='#[rowkey] pub user: u64, #[rowkey] pub part: u32, pub name: String, pub count: i64, pub score: f64, pub flags: u32, pub note: Option<String>, pub seen: bool, pub street: String, pub city: String, pub cents: u64, pub weight: f32, pub first_login: Option<i64>, pub last_login: Option<i64>, pub language: String'
for crate in with without; do
    mkdir -p "$work/$crate/src"
    cp "$root/rust-toolchain.toml" "$root/Cargo.lock" "$work/$crate/"
    printf '[package]\nname = "lock_%s"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\nhbase-schema = { path = "%s/hbase-schema", default-features = false, features = ["derive"] }\n[workspace]\n' \
        "$crate" "$root" >"$work/$crate/Cargo.toml"
    {
        echo 'pub use hbase_schema::HTable;'
        for n in $(seq "$structs"); do
            echo "#[derive(HTable)] #[table(\"NAMES:BIG_TABLE_$n\")] #[family(\"D1\")] pub struct Row$n { $fields }"
        done
    } >"$work/$crate/src/lib.rs"
done
{
    echo 'hbase_schema::lock!['
    seq -f 'Row%.0f,' "$structs"
    echo '];'
} >>"$work/with/src/lib.rs"
touch "$work/with/hbase.lock"
(cd "$work/with" && HBASE_LOCK=write cargo test --quiet --lib hbase_lock >/dev/null)

once() { # crate, file that is edited; prints seconds of CPU
    touch "$work/$1/$2"
    (cd "$work/$1" && TIMEFORMAT='%U' && time cargo check --quiet) 2>&1 | tail -n 1
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

once with src/lib.rs >/dev/null
once without src/lib.rs >/dev/null
for _ in $(seq "$runs"); do
    once without src/lib.rs >>"$work/without.txt"
    once with src/lib.rs >>"$work/with.txt"
    once with hbase.lock >>"$work/lock.txt"
done
without=$(median <"$work/without.txt")
with=$(median <"$work/with.txt")
lock=$(median <"$work/lock.txt")
echo "| cargo check of $structs structs of 15 fields | s | against | s | ratio | target |"
echo "|---|---|---|---|---|---|"
printf '| with the lock | %.2f | without it | %.2f | %.3f | at most 1.07 |\n' "$with" "$without" "$(echo "$with / $without" | bc -l)"
printf '| an edit of the lock alone | %.2f | of one line of the crate | %.2f | %.3f | at most 1.1 |\n' "$lock" "$with" "$(echo "$lock / $with" | bc -l)"

#!/usr/bin/env bash
# How long 100 structs of 8 fields take to build with `HTable`, against the same with serde's two
# derives: both `cargo check` and `cargo build`, in turn, the median of five, dependencies built
# before, nothing kept from one run to the next. Usage: benches/compile_time/run.sh [STRUCTS] [RUNS]
set -euo pipefail
structs=${1:-100}
runs=${2:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

make_crate() { # name, dependency line
    mkdir -p "$work/$1/src"
    cp "$root/rust-toolchain.toml" "$work/$1/"
    cp "$root/Cargo.lock" "$work/$1/Cargo.lock"
    printf '[package]\nname = "%s"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n%s\n[workspace]\n' \
        "$1" "$2" >"$work/$1/Cargo.toml"
}

fields='pub user: u64, pub part: u32, pub name: String, pub count: i64, pub score: f64, pub flags: u32, pub note: Option<String>, pub seen: bool'
make_crate typed "hbase-schema = { path = \"$root/hbase-schema\", default-features = false, features = [\"derive\"] }"
make_crate plain 'serde = { version = "1", features = ["derive"] }'
{
    echo 'pub use hbase_schema::HTable;'
    for n in $(seq "$structs"); do
        echo "#[derive(HTable)] #[table(\"NAMES:BIG_TABLE_$n\")] #[family(\"D1\")] pub struct Row$n { #[rowkey] pub user: u64, #[rowkey] pub part: u32, pub name: String, pub count: i64, pub score: f64, pub flags: u32, pub note: Option<String>, pub seen: bool }"
    done
} >"$work/typed/src/lib.rs"
{
    echo 'pub use serde::{Deserialize, Serialize};'
    for n in $(seq "$structs"); do
        echo "#[derive(Serialize, Deserialize)] pub struct Row$n { $fields }"
    done
} >"$work/plain/src/lib.rs"

once() { # crate, cargo command; prints seconds
    touch "$work/$1/src/lib.rs"
    local start end
    start=$(date +%s.%N)
    (cd "$work/$1" && CARGO_INCREMENTAL=0 CARGO_TARGET_DIR="$work/target-$1" cargo "$2" --quiet)
    end=$(date +%s.%N)
    echo "$end - $start" | bc
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

echo "| $structs structs of 8 fields | HTable, s | serde's two, s | ratio | target |"
echo "|---|---|---|---|---|"
for command in check build; do
    once typed "$command" >/dev/null
    once plain "$command" >/dev/null
    : >"$work/typed.txt"
    : >"$work/plain.txt"
    for _ in $(seq "$runs"); do
        once typed "$command" >>"$work/typed.txt"
        once plain "$command" >>"$work/plain.txt"
    done
    a=$(median <"$work/typed.txt")
    b=$(median <"$work/plain.txt")
    printf '| cargo %s | %.2f | %.2f | %.2f | at most 1.5 |\n' "$command" "$a" "$b" "$(echo "$a / $b" | bc -l)"
done

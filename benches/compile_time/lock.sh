#!/usr/bin/env bash
# How long `cargo check` of 300 structs of 15 fields takes with `lock!`, against the same without it, and after an edit of the lock
# alone, against an edit of one line of the crate. In turn, the median of the runs, in seconds of CPU, dependencies built before.
# It stops if a run compiles nothing or fails, and if the lock does not notice a changed struct.
# With INSTRUCTIONS=1, it counts the compiler's instructions instead, in millions (benches/instructions). They differ little from
# run to run, so one run is enough; it takes twenty times as long.
# Usage: [INSTRUCTIONS=1] benches/compile_time/lock.sh [STRUCTS] [RUNS]
set -euo pipefail
structs=${1:-300}
runs=${2:-5}
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_DEBUG=0 CARGO_TERM_COLOR=never CARGO_TARGET_DIR="$work/target"
unset HBASE_LOCK
unit='s of CPU'
if [ -n "${INSTRUCTIONS:-}" ]; then
    unit='million instructions'
    export RUSTC_WRAPPER=$root/benches/instructions INSTRUCTIONS_OF='lock_with*' INSTRUCTIONS_TO=$work/instructions
fi

fail() { # message, file with output
    printf '%s\n' "$1" >&2
    tail -n 40 "$2" >&2
    exit 1
}

make_crate() { # name
    mkdir -p "$work/$1/src"
    cp "$root/rust-toolchain.toml" "$root/Cargo.lock" "$work/$1/"
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "lock_$1"
version = "0.0.0"
edition = "2024"
[dependencies]
hbase-schema = { path = "$root/hbase-schema", default-features = false, features = ["derive"] }
[workspace]
TOML
    {
        echo 'pub use hbase_schema::HTable;'
        for n in $(seq "$structs"); do
            echo "#[derive(HTable)] #[table(\"NAMES:BIG_TABLE_$n\")] #[family(\"D1\")] pub struct Row$n { $fields }"
        done
    } >"$work/$1/src/lib.rs"
}

fields='#[rowkey] pub user: u64, #[rowkey] pub part: u32, pub name: String, pub count: i64, pub score: f64, pub flags: u32, pub note: Option<String>, pub seen: bool, pub street: String, pub city: String, pub cents: u64, pub weight: f32, pub first_login: Option<i64>, pub last_login: Option<i64>, pub language: String'
make_crate without
make_crate with
{
    echo 'hbase_schema::lock!['
    seq -f 'Row%.0f,' "$structs"
    echo '];'
} >>"$work/with/src/lib.rs"

touch "$work/with/hbase.lock"
(cd "$work/with" && HBASE_LOCK=write cargo test --lib hbase_lock) >"$work/log" 2>&1 || fail 'the lock is not written' "$work/log"
# Two key parts, thirteen columns and a family for each struct.
facts=$(grep -c '^NAMES:' "$work/with/hbase.lock" || true)
[ "$facts" = $((structs * 16)) ] || fail "expected $((structs * 16)) facts in the lock, found $facts" "$work/with/hbase.lock"

once() { # crate, file that is edited; prints the cost
    # Files have times of whole seconds on some systems.
    sleep 1
    touch "$work/$1/$2"
    : >"$work/instructions"
    local TIMEFORMAT='%U %S'
    { time cargo check --manifest-path "$work/$1/Cargo.toml" >"$work/log" 2>&1; } 2>"$work/time" || fail "$1 does not compile" "$work/log"
    grep -q "Checking lock_$1 " "$work/log" || fail "an edit of $1/$2 compiles nothing" "$work/log"
    if [ -n "${INSTRUCTIONS:-}" ]; then
        grep . "$work/instructions" || fail 'no instructions were counted' "$work/log"
    else
        awk 'END { print $1 + $2 }' "$work/time"
    fi
}

once with src/lib.rs >/dev/null
once without src/lib.rs >/dev/null

# Without this, a lock that compares nothing would be the fastest.
sed -i.before '2s/pub cents: u64/pub cents: u32/' "$work/with/src/lib.rs"
if cargo check --manifest-path "$work/with/Cargo.toml" >"$work/log" 2>&1 || ! grep -q '`cents` was u64, is u32' "$work/log"; then
    fail 'the lock does not notice a changed struct' "$work/log"
fi
mv "$work/with/src/lib.rs.before" "$work/with/src/lib.rs"
once with src/lib.rs >/dev/null

for _ in $(seq "$runs"); do
    once without src/lib.rs >>"$work/without.txt"
    once with src/lib.rs >>"$work/with.txt"
    once with hbase.lock >>"$work/lock.txt"
done

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
without=$(median <"$work/without.txt")
with=$(median <"$work/with.txt")
lock=$(median <"$work/lock.txt")
row() { # what, cost, against, cost, target
    awk -v a="$2" -v b="$4" -v what="$1" -v against="$3" -v target="$5" \
        'BEGIN { printf "| %s | %.2f | %s | %.2f | %.3f | at most %s |\n", what, a, against, b, a / b, target }'
}
echo "| cargo check of $structs structs of 15 fields | $unit | against | $unit | ratio | target |"
echo "|---|---|---|---|---|---|"
row 'with the lock' "$with" 'without it' "$without" 1.07
row 'an edit of the lock alone' "$lock" 'of one line of the crate' "$with" 1.1

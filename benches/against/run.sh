#!/usr/bin/env bash
# What this checkout costs against another checkout of this project, for programs that both compile:
#   compile  the CPU time of `cargo check` and `cargo build` of 100 structs of 8 fields
#   rows     the CPU time of a program that puts, gets, scans and deletes rows of a table without an index in `memory:`
# The two sides run in turn. The ratio is the median of the ratios of all pairs.
# With INSTRUCTIONS=1, it counts instructions, in millions (benches/instructions); one or two pairs are then enough.
# Usage: [INSTRUCTIONS=1] benches/against/run.sh OTHER_CHECKOUT [PAIRS [compile|rows]], 15 pairs and both by default
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
this=$(cd "$here/../.." && pwd)
other=$(cd "${1:?the other checkout}" && pwd)
pairs=${2:-15} what=${3:-compile rows}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0

make_crate() { # name, checkout, features, source
    mkdir -p "$work/$1/src"
    cp "$2/rust-toolchain.toml" "$work/$1/"
    cp "$2/Cargo.lock" "$work/$1/Cargo.lock"
    cat >"$work/$1/Cargo.toml" <<TOML
[package]
name = "measured"
version = "0.0.0"
edition = "2024"
[dependencies]
hbase-schema = { path = "$2/hbase-schema", default-features = false, features = [$3] }
tokio = { version = "1", features = ["rt", "macros"] }
[workspace]
TOML
    cp "$4" "$work/$1/src/${5:-lib.rs}"
}

structs() { # the source of 100 structs
    echo 'pub use hbase_schema::HTable;'
    for n in $(seq 100); do
        echo "#[derive(HTable)] #[table(\"NAMES:BIG_TABLE_$n\")] #[family(\"D1\")] pub struct Row$n { #[rowkey] pub user: u64, #[rowkey] pub part: u32, pub name: String, pub count: i64, pub score: f64, pub flags: u32, pub note: Option<String>, pub seen: bool }"
    done
}

unit='CPU time, s'
if [ -n "${INSTRUCTIONS:-}" ]; then
    unit='million instructions'
    export RUSTC_WRAPPER=$this/benches/instructions INSTRUCTIONS_OF=measured INSTRUCTIONS_TO=$work/instructions
fi

cost() { # the CPU seconds of a command, or its instructions
    if [ -n "${INSTRUCTIONS:-}" ]; then
        : >"$INSTRUCTIONS_TO"
        "$@" >"$work/log" 2>&1 && grep . "$INSTRUCTIONS_TO" && return
        tail -n 20 "$work/log" >&2
        kill $$
    fi
    local times TIMEFORMAT='%U %S'
    times=$({ time "$@" >/dev/null 2>&1; } 2>&1)
    awk '{ print $1 + $2 }' <<<"$times"
}

rows_of() { # side
    local program=$work/target-$1-rows/release/measured
    if [ -n "${INSTRUCTIONS:-}" ]; then INSTRUCTIONS_OF='' "$this/benches/instructions" "$program"; else "$program"; fi
}

cargo_in() { # crate, cargo's arguments
    touch "$work/$1"/src/*.rs
    (cd "$work/$1" && CARGO_TARGET_DIR="$work/target-$1" exec cargo "${@:2}" --quiet)
}

median() { sort -n | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'; }

compare() { # name, command of this side, command of the other side
    local a b
    : >"$work/pairs"
    for n in $(seq "$pairs"); do
        if ((n % 2)); then a=$(cost $2) b=$(cost $3); else b=$(cost $3) a=$(cost $2); fi
        echo "$a $b" >>"$work/pairs"
    done
    printf '| %s | %.2f | %.2f | %.3f |\n' "$1" "$(cut -d' ' -f1 "$work/pairs" | median)" \
        "$(cut -d' ' -f2 "$work/pairs" | median)" "$(awk '{ print $1 / $2 }' "$work/pairs" | median)"
}

structs >"$work/structs.rs"
for side in this other; do
    [ "$side" = this ] && checkout=$this || checkout=$other
    if [[ $what = *compile* ]]; then
        make_crate "$side" "$checkout" '"derive"' "$work/structs.rs"
        cargo_in "$side" check
        cargo_in "$side" build
    fi
    if [[ $what = *rows* ]]; then
        make_crate "$side-rows" "$checkout" '"derive", "embedded"' "$here/src/rows.rs" main.rs
        cargo_in "$side-rows" build --release
    fi
done
echo "load $(cut -d' ' -f1 /proc/loadavg), $pairs pairs"
echo "| $unit | this | other | ratio |"
echo "|---|---|---|---|"
if [[ $what = *compile* ]]; then
    compare 'cargo check' 'cargo_in this check' 'cargo_in other check'
    compare 'cargo build' 'cargo_in this build' 'cargo_in other build'
fi
if [[ $what = *rows* ]]; then
    compare 'rows without an index' 'rows_of this' 'rows_of other'
fi

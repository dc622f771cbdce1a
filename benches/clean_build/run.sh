#!/usr/bin/env bash
# The clean build of a new user's project, against one with serde and tokio alone: crates compiled, CPU seconds of the
# compiler and linker, and seconds on the clock. Dependencies are fetched before; each build starts with an empty target
# directory.
# Usage: benches/clean_build/run.sh [--crates] [FEATURES...]
#   --crates   also lists the CPU seconds of each crate of the project with the default features
#   FEATURES   one more line for each, as cargo's --features takes it, without the default features
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CARGO_INCREMENTAL=0

crates=false
if [[ "${1:-}" == --crates ]]; then
    crates=true
    shift
fi

plain='serde = { version = "1", features = ["derive"] }
tokio = { version = "1", features = ["macros", "rt-multi-thread"] }'

make_project() { # directory, further dependency lines; the program is read from the standard input
    mkdir -p "$work/$1/src"
    cp "$root/rust-toolchain.toml" "$root/Cargo.lock" "$work/$1/"
    printf '[package]\nname = "user"\nversion = "0.0.0"\nedition = "2024"\n[dependencies]\n%s\n%s\n[workspace]\n' \
        "$plain" "$2" >"$work/$1/Cargo.toml"
    cat >"$work/$1/src/main.rs"
}

typed_project() { # directory, the dependency's options
    make_project "$1" "hbase-schema = { path = \"$root/hbase-schema\"$2 }" <<'RUST'
use hbase_schema::HTable;

#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Call {
    #[rowkey]
    phone: u64,
    duration_s: u32,
}

#[tokio::main]
async fn main() -> Result<(), hbase_schema::Error> {
    let db = hbase_schema::connect("memory:").await?;
    db.create_table::<Call>().await?;
    db.put(&Call { phone: 1, duration_s: 70 }).await
}
RUST
}

# Prints a line of the table. The target directory is removed; the CPU time is that of cargo and all its children.
measure() { # directory, name
    cd "$work/$1"
    cargo fetch --quiet
    local count times
    count=$(cargo tree --quiet --edges normal,build --prefix none | sed 's/ (\*)$//' | sort -u | wc -l)
    times=$({ TIMEFORMAT='%R %U %S'; time CARGO_TARGET_DIR="$work/target" cargo build --quiet 2>"$work/errors"; } 2>&1) || {
        cat "$work/errors" >&2
        exit 1
    }
    rm -rf "$work/target"
    # Without the project itself.
    awk -v name="$2" -v crates="$((count - 1))" '{ printf "| %s | %d | %.1f | %.1f |\n", name, crates, $2 + $3, $1 }' <<<"$times"
}

# Runs rustc and notes its CPU seconds with the crate's name.
list_crates() { # directory
    cat >"$work/rustc" <<'SH'
#!/usr/bin/env bash
name=-
arguments=("$@")
for ((at = 0; at < $#; at++)); do
    [[ "${arguments[at]}" != --crate-name ]] || name=${arguments[at + 1]}
done
TIMEFORMAT='%U %S'
exec 3>&1 4>&2
times=$({ time "$@" >&3 2>&4; } 2>&1) && status=0 || status=$?
echo "$name $times" >>"$CRATE_TIMES"
exit "$status"
SH
    chmod +x "$work/rustc"
    : >"$work/times"
    (cd "$work/$1" && CRATE_TIMES="$work/times" RUSTC_WRAPPER="$work/rustc" CARGO_TARGET_DIR="$work/target" cargo build --quiet)
    rm -rf "$work/target"
    echo
    echo "| crate | CPU, s |"
    echo "|---|---|"
    awk '$1 != "-" && $1 != "___" { seconds[$1] += $2 + $3 }
        END { for (name in seconds) printf "| %s | %.1f |\n", name, seconds[name] }' "$work/times" | sort -t'|' -k3 -rn
}

make_project plain '' <<'RUST'
#[derive(serde::Serialize, serde::Deserialize)]
struct Call {
    phone: u64,
    duration_s: u32,
}

#[tokio::main]
async fn main() {
    let _ = Call { phone: 1, duration_s: 70 };
}
RUST
typed_project typed ''

echo "| project | crates | CPU, s | on the clock, s |"
echo "|---|---|---|---|"
measure plain "serde and tokio alone"
measure typed "with hbase-schema, default features"
for features in "$@"; do
    quoted=$(sed 's/,/", "/g' <<<"$features")
    typed_project chosen ", default-features = false, features = [\"$quoted\"]"
    measure chosen "with hbase-schema, features $features"
done
if "$crates"; then
    list_crates typed
fi

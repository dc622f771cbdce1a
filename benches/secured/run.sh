#!/usr/bin/env bash
# What a login and protection cost the client, on a secured HBase that also takes clients without a login: rates and CPU
# times of puts, scans and gets in turns, relative to the client without a login and to Java's under privacy; and the time
# of a login.
# Usage: benches/secured/run.sh [ROWS] [--turns TURNS] [--seed SEED] [--profile SIDE:WORK]
#   ROWS       rows of a put and of a scan, 100000 by default
#   --profile  repeats one task of one client, as privacy:put
set -euo pipefail
cd "$(dirname "$0")/../.."
bench=(cargo bench -q -p hbase-schema-cluster-tests --features secured --bench secured)
# Before the servers start, which are then alone on the machine.
"${bench[@]}" --no-run
HBASE_TEST_SECURED=authentication,integrity,privacy HBASE_TEST_FALLBACK=1 tests/hbase/hbase with "${bench[@]}" -- "$@"

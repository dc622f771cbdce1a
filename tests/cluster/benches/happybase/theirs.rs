//! The Python side.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use hbase_schema_cluster_tests::Cluster;

use super::{CONNECTIONS, GETS, Outcome, Turn};

/// The process that runs `bench.py`.
pub(super) struct Theirs {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Theirs {
    pub(super) fn start(cluster: &Cluster, rows: u32) -> Outcome<Self> {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/../hbase/python/bench.py");
        let numbers = [rows, GETS, CONNECTIONS].map(|number| number.to_string());
        let mut command = cluster.script(&["python", program]);
        command
            .args(numbers)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let to = child.stdin.take().ok_or("no input")?;
        let from = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, to, from })
    }

    pub(super) fn turn(&mut self, work: &str) -> Outcome<Turn> {
        writeln!(self.to, "{work}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let numbers: Vec<f64> = line
            .split(' ')
            .map(|word| word.trim().parse())
            .collect::<Result<_, _>>()?;
        let [rows, seconds, cpu_seconds] = numbers[..] else {
            return Err(format!("bench.py, {work}: found `{line}`, expected three numbers").into());
        };
        Ok(Turn {
            rows,
            seconds,
            cpu_seconds,
        })
    }

    pub(super) fn end(mut self) -> Outcome {
        drop(self.to);
        self.child.wait()?;
        Ok(())
    }
}

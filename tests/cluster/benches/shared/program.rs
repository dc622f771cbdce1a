//! The other side of a comparison: a program that does work when told to, and measures itself.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::{Outcome, Turn};

/// A running program: it reads a line that names the work, and prints a line with the number of rows, wall-clock
/// seconds and CPU seconds.
pub(crate) struct Program {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Program {
    pub(crate) fn start(command: &mut Command, numbers: [u32; 3]) -> Outcome<Self> {
        command
            .args(numbers.map(|number| number.to_string()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = command.spawn()?;
        let to = child.stdin.take().ok_or("no input")?;
        let from = BufReader::new(child.stdout.take().ok_or("no output")?);
        Ok(Self { child, to, from })
    }

    pub(crate) fn turn(&mut self, work: &str) -> Outcome<Turn> {
        writeln!(self.to, "{work}")?;
        let mut line = String::new();
        self.from.read_line(&mut line)?;
        let numbers: Option<Vec<f64>> = line
            .split(' ')
            .map(|word| word.trim().parse().ok())
            .collect();
        let Some([rows, seconds, cpu_seconds]) = numbers.as_deref() else {
            return Err(format!("{work}: found `{line}`, expected three numbers").into());
        };
        Ok(Turn {
            rows: *rows,
            seconds: *seconds,
            cpu_seconds: *cpu_seconds,
        })
    }

    pub(crate) fn end(mut self) -> Outcome {
        drop(self.to);
        self.child.wait()?;
        Ok(())
    }
}

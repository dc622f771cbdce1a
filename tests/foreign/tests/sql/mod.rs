//! Statements of SQL, which a program of `tests/hbase/hbase` runs: a line of JSON for each, and for its result.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

/// Phoenix or Hive, on the `HBase` of this run.
pub(crate) struct Sql {
    program: Child,
    requests: Option<ChildStdin>,
    responses: BufReader<ChildStdout>,
}

impl Sql {
    /// Starts the program that has this name in the script.
    pub(crate) fn start(name: &str) -> Self {
        let script =
            std::env::var("HBASE_TEST_SCRIPT").expect("run this below `tests/hbase/hbase with`");
        let mut program = Command::new(script)
            .arg(name)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the script starts");
        Self {
            requests: program.stdin.take(),
            responses: BufReader::new(program.stdout.take().expect("a pipe")),
            program,
        }
    }

    fn run(&mut self, sql: &str, parameters: &[Value]) -> Value {
        let request = json!({"sql": sql, "parameters": parameters});
        let requests = self.requests.as_mut().expect("a pipe");
        writeln!(requests, "{request}").expect("the program reads");
        let mut line = String::new();
        self.responses.read_line(&mut line).expect("a response");
        let response: Value = serde_json::from_str(&line)
            .unwrap_or_else(|_| panic!("the program ended at {sql}: {line:?}"));
        assert!(response["error"].is_null(), "{request}: {response}");
        response
    }

    /// Runs a statement without a result.
    pub(crate) fn execute(&mut self, sql: &str, parameters: &[Value]) {
        self.run(sql, parameters);
    }

    /// The rows of a query.
    pub(crate) fn rows(&mut self, sql: &str, parameters: &[Value]) -> Vec<Vec<Value>> {
        let response = self.run(sql, parameters);
        let rows = response["rows"].as_array().expect("rows");
        let row = |row: &Value| row.as_array().expect("a row").clone();
        rows.iter().map(row).collect()
    }

    /// The number that a query returns.
    pub(crate) fn number(&mut self, sql: &str, parameters: &[Value]) -> usize {
        let rows = self.rows(sql, parameters);
        let number = rows[0][0].as_u64().expect("a number");
        number.try_into().expect("few rows")
    }
}

impl Drop for Sql {
    fn drop(&mut self) {
        // The program ends with its input.
        drop(self.requests.take());
        drop(self.program.wait());
    }
}

//! The `HBase` of this run: its addresses, and the script that controls it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs, io};

use hbase_backend::Deadline;

/// Longer than any call that does not hang, even on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// A deadline that only a hung call exceeds, even on a busy machine: two minutes.
pub fn soon() -> Deadline {
    Deadline::after(PATIENCE)
}

/// The reason why the `HBase` of this run cannot be used.
#[derive(Debug)]
pub enum ClusterError {
    /// An environment variable is missing: no `HBase` is running.
    NotRunning(&'static str),
    /// A process could not be run, or a file could not be written.
    Io(io::Error),
    /// A command failed; its output.
    Failed(String),
}

impl std::fmt::Display for ClusterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NotRunning(variable) => write!(
                f,
                "{variable} is not set: run this below `tests/hbase/hbase with`"
            ),
            Self::Io(error) => write!(f, "{error}"),
            Self::Failed(printed) => f.write_str(printed),
        }
    }
}

impl std::error::Error for ClusterError {}

impl From<io::Error> for ClusterError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The `HBase` of this run.
#[derive(Clone, Debug)]
pub struct Cluster {
    directory: PathBuf,
    script: PathBuf,
    /// `host:port` of the Thrift gateway.
    pub thrift: String,
    /// `host:port` of the master.
    pub master: String,
    /// `host:port` of `ZooKeeper`.
    pub zookeeper: String,
}

impl Cluster {
    /// The cluster that the environment variables of `tests/hbase/hbase` describe.
    ///
    /// # Errors
    /// [`ClusterError::NotRunning`] without a running `HBase`.
    pub fn from_env() -> Result<Self, ClusterError> {
        Ok(Self {
            directory: variable("HBASE_TEST_DIR")?.into(),
            script: variable("HBASE_TEST_SCRIPT")?.into(),
            thrift: variable("HBASE_TEST_THRIFT")?,
            master: variable("HBASE_TEST_MASTER")?,
            zookeeper: variable("HBASE_TEST_ZK")?,
        })
    }

    /// A directory that is removed with the cluster.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// A command of the script: `["gateway", "kill"]`, `["java", "Class", …]`.
    pub fn script(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.script);
        command.args(arguments);
        command
    }

    /// Runs a command of the script; returns its output.
    ///
    /// # Errors
    /// If it fails, with its output.
    pub fn run(&self, arguments: &[&str]) -> Result<String, ClusterError> {
        output_of(&mut self.script(arguments))
    }

    /// Runs commands in `HBase`'s shell, which stops at the first error; returns its output. The shell starts
    /// in the directory `name` below [`directory`](Self::directory). Each test has its own directory, which
    /// contains the files that the commands name.
    ///
    /// # Errors
    /// If a command fails, with the commands and the shell's output.
    pub fn shell(&self, name: &str, commands: &str) -> Result<String, ClusterError> {
        let folder = self.directory.join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("commands.txt"), format!("{commands}\nexit\n"))?;
        let printed = output_of(self.script(&["shell", "commands.txt"]).current_dir(&folder));
        printed.map_err(|error| ClusterError::Failed(format!("{name}:\n{commands}\n{error}")))
    }
}

fn variable(name: &'static str) -> Result<String, ClusterError> {
    env::var(name).map_err(|_| ClusterError::NotRunning(name))
}

/// The output of a successful command.
fn output_of(command: &mut Command) -> Result<String, ClusterError> {
    let output = command.output()?;
    let streams = [&output.stdout, &output.stderr];
    let printed = streams.map(|bytes| String::from_utf8_lossy(bytes)).concat();
    if output.status.success() {
        return Ok(printed);
    }
    Err(ClusterError::Failed(format!(
        "{:?}: {printed}",
        command.get_args()
    )))
}

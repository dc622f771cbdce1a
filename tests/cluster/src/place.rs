//! Where the `HBase` of this run is, and its control.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use std::{env, fs, io};

use hbase_model::Deadline;

/// A deadline that only what hangs misses, on a busy machine too: two minutes.
pub fn soon() -> Deadline {
    Deadline::after(Duration::from_mins(2))
}

/// Why the `HBase` of this run cannot be used.
#[derive(Debug)]
pub enum Problem {
    /// A variable is missing: no `HBase` is running here.
    Missing(&'static str),
    /// A process could not be run, or a file not be written.
    Io(io::Error),
    /// A command failed; what it printed.
    Failed(String),
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing(variable) => write!(
                f,
                "{variable} is not set: run this below `tests/hbase/hbase with`"
            ),
            Self::Io(error) => write!(f, "{error}"),
            Self::Failed(printed) => f.write_str(printed),
        }
    }
}

impl std::error::Error for Problem {}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

/// The `HBase` that this process runs beside.
#[derive(Clone, Debug)]
pub struct Place {
    directory: PathBuf,
    script: PathBuf,
    /// `host:port` of the Thrift gateway.
    pub thrift: String,
    /// `host:port` of the master.
    pub master: String,
    /// `host:port` of `ZooKeeper`.
    pub zookeeper: String,
}

impl Place {
    /// Where it is, by the variables of `tests/hbase/hbase`.
    ///
    /// # Errors
    /// [`Problem::Missing`] where none is running.
    pub fn find() -> Result<Self, Problem> {
        Ok(Self {
            directory: variable("HBASE_TEST_DIR")?.into(),
            script: variable("HBASE_TEST_SCRIPT")?.into(),
            thrift: variable("HBASE_TEST_THRIFT")?,
            master: variable("HBASE_TEST_MASTER")?,
            zookeeper: variable("HBASE_TEST_ZK")?,
        })
    }

    /// A folder that is removed with the cluster.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// A command of the script: `["gateway", "kill"]`, `["java", "Class", …]`.
    pub fn script(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.script);
        command.args(arguments);
        command
    }

    /// Runs a command of the script to its end; what it printed.
    ///
    /// # Errors
    /// Where it fails, with what it printed.
    pub fn run(&self, arguments: &[&str]) -> Result<String, Problem> {
        ended(&mut self.script(arguments))
    }

    /// Runs commands in `HBase`'s shell, which stops at the first error; what it printed. It is
    /// started in the folder `name` of [`directory`](Self::directory), one of its own for each test,
    /// where the files lie that the commands name.
    ///
    /// # Errors
    /// Where one fails, with the commands and what the shell printed.
    pub fn shell(&self, name: &str, commands: &str) -> Result<String, Problem> {
        let folder = self.directory.join(name);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("commands.txt"), format!("{commands}\nexit\n"))?;
        let printed = ended(self.script(&["shell", "commands.txt"]).current_dir(&folder));
        printed.map_err(|problem| Problem::Failed(format!("{name}:\n{commands}\n{problem}")))
    }
}

fn variable(name: &'static str) -> Result<String, Problem> {
    env::var(name).map_err(|_| Problem::Missing(name))
}

/// What a command printed, once it has ended well.
fn ended(command: &mut Command) -> Result<String, Problem> {
    let output = command.output()?;
    let streams = [&output.stdout, &output.stderr];
    let printed = streams.map(|bytes| String::from_utf8_lossy(bytes)).concat();
    if output.status.success() {
        return Ok(printed);
    }
    Err(Problem::Failed(format!(
        "{:?}: {printed}",
        command.get_args()
    )))
}

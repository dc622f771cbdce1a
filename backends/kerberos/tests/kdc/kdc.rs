//! The KDC that `tests/kerberos/kerberos` has started.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tokio::sync::{RwLock, RwLockReadGuard, RwLockWriteGuard};

use hbase_schema_kerberos::{Config, Credentials};

/// Tests that stop the KDC run alone.
static RUNNING: RwLock<()> = RwLock::const_new(());

/// A running KDC.
pub(crate) struct Kdc {
    pub(crate) folder: PathBuf,
    pub(crate) address: String,
    pub(crate) script: PathBuf,
    _permission: Permission,
}

/// One of the two.
type Permission = (
    Option<RwLockReadGuard<'static, ()>>,
    Option<RwLockWriteGuard<'static, ()>>,
);

impl Kdc {
    /// The KDC of this run.
    ///
    /// # Panics
    /// If no KDC runs.
    pub(crate) async fn running() -> Self {
        Self::with((Some(RUNNING.read().await), None))
    }

    /// The same for a test that may stop it.
    pub(crate) async fn alone() -> Self {
        Self::with((None, Some(RUNNING.write().await)))
    }

    fn with(permission: Permission) -> Self {
        let variable = |name| {
            env::var(name).unwrap_or_else(|_| {
                panic!("{name} is not set: run `tests/kerberos/kerberos with cargo test … -- --include-ignored`")
            })
        };
        Self {
            folder: variable("KERBEROS_TEST_DIR").into(),
            address: variable("KERBEROS_TEST_KDC"),
            script: variable("KERBEROS_TEST_SCRIPT").into(),
            _permission: permission,
        }
    }

    pub(crate) fn config(&self) -> Config {
        Config::from_files([self.folder.join("krb5.conf")]).expect("the script's krb5.conf")
    }

    /// A configuration that differs from the script's in some lines.
    pub(crate) fn config_with(&self, change: impl FnOnce(String) -> String) -> Config {
        let text =
            fs::read_to_string(self.folder.join("krb5.conf")).expect("the script's krb5.conf");
        let file = tempfile::NamedTempFile::new().expect("a file");
        fs::write(&file, change(text)).expect("writes");
        Config::from_files([file.path()]).expect("a valid configuration")
    }

    pub(crate) fn keytab(&self, principal: &str) -> PathBuf {
        self.folder
            .join(format!("{}.keytab", principal.replace('/', "-")))
    }

    pub(crate) fn credentials(&self, principal: &str) -> Credentials {
        let credentials =
            Credentials::from_keytab(self.config(), self.keytab(principal), principal);
        credentials.expect("a principal")
    }

    /// A file in a folder that is removed with the KDC.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    pub(crate) fn kinit(&self, principal: &str, cache: &Path, options: &[&str]) {
        self.kinit_by(&self.folder.join("krb5.conf"), principal, cache, options);
    }

    pub(crate) fn kinit_by(&self, config: &Path, principal: &str, cache: &Path, options: &[&str]) {
        let mut command = Command::new("kinit");
        command.env("KRB5_CONFIG", config);
        command
            .args(["-k", "-t"])
            .arg(self.keytab(principal))
            .arg("-c")
            .arg(cache);
        succeeds(command.args(options).arg(principal));
    }

    pub(crate) fn control(&self, command: &[&str]) {
        succeeds(Command::new(&self.script).arg("kdc").args(command));
    }

    pub(crate) fn admin(&self, command: &str) {
        succeeds(
            Command::new(&self.script)
                .args(["admin", "TEST.LOCAL"])
                .arg(command),
        );
    }
}

fn succeeds(command: &mut Command) -> Output {
    let output = command.output().expect("the command runs");
    assert!(output.status.success(), "{command:?}: {output:?}");
    output
}

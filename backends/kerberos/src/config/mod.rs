//! Settings of `krb5.conf`, in the format of MIT Kerberos.

mod domain;
mod duration;
mod error;
mod include;
mod kdc;
mod line;
mod profile;
mod settings;
mod values;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{env, fmt, fs, io};

pub use error::ConfigError;
pub(crate) use kdc::KdcAddress;
pub(crate) use settings::Settings;

use include::Reader;
use profile::Profile;

/// The file that is read if `KRB5_CONFIG` is not set.
const DEFAULT: &str = "/etc/krb5.conf";

/// The settings of one or several `krb5.conf`. A clone is cheap.
///
/// These settings count; others are ignored, as MIT's client ignores unknown ones:
///
/// - `[libdefaults]`: `default_realm`, `clockskew`, `kdc_timesync`, `dns_lookup_kdc`, `ticket_lifetime`, `renew_lifetime`, `forwardable`,
///   `permitted_enctypes`, `default_tkt_enctypes`, `default_tgs_enctypes`, `default_ccache_name`, `default_keytab_name`;
/// - `[realms]`: `kdc` of each realm, several times, with or without a port and `tcp/`;
/// - `[domain_realm]`;
/// - `include` and `includedir`.
///
/// The KDCs of a realm without one are those of its SRV records `_kerberos._tcp.REALM` in DNS, unless `dns_lookup_kdc` is
/// `false`. KDCs are called over TCP, whatever `udp_preference_limit` is; those with `udp/` or `https://` are left out.
/// Names of hosts are used as they are: `dns_canonicalize_hostname` and `rdns` have no effect. `[capaths]` is not read:
/// the KDCs' referrals decide on the way to another realm.
///
/// ```
/// use hbase_schema_kerberos::Config;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("krb5.conf");
/// std::fs::write(&path, "
/// [libdefaults]
///   default_realm = EXAMPLE.COM
/// [realms]
///   EXAMPLE.COM = {
///     kdc = kdc1.example.com
///     kdc = kdc2.example.com:1088
///   }
/// ")?;
/// let config = Config::from_files([&path])?;
/// assert_eq!(config.default_realm(), Some("EXAMPLE.COM"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Config {
    settings: Arc<Settings>,
}

impl Config {
    /// Reads the files that `KRB5_CONFIG` names, separated by colons, or else `/etc/krb5.conf`. Files that do not exist
    /// are left out, as by MIT's client, but one of those in `KRB5_CONFIG` must exist. Without `/etc/krb5.conf`, all
    /// settings have their defaults, and no realm has a KDC.
    ///
    /// # Errors
    /// A file that cannot be read, or a line that does not follow the format.
    pub fn load() -> Result<Self, ConfigError> {
        Self::named(env::var_os("KRB5_CONFIG").as_deref())
    }

    fn named(names: Option<&OsStr>) -> Result<Self, ConfigError> {
        let names = names.filter(|names| !names.is_empty());
        let files: Vec<_> = env::split_paths(names.unwrap_or(DEFAULT.as_ref())).collect();
        // A file that exists but cannot be read is an error, not a file that is left out.
        let exists = |file: &&PathBuf| {
            let error = fs::metadata(file).err();
            error.is_none_or(|error| error.kind() != io::ErrorKind::NotFound)
        };
        let existing: Vec<_> = files.iter().filter(exists).collect();
        if existing.is_empty() && names.is_some() {
            return Self::from_files(files);
        }
        Self::read(&existing, files.clone())
    }

    /// Reads these files. Of a setting that several have, the first counts; KDCs of all are used, in order.
    ///
    /// # Errors
    /// A file that cannot be read, or a line that does not follow the format.
    pub fn from_files(
        files: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> Result<Self, ConfigError> {
        let files = files.into_iter().map(|file| file.as_ref().to_owned());
        let files: Vec<PathBuf> = files.collect();
        Self::read(&files, files.clone())
    }

    /// The realm of principals without one.
    pub fn default_realm(&self) -> Option<&str> {
        self.settings.default_realm.as_deref()
    }

    fn read(files: &[impl AsRef<Path>], named: Vec<PathBuf>) -> Result<Self, ConfigError> {
        let mut reader = Reader::default();
        for file in files {
            reader.read(file.as_ref())?;
        }
        Self::of(&reader.finish(), named)
    }

    pub(crate) fn of(profile: &Profile, files: Vec<PathBuf>) -> Result<Self, ConfigError> {
        let settings = Arc::new(Settings::of(profile, files)?);
        Ok(Self { settings })
    }

    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("files", &self.settings.files)
            .field("default_realm", &self.settings.default_realm)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
pub(crate) mod tests;

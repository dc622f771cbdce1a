//! Names of settings: renamed ones, and misspelt ones.

use super::error::SettingsError;
use super::layers::{Setting, Settings};
use super::{cluster, native, security, store};

/// The first two words of this crate's settings.
const PREFIX: &str = "hbase.schema";

/// Maximum typos in the prefix of a name that counts as this crate's.
const PREFIX_TYPOS: usize = 2;

/// Maximum typos in a name for which the nearest one is suggested.
const NAME_TYPOS: usize = 6;

/// Old names that are still supported, with the current ones.
const RENAMED: &[(&str, &str)] = &[(
    "hbase.schema.scan.side.by.side",
    "hbase.schema.max.concurrent.scans",
)];

/// The current name of a setting.
pub(super) fn current(name: &str) -> &str {
    let renamed = RENAMED.iter().find(|(old, _)| *old == name);
    renamed.map_or(name, |(_, current)| current)
}

/// Checks the names of this crate's settings, including those without a value; `limits` are the
/// names that [`Limits`](crate::Limits) reads.
pub(crate) fn check_names(settings: &Settings, limits: &[&str]) -> Result<(), SettingsError> {
    let is_unknown = |setting: &Setting<'_>| {
        is_own(setting.name()) && !known(limits).contains(&current(setting.name()))
    };
    match settings.all().find(is_unknown) {
        None => Ok(()),
        Some(setting) => {
            let mut known = known(limits);
            known.retain(|name| is_own(name));
            Err(unknown(setting.source(), setting.name(), &known))
        }
    }
}

/// Checks the names of a url's parameters: unlike a file's settings, they are meant for this crate, so that any unknown name
/// is an error.
pub(crate) fn check_parameters(
    url: &str,
    parameters: &[(String, String)],
    limits: &[&str],
) -> Result<(), SettingsError> {
    let known = known(limits);
    let mut names = parameters.iter().map(|(name, _)| name.as_str());
    match names.find(|name| !known.contains(&current(name))) {
        None => Ok(()),
        Some(name) => Err(unknown(url, name, &known)),
    }
}

/// The names of all settings.
fn known<'n>(limits: &[&'n str]) -> Vec<&'n str> {
    let of_backends = [store::NAMES, native::NAMES, security::NAMES].concat();
    [cluster::NAMES, limits, &of_backends].concat()
}

#[cold]
fn unknown(origin: &str, name: &str, known: &[&str]) -> SettingsError {
    let written = normalized(name);
    let typos = |name: &&&str| strsim::damerau_levenshtein(&written, name);
    let nearest = known.iter().min_by_key(typos);
    let help = match nearest.filter(|name| typos(name) <= NAME_TYPOS) {
        Some(name) => format!(": did you mean `{name}`?"),
        None => format!(", expected one of {}", known.join(", ")),
    };
    SettingsError::Unknown {
        origin: origin.to_owned(),
        key: name.to_owned(),
        help,
    }
}

/// Whether a name is this crate's, or was meant to be: `hbase.shema.url`, `HBASE_SCHEMA_URL`.
fn is_own(name: &str) -> bool {
    let name = normalized(name);
    let second_dot = name.match_indices('.').nth(1);
    let prefix = second_dot.map_or(&*name, |(end, _)| &name[..end]);
    strsim::damerau_levenshtein(prefix, PREFIX) <= PREFIX_TYPOS
}

/// A name in the alphabet of settings' names, so that only its typos count.
fn normalized(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace(['-', '_'], ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_up_to_two_typos_in_its_prefix_is_meant_to_be_of_this_crate() {
        for (name, expected) in [
            ("hbase.schema.url", true),
            ("HBASE_SCHEMA_URL", true),
            ("hbase-schema", true),
            ("hbase.shema.url", true),
            ("hbse.shema.url", true),
            ("hbse.shma.url", false),
            ("hbase.zookeeper.quorum", false),
            ("hbase", false),
        ] {
            assert_eq!(is_own(name), expected, "{name}");
        }
    }

    #[test]
    fn unknown_names_of_this_crate_are_errors() {
        let check =
            |name: &str| check_names(&Settings::new().set(name, "1"), &["hbase.schema.max.rows"]);
        for name in ["hbase.schema.max.rows", "hbase.other", RENAMED[0].0] {
            let limits = ["hbase.schema.max.rows", RENAMED[0].1];
            let settings = Settings::new().set(name, "1");
            assert_eq!(check_names(&settings, &limits), Ok(()), "{name}");
        }
        let error = check("hbase.schema.max.row")
            .expect_err("no such name")
            .to_string();
        assert!(
            error.contains("did you mean `hbase.schema.max.rows`?"),
            "{error}"
        );
        let error = check("hbase.schema.something.else.entirely").expect_err("no such name");
        assert!(error.to_string().contains("expected one of "), "{error}");
    }

    #[test]
    fn any_unknown_parameter_of_a_url_is_an_error() {
        let limits = ["hbase.schema.max.rows"];
        let check =
            |name: &str| check_parameters("url", &[(name.to_owned(), String::new())], &limits);
        assert_eq!(check("hbase.schema.max.rows"), Ok(()));
        assert!(check("hbase.other").is_err());
        assert_eq!(check_parameters("url", &[], &limits), Ok(()));
    }

    #[test]
    fn a_setting_has_its_name_value_and_source() {
        let settings = Settings::new().set("b", " 2 ").set("a", "1").set("c", " ");
        let found: Vec<_> = settings
            .iter()
            .map(|setting| (setting.name(), setting.value(), setting.source()))
            .collect();
        assert_eq!(found, [("a", "1", "code"), ("b", "2", "code")]);
    }
}

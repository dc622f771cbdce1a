//! Names of caches and keytabs in variables and settings.

use std::env;
use std::path::PathBuf;

use crate::config::Config;
use crate::error::LoginError;
use crate::file::path_of;

/// The cache of `KRB5CCNAME`, of `default_ccache_name`, or of the user.
pub(crate) fn default_cache(config: &Config) -> Result<PathBuf, LoginError> {
    let name = match env::var("KRB5CCNAME") {
        Ok(name) if !name.is_empty() => name,
        _ => match &config.settings().default_cache {
            Some(name) => expanded(name)?,
            None => expanded("FILE:/tmp/krb5cc_%{uid}")?,
        },
    };
    match path_of(&name) {
        Ok(path) => Ok(path.into()),
        Err(_) => Err(LoginError::UnsupportedCache { name }),
    }
}

/// The keytab of `KRB5_KTNAME`, of `default_keytab_name`, or of the machine.
pub(crate) fn default_keytab(config: &Config) -> Result<PathBuf, LoginError> {
    let name = match env::var("KRB5_KTNAME") {
        Ok(name) if !name.is_empty() => name,
        _ => match &config.settings().default_keytab {
            Some(name) => expanded(name)?,
            None => "/etc/krb5.keytab".to_owned(),
        },
    };
    match path_of(&name) {
        Ok(path) => Ok(path.into()),
        Err(_) => Err(LoginError::request(format!(
            "the keytab {name} is not a file: set `KRB5_KTNAME=FILE:/path`"
        ))),
    }
}

/// Replaces the tokens of MIT's `parameter_expansion`.
fn expanded(name: &str) -> Result<String, LoginError> {
    let mut text = String::new();
    let mut rest = name;
    while let Some((before, after)) = rest.split_once("%{") {
        text.push_str(before);
        let Some((token, after)) = after.split_once('}') else {
            break;
        };
        text.push_str(&value_of(name, token)?);
        rest = after;
    }
    text.push_str(rest);
    Ok(text)
}

fn value_of(name: &str, token: &str) -> Result<String, LoginError> {
    match token {
        "uid" | "euid" | "USERID" => user(token),
        "TEMP" => Ok(env::temp_dir().to_string_lossy().into_owned()),
        "null" => Ok(String::new()),
        _ => Err(LoginError::request(format!(
            "the name {name} in krb5.conf has `%{{{token}}}`: expected `%{{uid}}`, `%{{euid}}`, `%{{USERID}}`, `%{{TEMP}}` or `%{{null}}`"
        ))),
    }
}

#[cfg(unix)]
#[expect(
    clippy::unnecessary_wraps,
    reason = "other systems have no such number"
)]
fn user(token: &str) -> Result<String, LoginError> {
    let user = match token {
        "euid" => rustix::process::geteuid(),
        _ => rustix::process::getuid(),
    };
    Ok(user.as_raw().to_string())
}

#[cfg(not(unix))]
fn user(token: &str) -> Result<String, LoginError> {
    Err(LoginError::request(format!(
        "this system has no number for `%{{{token}}}`: set `KRB5CCNAME`"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_replaced() {
        assert_eq!(expanded("FILE:/a/b%{null}c").unwrap(), "FILE:/a/bc");
        let uid = expanded("%{uid}").unwrap();
        assert!(uid.parse::<u32>().is_ok(), "{uid}");
        let error = expanded("/a/%{username}").unwrap_err().to_string();
        assert!(
            error.contains("the name /a/%{username} in krb5.conf has `%{username}`"),
            "{error}"
        );
    }
}

//! The login of the settings.

use std::fmt;

use hbase_native::{Credentials, DelegationToken, KerberosConfig, Login, LoginError, Protection};

use crate::db::{CallContext, Error};
use crate::settings::{Protection as Setting, SecuritySettings, SettingsError, TokenBytes};

/// The login of the settings: delegation tokens if there are any, else Kerberos.
pub(super) fn login(settings: &SecuritySettings) -> Result<Login, Error> {
    let tokens = match (&settings.tokens, &settings.token_file) {
        (Some(TokenBytes(bytes)), _) => of_bytes(bytes)?,
        (None, Some(path)) => of_file(path)?,
        (None, None) => Vec::new(),
    };
    let login = if tokens.is_empty() {
        let principal = |principal: &Option<String>| principal.clone().unwrap_or_default();
        let credentials = credentials(settings).map_err(|error| not_logged_in(&error))?;
        let (master, region_server) = (&settings.master, &settings.region_server);
        Login::kerberos(credentials, principal(master), principal(region_server))
    } else if let Some(user) = &settings.on_behalf_of {
        // As the token's owner, calls could do more than the user may.
        let why = "a delegation token calls for its owner alone: log in by Kerberos, without `hbase.schema.native.token.file` and `HADOOP_TOKEN_FILE_LOCATION`";
        return Err(not_logged_in(&format!("calls on behalf of {user}: {why}")));
    } else {
        Login::tokens(tokens)
    };
    let mut login = login
        .protections(settings.protections.iter().copied().map(protection))
        .fallback_to_simple(settings.is_simple_allowed);
    if let Some(user) = &settings.on_behalf_of {
        login = login.on_behalf_of(user);
    }
    Ok(login)
}

/// The keytab, or a credential cache.
fn credentials(settings: &SecuritySettings) -> Result<Credentials, LoginError> {
    let config = match &settings.krb5_conf {
        Some(path) => KerberosConfig::from_files([path])?,
        None => KerberosConfig::load()?,
    };
    match (&settings.keytab, &settings.principal, &settings.cache) {
        (Some(keytab), Some(principal), _) => Credentials::from_keytab(config, keytab, principal),
        (_, _, Some(cache)) => {
            let path = cache.strip_prefix("FILE:").unwrap_or(cache);
            Credentials::from_cache(config, path)
        }
        _ => Credentials::from_default_cache(config),
    }
}

fn not_logged_in(error: &impl fmt::Display) -> Error {
    CallContext::call("connect").backend(hbase_backend::Error::Unauthenticated {
        doing: "reading the credentials",
        why: error.to_string(),
    })
}

fn of_file(path: &str) -> Result<Vec<DelegationToken>, Error> {
    let tokens = DelegationToken::read_file(path);
    tokens.map_err(|error| {
        let (path, what) = (path.to_owned(), error.to_string());
        Error::from(SettingsError::File { path, what })
    })
}

fn of_bytes(bytes: &[u8]) -> Result<Vec<DelegationToken>, Error> {
    let tokens = DelegationToken::parse_file(bytes);
    tokens.map_err(|error| {
        let (path, what) = ("the given tokens".to_owned(), error.to_string());
        Error::from(SettingsError::File { path, what })
    })
}

fn protection(setting: Setting) -> Protection {
    match setting {
        Setting::Authentication => Protection::Authentication,
        Setting::Integrity => Protection::Integrity,
        Setting::Privacy => Protection::Privacy,
    }
}

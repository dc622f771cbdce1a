//! The settings of logins to secured clusters.

use std::fmt;

use super::error::SettingsError;
use super::layers::Settings;

declare! { security_table:
    AUTHENTICATION = "hbase.security.authentication", "`kerberos` logs in to the servers (feature `kerberos`)", "simple";
    MASTER = "hbase.master.kerberos.principal", "the masters' principal; `_HOST` is replaced by the server's name", "";
    REGION_SERVER = "hbase.regionserver.kerberos.principal", "the region servers' principal", "";
    PROTECTION = "hbase.rpc.protection", "comma-separated `authentication`, `integrity` and `privacy`, in the order of preference", "authentication";
    KEYTAB = "hbase.client.keytab.file", "log in by this keytab", "";
    PRINCIPAL = "hbase.client.keytab.principal", "the client's principal in the keytab", "";
    CACHE = "hbase.schema.native.credential.cache", "without a keytab: log in by this credential cache, a path or `FILE:PATH`", "`KRB5CCNAME`, or the one in `krb5.conf`";
    KRB5_CONF = "hbase.schema.native.krb5.conf", "the realms and their KDCs", "`KRB5_CONFIG`, or `/etc/krb5.conf`";
    TOKEN_FILE = "hbase.schema.native.token.file", "log in by the delegation tokens in this file of Hadoop, instead of by Kerberos", "`HADOOP_TOKEN_FILE_LOCATION`";
    ON_BEHALF_OF = "hbase.schema.native.on.behalf.of", "the user on whose behalf calls are made (`doAs`)", "";
    FALLBACK = "hbase.ipc.client.fallback-to-simple-auth-allowed", "`true` connects to servers that require no authentication, which anybody can impersonate", "false";
}

/// How a client logs in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SecuritySettings {
    pub(crate) master: Option<String>,
    pub(crate) region_server: Option<String>,
    pub(crate) protections: Vec<Protection>,
    pub(crate) keytab: Option<String>,
    pub(crate) principal: Option<String>,
    pub(crate) cache: Option<String>,
    pub(crate) krb5_conf: Option<String>,
    pub(crate) token_file: Option<String>,
    pub(crate) on_behalf_of: Option<String>,
    pub(crate) is_simple_allowed: bool,
    /// Tokens of the program itself, in place of those of a file.
    pub(crate) tokens: Option<TokenBytes>,
}

/// The bytes of a token file, which are secret.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct TokenBytes(pub(crate) Vec<u8>);

impl fmt::Debug for TokenBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes", self.0.len())
    }
}

/// The protection of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Protection {
    Authentication,
    Integrity,
    Privacy,
}

impl SecuritySettings {
    /// `None` for a client that does not log in.
    ///
    /// # Errors
    /// Invalid values, which matter only if the client connects: other backends ignore them.
    pub(crate) fn read(settings: &Settings) -> Result<Option<Self>, SettingsError> {
        let is_secured = match settings.get(AUTHENTICATION) {
            None => false,
            Some(method) if method.eq_ignore_ascii_case("simple") => false,
            Some(method) if method.eq_ignore_ascii_case("kerberos") => true,
            Some(_) => return Err(settings.wrong_value(AUTHENTICATION, "`simple` or `kerberos`")),
        };
        if !is_secured {
            return Ok(None);
        }
        let text = |name| settings.get(name).map(str::to_owned);
        let keytab = text(KEYTAB);
        if keytab.is_some() && settings.get(PRINCIPAL).is_none() {
            let expected = "`hbase.client.keytab.principal`, the user in the keytab, as well";
            return Err(settings.wrong_value(KEYTAB, expected));
        }
        Ok(Some(Self {
            master: text(MASTER),
            region_server: text(REGION_SERVER),
            protections: protections(settings)?,
            keytab,
            principal: text(PRINCIPAL),
            cache: text(CACHE),
            krb5_conf: text(KRB5_CONF),
            token_file: text(TOKEN_FILE).or_else(|| std::env::var(TOKEN_VARIABLE).ok()),
            on_behalf_of: text(ON_BEHALF_OF),
            is_simple_allowed: settings
                .get(FALLBACK)
                .is_some_and(|flag| flag.eq_ignore_ascii_case("true")),
            tokens: None,
        }))
    }
}

/// Hadoop's variable with the file of a program's tokens.
const TOKEN_VARIABLE: &str = "HADOOP_TOKEN_FILE_LOCATION";

fn protections(settings: &Settings) -> Result<Vec<Protection>, SettingsError> {
    let Some(list) = settings.get(PROTECTION) else {
        return Ok(vec![Protection::Authentication]);
    };
    let names = list.split(',').map(str::trim);
    let protections = names.map(Protection::parse).collect::<Option<Vec<_>>>();
    let expected = "a comma-separated list of `authentication`, `integrity` and `privacy`";
    protections.ok_or_else(|| settings.wrong_value(PROTECTION, expected))
}

impl Protection {
    /// Hadoop's names, and those of SASL, which Hadoop accepts too.
    fn parse(name: &str) -> Option<Self> {
        Some(match &*name.to_ascii_lowercase() {
            "authentication" | "auth" => Self::Authentication,
            "integrity" | "auth-int" => Self::Integrity,
            "privacy" | "auth-conf" => Self::Privacy,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secured() -> Settings {
        Settings::new().set(AUTHENTICATION, "Kerberos")
    }

    fn read(settings: &Settings) -> SecuritySettings {
        let read = SecuritySettings::read(settings).expect("settings");
        read.expect("a login")
    }

    #[test]
    fn only_kerberos_logs_in() {
        assert_eq!(SecuritySettings::read(&Settings::new()), Ok(None));
        let simple = Settings::new().set(AUTHENTICATION, "SIMPLE");
        assert_eq!(SecuritySettings::read(&simple), Ok(None));
        assert_eq!(read(&secured()).protections, [Protection::Authentication]);
        let other = Settings::new().set(AUTHENTICATION, "ldap");
        let error = SecuritySettings::read(&other)
            .expect_err("ldap")
            .to_string();
        assert!(
            error.contains("is `ldap`, expected `simple` or `kerberos`"),
            "{error}"
        );
    }

    #[test]
    fn protections_keep_their_order() {
        let list = secured().set(PROTECTION, "privacy, AUTH-INT ,authentication");
        let expected = [
            Protection::Privacy,
            Protection::Integrity,
            Protection::Authentication,
        ];
        assert_eq!(read(&list).protections, expected);
        for wrong in ["private", "privacy,", ",", "privacy;integrity"] {
            let list = secured().set(PROTECTION, wrong);
            let error = SecuritySettings::read(&list).expect_err(wrong).to_string();
            assert!(
                error.contains("`authentication`, `integrity` and `privacy`"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_keytab_needs_its_principal() {
        let keytab = secured().set(KEYTAB, "/etc/alice.keytab");
        let error = SecuritySettings::read(&keytab)
            .expect_err("no principal")
            .to_string();
        assert!(error.contains("hbase.client.keytab.principal"), "{error}");
        let both = keytab.set(PRINCIPAL, "alice@EXAMPLE.ORG");
        assert_eq!(read(&both).principal.as_deref(), Some("alice@EXAMPLE.ORG"));
    }

    #[test]
    fn only_true_allows_connections_without_authentication() {
        for (flag, is_allowed) in [
            ("true", true),
            ("TRUE", true),
            ("false", false),
            ("yes", false),
        ] {
            assert_eq!(
                read(&secured().set(FALLBACK, flag)).is_simple_allowed,
                is_allowed
            );
        }
    }
}

//! Files, and their errors.

use std::fs;
use std::path::Path;

use super::*;

/// Reads the text of one file.
pub(crate) fn parse(text: &str) -> Result<Config, ConfigError> {
    let path = Path::new("krb5.conf");
    let mut reader = Reader::default();
    reader.parse(path, text)?;
    Config::of(&reader.finish(), vec![path.to_owned()])
}

fn error(text: &str) -> String {
    parse(text).expect_err(text).to_string()
}

#[test]
fn settings_have_the_defaults_of_mit() {
    let config = parse("# nothing\n").unwrap();
    let settings = config.settings();
    assert_eq!(config.default_realm(), None);
    assert_eq!(
        (
            settings.clock_skew,
            settings.ticket_lifetime,
            settings.renew_lifetime
        ),
        (300, 86400, None)
    );
    assert!(settings.follows_clock && !settings.is_forwardable);
    assert_eq!(settings.kdcs("A"), []);
}

#[test]
fn a_whole_file_is_read() {
    let text = r#"
; a comment
[libdefaults]
    default_realm = A.LOCAL
    clockskew = 2
    ticket_lifetime = 1d
    renew_lifetime = "7d"
    kdc_timesync = 0
    permitted_enctypes = aes256-cts-hmac-sha384-192 rc4-hmac, AES128-CTS
    default_tgs_enctypes = DEFAULT -aes256-sha1
    default_ccache_name = FILE:/tmp/krb5cc_%{uid}
    unknown = value = with equals

[realms]
    A.LOCAL = {
        kdc = one
        kdc = tcp/two:1088 three
        auth_to_local_names = {
            a = b
        }
    }
[domain_realm]
    .A.Local = A.LOCAL
[realms]
    A.LOCAL = {
        kdc = [::1]:7
    }
    B = { 
    }
"#;
    let config = parse(text).unwrap();
    let settings = config.settings();
    assert_eq!(config.default_realm(), Some("A.LOCAL"));
    assert_eq!(
        (
            settings.clock_skew,
            settings.ticket_lifetime,
            settings.renew_lifetime
        ),
        (2, 86400, Some(604_800))
    );
    assert!(!settings.follows_clock);
    assert_eq!(
        settings.permitted_types,
        [EncryptionType::Aes256Sha384, EncryptionType::Aes128Sha1]
    );
    assert_eq!(settings.login_types, settings.permitted_types);
    assert_eq!(
        settings.ticket_types,
        [EncryptionType::Aes128Sha1, EncryptionType::Aes256Sha384]
    );
    let kdcs = settings.kdcs("A.LOCAL").iter().map(ToString::to_string);
    assert_eq!(
        kdcs.collect::<Vec<_>>(),
        ["one:88", "two:1088", "three:88", "[::1]:7"]
    );
    assert_eq!(settings.realm_of("h.a.local"), Some("A.LOCAL"));
    assert_eq!(
        format!("{config:?}"),
        r#"Config { files: ["krb5.conf"], default_realm: Some("A.LOCAL"), .. }"#
    );
}

use crate::crypto::EncryptionType;

#[test]
fn errors_have_a_line_and_what_is_expected() {
    for (text, expected) in [
        (
            "[libdefaults\n",
            "krb5.conf:1: found \"[libdefaults\", expected `[section]`",
        ),
        (
            "a = b\n",
            "krb5.conf:1: found a value before any section, expected a line such as `[libdefaults]` before it",
        ),
        (
            "[realms]\n\nA = {\n",
            "krb5.conf:3: found the end of the file, in \"A\", expected a line `}` for the `{` of this line",
        ),
        (
            "[realms]\nA = {\n[b]\n",
            "krb5.conf:3: found `[b]` within \"A\", expected a line `}` before it",
        ),
        (
            "[realms]\n}\n",
            "krb5.conf:2: found `}`, expected a line `name = {` before it",
        ),
        (
            "[a]\nb\n",
            "krb5.conf:2: found \"b\", expected `name = value`, `name = {`, `[section]` or `}`",
        ),
        (
            "[libdefaults]\nclockskew = soon\n",
            "krb5.conf:2: found \"soon\", expected a duration such as `36000`, `10h`, `1d 2h`, `10:00` or `10:00:00`",
        ),
        (
            "[libdefaults]\nforwardable = perhaps",
            "krb5.conf:2: found \"perhaps\", expected `true` or `false`",
        ),
        (
            "[libdefaults]\na = \"b\n",
            "krb5.conf:2: found \"a = \\\"b\", expected a closing `\"` at the end of the value",
        ),
        (
            "[realms]\nA = {\nkdc = host # main\n}\n",
            "krb5.conf:3: found \"host # main\", expected a comment on a line of its own",
        ),
        (
            "[realms]\nA = {\nkdc = host:x\n}\n",
            "krb5.conf:3: found \"host:x\", expected a port from 1 to 65535",
        ),
        (
            "include other\n",
            "krb5.conf:1: found \"other\", expected an absolute path",
        ),
    ] {
        assert_eq!(error(text), expected);
    }
    assert!(
        error("[libdefaults]\npermitted_enctypes = rc4-hmac des3\n")
            .contains("a supported encryption type")
    );
    let types =
        "[libdefaults]\npermitted_enctypes = aes256-sha1\ndefault_tkt_enctypes = aes128-sha1\n";
    assert_eq!(
        error(types),
        "krb5.conf:3: found \"aes128-sha1\", expected a type of `permitted_enctypes`"
    );
    assert!(
        error(&format!("[a]\n{}", "b = {\n".repeat(100))).contains("expected at most 16 sections")
    );
}

#[test]
fn the_first_file_counts_and_kdcs_are_collected() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    fs::write(
        &one,
        "[libdefaults]\ndefault_realm = ONE\n[realms]\nR = {\nkdc = one\n}\nF = {\nkdc* = one\n}\n",
    )
    .unwrap();
    fs::write(
        &two,
        "[libdefaults]\ndefault_realm = TWO\n[realms]\nR = {\nkdc = two\n}\nF = {\nkdc = two\n}\n",
    )
    .unwrap();
    let config = Config::from_files([&one, &two]).unwrap();
    assert_eq!(config.default_realm(), Some("ONE"));
    assert_eq!(config.settings().kdcs("R").len(), 2);
    assert_eq!(config.settings().kdcs("F").len(), 1);
    let missing = Config::from_files([folder.path().join("none")])
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("none cannot be read: No such file"),
        "{missing}"
    );
}

#[test]
fn files_include_others() {
    let folder = tempfile::tempdir().unwrap();
    let parts = folder.path().join("parts.d");
    fs::create_dir(&parts).unwrap();
    fs::write(parts.join("a.conf"), "[libdefaults]\ndefault_realm = A\n").unwrap();
    fs::write(parts.join("b"), "[domain_realm]\nh = B\n").unwrap();
    for ignored in [".hidden.conf", "c.conf~", "d.rpmsave"] {
        fs::write(parts.join(ignored), "no profile").unwrap();
    }
    let main = folder.path().join("krb5.conf");
    fs::write(&main, format!("includedir {}\n", parts.display())).unwrap();
    let config = Config::from_files([&main]).unwrap();
    assert_eq!(config.default_realm(), Some("A"));
    assert_eq!(config.settings().realm_of("h"), Some("B"));

    fs::write(&main, format!("include {}\n", main.display())).unwrap();
    let error = Config::from_files([&main]).unwrap_err().to_string();
    assert!(error.contains("no file that includes itself"), "{error}");
    fs::write(&main, [b"[a]\nb = ".as_slice(), &[0xff]].concat()).unwrap();
    let error = Config::from_files([&main]).unwrap_err().to_string();
    assert!(
        error.ends_with(":2: found bytes that are not UTF-8, expected UTF-8"),
        "{error}"
    );
}

#[test]
fn files_of_the_variable_may_be_missing_but_not_all() {
    let folder = tempfile::tempdir().unwrap();
    let (missing, existing) = (folder.path().join("none"), folder.path().join("krb5.conf"));
    fs::write(&existing, "[libdefaults]\ndefault_realm = A\n").unwrap();
    let both = env::join_paths([&missing, &existing]).unwrap();
    let config = Config::named(Some(&both)).unwrap();
    assert_eq!(config.default_realm(), Some("A"));
    let error = Config::named(Some(missing.as_os_str()))
        .unwrap_err()
        .to_string();
    assert!(
        error.contains("none cannot be read: No such file"),
        "{error}"
    );
    // A folder is not left out.
    let both = env::join_paths([folder.path(), &existing]).unwrap();
    assert!(matches!(
        Config::named(Some(&both)),
        Err(ConfigError::Unreadable { .. })
    ));
}

/// Sections of distributions and plug-ins, which are ignored.
#[test]
fn other_sections_are_ignored() {
    let text = "[logging]\n default = FILE:/var/log/krb5libs.log\n[plugins]\n localauth = {\n  module = sssd:/usr/lib/sssd_plugin.so\n  \
        enable_only = sssd\n }\n[appdefaults]\n pam = {\n  debug = false\n  mappings = a\\\\(.*) $1@A\n }\n[capaths]\n A = {\n  B = .\n }\n\
        module /usr/lib/a.so:table\n[realms]\n A = {\n  kdc = https://proxy/KdcProxy\n  kdc = h\n  admin_server = h\n  v4_realm = a\n  \
        auth_to_local = RULE:[2:$1](.*)s/^x$//\n  auth_to_local = DEFAULT\n }\n";
    let config = parse(text).unwrap();
    assert_eq!(config.settings().kdcs("A").len(), 1);
}

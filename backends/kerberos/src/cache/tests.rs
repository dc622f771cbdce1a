//! Caches in the format of `kinit`.

use super::*;

fn long(bytes: &[u8]) -> Vec<u8> {
    [&u32::try_from(bytes.len()).unwrap().to_be_bytes(), bytes].concat()
}

fn principal(realm: &str, names: &[&str]) -> Vec<u8> {
    let count = u32::try_from(names.len()).unwrap().to_be_bytes();
    let mut bytes = [&1_u32.to_be_bytes()[..], &count].concat();
    bytes.extend(long(realm.as_bytes()));
    for name in names {
        bytes.extend(long(name.as_bytes()));
    }
    bytes
}

fn entry(version: u8, service: &[u8], kind: u16, end: u32) -> Vec<u8> {
    let mut bytes = principal("A", &["alice"]);
    bytes.extend(service);
    bytes.extend(kind.to_be_bytes());
    if version == 3 {
        bytes.extend(kind.to_be_bytes());
    }
    bytes.extend(long(&[7; 32]));
    for time in [100, 0, end, end + 50] {
        bytes.extend(time.to_be_bytes());
    }
    bytes.push(0);
    bytes.extend((1_u32 << 23).to_be_bytes());
    bytes.extend([0, 0, 0, 1, 0, 2]);
    bytes.extend(long(&[127, 0, 0, 1]));
    bytes.extend([0, 0, 0, 0]);
    bytes.extend(long(b"ticket"));
    bytes.extend(long(b""));
    bytes
}

/// A cache of `alice@A` with a setting, a ticket of type 18 and one of type 23.
pub(crate) fn cache(version: u8) -> Vec<u8> {
    let granting: (&[&str], _, _) = (&["krbtgt", "A"], 18, 1000);
    with(version, &[granting, (&["old", "h"], 23, 1000)])
}

/// A cache of `alice@A` with a setting and tickets of `A`: the service, the encryption type, the end.
pub(crate) fn with(version: u8, tickets: &[(&[&str], u16, u32)]) -> Vec<u8> {
    let mut bytes = vec![5, version];
    if version == 4 {
        bytes.extend([0, 12, 0, 1, 0, 8]);
        bytes.extend((-5_i32).to_be_bytes());
        bytes.extend([0; 4]);
    }
    bytes.extend(principal("A", &["alice"]));
    let setting = principal("X-CACHECONF:", &["krb5_ccache_conf_data", "fast_avail"]);
    bytes.extend(entry(version, &setting, 0, 0));
    for (service, kind, end) in tickets {
        bytes.extend(entry(version, &principal("A", service), *kind, *end));
    }
    bytes
}

#[test]
fn both_versions_are_read() {
    for version in [3, 4] {
        let cache = parse(&cache(version)).unwrap();
        assert_eq!(cache.client.to_string(), "alice@A");
        assert_eq!(
            cache.offset.map(|offset| offset.seconds),
            (version == 4).then_some(-5)
        );
        let [ticket] = &*cache.credentials else {
            panic!("{cache:?}")
        };
        assert_eq!(ticket.service.to_string(), "krbtgt/A@A");
        assert_eq!(
            (ticket.start.0, ticket.end.0, &*ticket.ticket),
            (100, 1000, b"ticket".as_slice())
        );
        assert!(
            ticket.is_renewable(crate::time::Time(999))
                && !ticket.is_renewable(crate::time::Time(1000))
        );
        assert_eq!(cache.unsupported[0].1, 23);
        assert!(!format!("{cache:?}").contains("[7, 7"));
    }
}

#[test]
fn errors_name_the_offset() {
    let error = |bytes: &[u8]| {
        let error = FileError::format(Path::new("c"))(parse(bytes).unwrap_err());
        error.to_string()
    };
    assert!(error(&[5, 2]).starts_with("c, byte 0: found 05 02, expected 05 03 or 05 04"));
    assert!(error(b"").starts_with("c, byte 0: found 0 bytes until the end"));
    let whole = cache(4);
    let cut = error(&whole[..whole.len() - 5]);
    assert!(
        cut.contains("found 5 bytes until the end, expected a ticket of 6 bytes"),
        "{cut}"
    );
    let mut many = cache(3);
    many[6..10].copy_from_slice(&[0xff; 4]);
    assert!(
        error(&many)
            .starts_with("c, byte 6: found 4294967295, expected the number of names, at most 1024")
    );
    let missing = read(Path::new("/nonexistent/cache"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.starts_with(
            "no credentials: the cache /nonexistent/cache does not exist; run `kinit`"
        )
    );
}

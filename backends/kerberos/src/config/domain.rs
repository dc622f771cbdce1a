//! The realms of hosts: `[domain_realm]`.

use std::collections::HashMap;

/// The realm of a host. As MIT's client does, tries the name, and then each of its domains with and without the leading
/// dot: `h.a.b`, `.a.b`, `a.b`, `.b`, `b`.
pub(super) fn realm_of<'a>(domains: &'a HashMap<String, String>, host: &str) -> Option<&'a str> {
    let host = host.to_ascii_lowercase();
    let mut rest = host.trim_end_matches('.');
    while !rest.is_empty() {
        if let Some(realm) = domains.get(rest) {
            return Some(realm);
        }
        rest = match rest.strip_prefix('.') {
            Some(domain) => domain,
            None => &rest[rest.find('.')?..],
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_domain_counts() {
        let domains = [
            ("a.b", "HOST"),
            (".a.b", "DOMAIN"),
            ("c", "TOP"),
            ("x.a.b", "X"),
        ];
        let domains = domains
            .map(|(name, realm)| (name.to_owned(), realm.to_owned()))
            .into();
        for (host, expected) in [
            ("a.b", Some("HOST")),
            ("A.B.", Some("HOST")),
            ("h.a.b", Some("DOMAIN")),
            ("i.h.a.b", Some("DOMAIN")),
            ("x.a.b", Some("X")),
            ("h.c", Some("TOP")),
            ("h", None),
            ("", None),
            ("..", None),
            ("b", None),
        ] {
            assert_eq!(realm_of(&domains, host), expected, "{host}");
        }
    }
}

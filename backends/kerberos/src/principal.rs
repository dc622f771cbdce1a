//! Names of users and services, with their realm.

use std::fmt;

use crate::asn1::{DecodeError, Encoded, Fields, Sequence, in_list, integer, list, text};

/// `NT-PRINCIPAL` of RFC 4120 section 6.2.
const TYPE_PRINCIPAL: i32 = 1;
/// `NT-SRV-INST`.
const TYPE_SERVICE: i32 = 2;
/// `NT-SRV-HST`.
const TYPE_HOST: i32 = 3;

/// Maximum number of names before the realm. Kerberos has no limit; real names have three at most.
const MAX_COMPONENTS: usize = 64;

/// A principal: `alice@EXAMPLE.COM` or `hbase/host@EXAMPLE.COM`. Types of names are not compared (RFC 4120 section 6.2).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Principal {
    pub(crate) realm: String,
    pub(crate) components: Vec<String>,
}

/// Text that is not the name of a principal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
#[error("the principal {text:?} {cause}: expected `name@REALM` or `service/host@REALM`")]
pub struct PrincipalError {
    /// The text.
    pub text: String,
    /// What is missing or too much.
    pub cause: &'static str,
}

impl Principal {
    /// The principal of the service that issues tickets for `realm`, in the realm `issuer`.
    pub(crate) fn ticket_granting(realm: &str, issuer: &str) -> Self {
        Self {
            realm: issuer.to_owned(),
            components: vec!["krbtgt".to_owned(), realm.to_owned()],
        }
    }

    /// The realm for which this service issues tickets.
    pub(crate) fn granted_realm(&self) -> Option<&str> {
        match &*self.components {
            [service, realm] if service == "krbtgt" => Some(realm),
            _ => None,
        }
    }

    /// Reads `name/instance@REALM`, where a backslash escapes `/`, `@` and itself. The realm may be missing.
    pub(crate) fn parse(text: &str) -> Result<(Vec<String>, Option<String>), PrincipalError> {
        let error = |cause| PrincipalError {
            text: text.to_owned(),
            cause,
        };
        let mut names = vec![String::new()];
        let mut realm = None;
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            let letter = match letter {
                '\\' => unescaped(letters.next()).ok_or_else(|| error("ends in a backslash"))?,
                '@' if realm.is_some() => return Err(error("has two `@`")),
                '@' => {
                    realm = Some(String::new());
                    continue;
                }
                '/' if realm.is_none() => {
                    names.push(String::new());
                    continue;
                }
                letter => letter,
            };
            if let Some(part) = realm.as_mut().or(names.last_mut()) {
                part.push(letter);
            }
        }
        if names.iter().any(String::is_empty) {
            return Err(error("has an empty name"));
        }
        if realm.as_ref().is_some_and(String::is_empty) {
            return Err(error("has no realm after `@`"));
        }
        if names.len() > MAX_COMPONENTS {
            return Err(error("has more than 64 names"));
        }
        Ok((names, realm))
    }

    /// Encodes the `PrincipalName` of a service, without the realm.
    pub(crate) fn encode_name(&self) -> Encoded {
        self.encode_as(self.service_type())
    }

    /// Encodes the `PrincipalName` of a client, which has the same type as a user even if it is a service.
    pub(crate) fn encode_client(&self) -> Encoded {
        self.encode_as(TYPE_PRINCIPAL)
    }

    fn encode_as(&self, name_type: i32) -> Encoded {
        Sequence::new()
            .field(0, integer(name_type))
            .field(1, in_list(self.components.iter().map(|name| text(name))))
            .finish()
    }

    /// Decodes a `PrincipalName` of a realm.
    pub(crate) fn decode_name(bytes: &[u8], realm: String) -> Result<Self, DecodeError> {
        const MESSAGE: &str = "PrincipalName";
        let mut fields = Fields::of(MESSAGE, bytes)?;
        fields.integer(0)?;
        let names = list(MESSAGE, fields.required(1)?)?;
        if names.is_empty() || names.len() > MAX_COMPONENTS {
            return Err(fields.error(format!("{} names, expected 1 to 64", names.len())));
        }
        let components = names.into_iter().map(|name| {
            use der::Tagged as _;
            let expected = der::Tag::GeneralString;
            let utf8 = std::str::from_utf8(name.value()).ok();
            let name = utf8.filter(|_| name.tag() == expected);
            name.map(str::to_owned)
                .ok_or_else(|| DecodeError::new(MESSAGE, "a name is not a GeneralString in UTF-8"))
        });
        let components = components.collect::<Result<_, _>>()?;
        Ok(Self { realm, components })
    }

    /// KDCs issue referrals for services on hosts (RFC 6806 section 8), which they know by the type.
    fn service_type(&self) -> i32 {
        match &*self.components {
            _ if self.granted_realm().is_some() => TYPE_SERVICE,
            [_, _] => TYPE_HOST,
            _ => TYPE_PRINCIPAL,
        }
    }
}

fn unescaped(letter: Option<char>) -> Option<char> {
    letter.map(|letter| match letter {
        'n' => '\n',
        't' => '\t',
        'b' => '\u{8}',
        '0' => '\0',
        letter => letter,
    })
}

impl fmt::Display for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.components.iter().enumerate() {
            f.write_str(if index == 0 { "" } else { "/" })?;
            write_escaped(f, name, "/@\\")?;
        }
        f.write_str("@")?;
        write_escaped(f, &self.realm, "/@\\")
    }
}

impl fmt::Debug for Principal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

fn write_escaped(f: &mut fmt::Formatter<'_>, text: &str, special: &str) -> fmt::Result {
    for letter in text.chars() {
        match letter {
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\0' => f.write_str("\\0")?,
            letter if special.contains(letter) => write!(f, "\\{letter}")?,
            letter => write!(f, "{letter}")?,
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Principal {
        let (components, realm) = Principal::parse(text).expect("a principal");
        let realm = realm.expect("a realm");
        Principal { realm, components }
    }

    #[test]
    fn names_are_read_as_they_are_shown() {
        for text in [
            "alice@A.B",
            "hbase/host.example.com@A.B",
            "a/b/c@R",
            r"a\@b\/c\\@R\/S",
            "a\\nb@R",
            "é@R",
        ] {
            let principal = parsed(text);
            assert_eq!(principal.to_string(), text);
            assert_eq!(parsed(&principal.to_string()), principal);
            let name = principal.encode_name().expect("encodes");
            let decoded = Principal::decode_name(&name, principal.realm.clone());
            assert_eq!(decoded, Ok(principal));
        }
    }

    #[test]
    fn errors_name_what_is_expected() {
        let error = |text| Principal::parse(text).unwrap_err().to_string();
        assert_eq!(
            error("alice@A@B"),
            "the principal \"alice@A@B\" has two `@`: expected `name@REALM` or `service/host@REALM`"
        );
        for text in ["", "@R", "a/@R", "/a@R", "a@", "a\\"] {
            assert!(error(text).contains("expected"), "{text}");
        }
        assert_eq!(
            Principal::parse("alice"),
            Ok((vec!["alice".to_owned()], None))
        );
    }
}

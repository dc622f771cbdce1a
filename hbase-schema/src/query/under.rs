//! A domain with all below it.

use super::arg::KeyArg;
use super::builder::KeyScan;
use super::bytes::Tail;
use super::type_state::{Ended, SaltState};
use crate::codec::CodecError;
use crate::key::encoding::{Closed, Labels};
use crate::key::{KeyBuf, KeyPart, TextPart};
use crate::type_lists::each_text;

/// A domain with all below it; see [`under`].
#[derive(Clone, Copy, Debug)]
pub struct Under<T>(T);

/// Selects a domain and all below it, of a part with `reverse_labels`: `Page::scan().host(under("example.com"))` selects
/// `example.com` and `www.example.com`, but not `notexample.com`.
///
/// These are two ranges of keys, read as one scan: its cost is [`Several`](super::Several). No part can follow.
///
/// ```
/// use hbase_schema::{Error, HTable, under};
///
/// #[derive(HTable, Debug, PartialEq)]
/// #[table("DLQX:PAGE")]
/// #[rowkey(separator = ":")]
/// #[family("D1")]
/// struct Page {
///     #[rowkey(reverse_labels = ".")]
///     host: String,
///     #[rowkey]
///     path: String,
///     bytes: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Page>().await?;
/// let hosts = ["www.example.com", "example.com", "notexample.com", "example.com.au"];
/// db.put_many(hosts.map(|host| Page { host: host.into(), path: "/".into(), bytes: 1 })).await?;
/// // In the order of the keys: `com.example.www:` is before `com.example:`.
/// let pages = db.scan(Page::scan().host(under("example.com"))).rows().collect().await?;
/// assert_eq!(pages.iter().map(|page| &*page.host).collect::<Vec<_>>(), hosts[..2]);
/// # Ok(())
/// # }
/// ```
pub const fn under<T>(domain: T) -> Under<T> {
    Under(domain)
}

/// A property of an encoding: labels are in reverse order, so a domain and all below it are adjacent.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`under` selects a domain of a part with reversed labels, and this part has none",
    label = "the labels of `{Self}` are not in reverse order in the encoding `{E}`",
    note = "`reverse_labels = \".\"` writes `www.foo.com` as `com.foo.www`; other parts may have `prefix(…)`"
)]
pub trait LabelsPart<E>: KeyPart<E> {
    /// Adds a domain and all below it to a scan.
    fn push_domain(scan: &mut KeyScan, index: usize, domain: &str);
}

impl<T: TextPart, const SEPARATOR: u8> LabelsPart<Labels<SEPARATOR>> for T {
    fn push_domain(scan: &mut KeyScan, index: usize, domain: &str) {
        scan.push_under::<&str, Labels<SEPARATOR>>(index, &domain, SEPARATOR);
    }
}

impl<T: LabelsPart<E>, E, const NUL: bool> LabelsPart<Closed<E, NUL>> for T {
    fn push_domain(scan: &mut KeyScan, index: usize, domain: &str) {
        <T as LabelsPart<E>>::push_domain(scan, index, domain);
    }
}

macro_rules! under {
    ($([$($g:tt)*] $part:ty;)*) => {$(
        under!(@one ['v, $($g)*] $part, &'v str);
        under!(@one ['v, $($g)*] $part, &'v String);
        under!(@one [$($g)*] $part, String);
    )*};
    (@one [$($g:tt)*] $part:ty, $domain:ty) => {
        impl<$($g)* E> KeyArg<$part, E> for Under<$domain>
        where
            $part: LabelsPart<E>,
        {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange::AsMultiple;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                <$part as LabelsPart<E>>::push_domain(scan, index, &self.0);
            }
        }
    };
}

each_text!(under);

impl KeyScan {
    /// Adds a domain, and the prefix of all below it.
    fn push_under<T: KeyPart<E>, E>(&mut self, index: usize, domain: &T, separator: u8) {
        let mut below = KeyBuf::new();
        let written = domain.encode(&mut below);
        let written = written.and_then(|()| check(&below, separator));
        if let Err(cause) = written {
            let error = self.encode_error(index, domain, cause);
            return self.keep_error(Err(error));
        }
        hbase_model::KeySink::put_byte(&mut below, separator);
        self.push_several(index, 2, &|scan, number| match number {
            0 => scan.push_value::<T, E>(index, domain),
            _ => scan.set_tail(&Tail::Prefix(below.clone())),
        });
    }
}

/// A domain without labels would be any.
fn check(domain: &[u8], separator: u8) -> Result<(), CodecError> {
    let labels = domain.split(|byte| *byte == separator);
    if labels.into_iter().all(<[u8]>::is_empty) {
        return Err(CodecError::new(
            "found no label, expected a domain such as `example.com`: `..` selects all",
        ));
    }
    Ok(())
}

//! Chooses the keys of one principal.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::format::{Entry, parse};
use crate::crypto::encryption_type::name_of;
use crate::crypto::{EncryptionType, Key};
use crate::error::{FileError, LoginError};
use crate::list::join;
use crate::principal::Principal;

/// Maximum size of a keytab, bytes: some 10,000 keys.
const MAX_BYTES: u64 = 1 << 20;

/// Maximum number of principals in an error.
const MAX_NAMES: usize = 8;

/// The keys of one principal that are supported, newest first.
#[derive(Debug)]
pub(crate) struct ClientKeys {
    pub(crate) principal: Principal,
    pub(crate) file: PathBuf,
    keys: Vec<(u32, Key)>,
}

/// Reads the keys of a principal.
pub(crate) fn read(file: &Path, principal: &Principal) -> Result<ClientKeys, LoginError> {
    let bytes = crate::file::read(file, MAX_BYTES).map_err(FileError::unreadable(file))?;
    let entries = parse(&bytes).map_err(FileError::format(file))?;
    ClientKeys::of(file, principal, entries)
}

impl ClientKeys {
    pub(crate) fn of(
        file: &Path,
        principal: &Principal,
        entries: Vec<Entry>,
    ) -> Result<Self, LoginError> {
        let (mut own, others): (Vec<_>, Vec<_>) = entries
            .into_iter()
            .partition(|entry| entry.principal == *principal);
        if own.is_empty() {
            return Err(LoginError::NotInKeytab {
                keytab: file.to_owned(),
                principal: principal.to_string(),
                found: names(&others),
            });
        }
        own.sort_by(|a, b| age(b, a));
        let keys: Vec<_> = own.iter().filter_map(supported).collect();
        if keys.is_empty() {
            let kinds: BTreeSet<_> = own.iter().map(|entry| name_of(entry.kind)).collect();
            let kinds = kinds.into_iter().collect::<Vec<_>>().join(", ");
            return Err(LoginError::NoCommonType {
                principal: principal.to_string(),
                found: format!("the keytab {} has {kinds}", file.display()),
            });
        }
        Ok(Self {
            principal: principal.clone(),
            file: file.to_owned(),
            keys,
        })
    }

    /// The newest key of a type, and its version.
    pub(crate) fn newest(&self, kind: EncryptionType) -> Option<(u32, &Key)> {
        let key = self.keys.iter().find(|(_, key)| key.kind() == kind)?;
        Some((key.0, &key.1))
    }

    /// The key of a type and version. A KDC need not name the version, and some name its lowest 8 bits.
    pub(crate) fn of_version(&self, kind: EncryptionType, version: Option<u32>) -> Option<&Key> {
        let Some(version) = version else {
            return Some(self.newest(kind)?.1);
        };
        let mut keys = self.keys.iter().filter(|(_, key)| key.kind() == kind);
        let exact = keys.clone().find(|(found, _)| *found == version);
        let key = exact.or_else(|| keys.find(|(found, _)| found & 0xff == version & 0xff))?;
        Some(&key.1)
    }

    /// Whether the keytab has a key of this type.
    pub(crate) fn has(&self, kind: EncryptionType) -> bool {
        self.newest(kind).is_some()
    }

    /// The versions, for errors.
    pub(crate) fn versions(&self) -> String {
        let versions: BTreeSet<_> = self.keys.iter().map(|(version, _)| *version).collect();
        join(versions.into_iter().map(|version| version.to_string()))
    }

    /// The types, for errors.
    pub(crate) fn kinds(&self) -> String {
        let kinds = EncryptionType::ALL
            .into_iter()
            .filter(|kind| self.has(*kind));
        join(kinds.map(|kind| kind.to_string()))
    }
}

/// Older keys are less. A version of 8 bits starts again after 255: between distant ones, the later key is the newer.
fn age(a: &Entry, b: &Entry) -> Ordering {
    let by_version = (a.version, a.written).cmp(&(b.version, b.written));
    if (a.is_short || b.is_short) && a.version.abs_diff(b.version) > 127 {
        return a.written.cmp(&b.written).then(by_version);
    }
    by_version
}

fn supported(entry: &Entry) -> Option<(u32, Key)> {
    let kind = EncryptionType::from_number(entry.kind)?;
    let key = Key::new(kind, entry.key.clone()).ok()?;
    Some((entry.version, key))
}

fn names(entries: &[Entry]) -> String {
    let names: BTreeSet<_> = entries
        .iter()
        .map(|entry| entry.principal.to_string())
        .collect();
    let count = names.len();
    let shown = join(names.into_iter().take(MAX_NAMES));
    match count.saturating_sub(MAX_NAMES) {
        0 if count == 0 => "no principal".to_owned(),
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}

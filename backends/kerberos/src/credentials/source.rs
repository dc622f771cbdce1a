//! Where ticket-granting tickets come from.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Instant, SystemTime};

use tokio::task::spawn_blocking;
use tokio::time::timeout_at;

use crate::cache::{self, Cache};
use crate::credential::Credential;
use crate::crypto::encryption_type::name_of;
use crate::error::LoginError;
use crate::principal::Principal;
use crate::time::Time;

/// A keytab, or a credential cache.
#[derive(Clone, Debug)]
pub(super) enum Source {
    Keytab(PathBuf),
    Cache(PathBuf),
}

/// What shows that a file has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stamp {
    length: u64,
    modified: Option<SystemTime>,
    inode: u64,
}

impl Stamp {
    pub(super) fn of(file: &Path) -> io::Result<Self> {
        let metadata = fs::metadata(file)?;
        Ok(Self {
            length: metadata.len(),
            modified: metadata.modified().ok(),
            inode: inode(&metadata),
        })
    }
}

#[cfg(unix)]
fn inode(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(metadata)
}

#[cfg(not(unix))]
fn inode(_: &fs::Metadata) -> u64 {
    0
}

/// Runs a function that reads files, which may block on a network file system.
pub(super) async fn read<T: Send + 'static>(
    file: &Path,
    deadline: Instant,
    function: impl FnOnce() -> Result<T, LoginError> + Send + 'static,
) -> Result<T, LoginError> {
    match timeout_at(deadline.into(), spawn_blocking(function)).await {
        Ok(Ok(result)) => result,
        Ok(Err(error)) => Err(LoginError::request(error)),
        Err(_) => Err(LoginError::DeadlineExceeded {
            service: "a login".to_owned(),
            step: format!("the file {}", file.display()),
        }),
    }
}

/// The cache, unless it is as it was at `known`.
pub(super) fn changed(
    file: &Path,
    known: Option<&Stamp>,
) -> Result<Option<(Cache, Stamp)>, LoginError> {
    // The stamp before the read: a change during the read is noticed the next time.
    let stamp = Stamp::of(file).ok();
    match stamp {
        Some(stamp) if known == Some(&stamp) => Ok(None),
        Some(stamp) => Ok(Some((cache::read(file)?, stamp))),
        None => cache::read(file).map(|_| None),
    }
}

/// The ticket-granting ticket of the client's realm that ends last.
pub(super) fn granting(file: &Path, cache: &Cache) -> Result<Credential, LoginError> {
    let realm = &cache.client.realm;
    let service = Principal::ticket_granting(realm, realm);
    let own = cache
        .credentials
        .iter()
        .filter(|it| it.service == service && it.client == cache.client);
    if let Some(granting) = own.max_by_key(|granting| granting.end) {
        return Ok(granting.clone());
    }
    let principal = cache.client.to_string();
    if let Some((_, kind)) = cache
        .unsupported
        .iter()
        .find(|(found, _)| *found == service)
    {
        let found = format!(
            "the ticket in {} has a key of {}",
            file.display(),
            name_of(*kind)
        );
        return Err(LoginError::NoCommonType { principal, found });
    }
    Err(LoginError::NoTicket {
        cache: file.to_owned(),
        principal,
        needed: service.to_string(),
    })
}

/// The error of a ticket in a cache that has ended.
pub(super) fn check_end(file: &Path, granting: &Credential, now: Time) -> Result<(), LoginError> {
    if now < granting.end {
        return Ok(());
    }
    Err(LoginError::Expired {
        principal: granting.client.to_string(),
        end: granting.end.to_string(),
        cache: file.to_owned(),
    })
}

//! Checks that a store is complete before the engine opens it.
//!
//! The engine takes an incomplete copy for an empty store, or for one whose keyspaces were never created, and
//! deletes the rest. A complete store has the following, whenever its process was killed:
//!
//! - From its creation on, the lock, the folder of keyspaces, and a log, which may be empty.
//! - The engine's own keyspace, which lists the others. Earlier versions created it last: a store without it
//!   has the engine's first log, as long as when it was created, and no data.
//! - The folder of the catalog, which is listed.
//! - The folder of each keyspace that the catalog names, which `Catalog::load` checks. Not every listed
//!   keyspace has a folder: the engine may list a dropped one that never had data, because before a kill its
//!   removal can get a smaller sequence number than its creation.
//! - In each listed folder, the file `current` and the list of files that it names.
//!
//! The engine deletes files that are not listed, without comparing the list with the checksum in `current`: a
//! wrong bit in the list would cost whole files. So the checksum is compared here, and the files' tables of
//! contents are checked (`contents`). The engine itself checks that the listed files exist, and the other
//! checksums in them.

use std::fs;
use std::io::{ErrorKind, Result as IoResult};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fjall::{AbstractTree, Slice};
use hbase_backend::Result;
use lsm_tree::{Cache, Config, Guard, SeqNo, SequenceNumberCounter};
use xxhash_rust::xxh3::xxh3_128;

use super::super::failure::errors;
use super::super::log;
use super::{contents, creation, format, lock};
use crate::engine::KeyspaceId;

/// The engine's folder with a folder for each keyspace.
const KEYSPACES: &str = "keyspaces";

/// The logs, each with a number.
const LOGS: &str = "*.jnl";

/// The folder of the engine's own keyspace.
const LISTING: &str = "0";

/// The file of a keyspace that names the list of its files.
const CURRENT: &str = "current";

/// The name of the catalog's keyspace.
const CATALOG: &[u8] = b"0";

/// The prefix of its keys with the number of a folder.
const LISTED: &[u8] = b"n";

/// Bytes of block cache while it is read.
const CACHE_BYTES: u64 = 1 << 20;

/// The content of the engine's own keyspace.
#[derive(Default)]
pub(super) struct Found {
    /// The newest sequence number in it; the engine itself does not continue after it.
    pub(super) newest: SeqNo,
    /// Listed keyspaces without files.
    pub(super) missing: Vec<KeyspaceId>,
}

/// Checks the engine's directory `data` of the store in `dir`. It deletes nothing, except that reading the
/// engine's own keyspace removes its lists of files before the current one.
///
/// # Errors
/// `Error::Corrupt` with the missing part, `Error::Locked`, `Error::Io`.
pub(super) fn check(dir: &Path, data: &Path) -> Result<Found> {
    let Some(_lock) = lock::engine(data)? else {
        return Err(errors::incomplete(dir, &data.join(lock::FILE)));
    };
    let failed = |error| format::failed(data, "reading", error);
    if let Some(missing) = missing_from_creation(data).map_err(failed)? {
        return Err(errors::incomplete(dir, &missing));
    }
    let keyspaces = data.join(KEYSPACES);
    let listing = keyspaces.join(LISTING);
    if let Some(missing) = missing_from_keyspace(&listing).map_err(failed)? {
        if is_new(data).map_err(failed)? {
            return Ok(Found::default());
        }
        return Err(errors::incomplete(dir, &missing));
    }
    let (mut found, listed) =
        listed(&listing).map_err(|error| errors::explain_opening(dir, &error))?;
    for (id, name) in listed {
        let folder = keyspaces.join(id.to_string());
        if let Some(missing) = missing_from_listed(&folder, &name).map_err(failed)? {
            return Err(errors::incomplete(dir, &missing));
        }
        if !folder.join(CURRENT).exists() {
            let name = std::str::from_utf8(&name).ok();
            found
                .missing
                .extend(name.and_then(|name| name.parse::<KeyspaceId>().ok()));
        }
    }
    Ok(found)
}

/// The missing part of a listed keyspace's folder; the keyspace may have been dropped.
fn missing_from_listed(folder: &Path, name: &[u8]) -> IoResult<Option<PathBuf>> {
    let Some(missing) = missing_from_keyspace(folder)? else {
        return Ok(None);
    };
    let is_needed = name == CATALOG || folder.try_exists()?;
    Ok(is_needed.then_some(missing))
}

fn missing_from_creation(data: &Path) -> IoResult<Option<PathBuf>> {
    let keyspaces = data.join(KEYSPACES);
    if !keyspaces.try_exists()? {
        return Ok(Some(keyspaces));
    }
    Ok(log::files(data).is_empty().then(|| data.join(LOGS)))
}

/// The missing or damaged part of the list of a keyspace's files, or a file with a damaged table of contents.
fn missing_from_keyspace(folder: &Path) -> IoResult<Option<PathBuf>> {
    let current = folder.join(CURRENT);
    let Some(bytes) = read(&current)? else {
        return Ok(Some(current));
    };
    let Some((number, sum)) = current_list(&bytes) else {
        return Ok(Some(current));
    };
    let list = folder.join(format!("v{number}"));
    let is_whole = read(&list)?.is_some_and(|list| xxh3_128(&list) == sum);
    if !is_whole {
        return Ok(Some(list));
    }
    contents::damaged(folder)
}

/// The number of the current list, and its checksum: 8 and 16 bytes, little-endian, and the kind of
/// the checksum, which is 0.
fn current_list(bytes: &[u8]) -> Option<(u64, u128)> {
    let (number, rest) = bytes.split_first_chunk()?;
    let (sum, [0]) = rest.split_first_chunk()? else {
        return None;
    };
    Some((u64::from_le_bytes(*number), u128::from_le_bytes(*sum)))
}

fn read(path: &Path) -> IoResult<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether an earlier version created the directory, and was killed before it created the engine's own
/// keyspace. A closed store has a log without bytes.
fn is_new(data: &Path) -> IoResult<bool> {
    let log = data.join(creation::LOG);
    Ok(log.try_exists()? && log.metadata()?.len() > 0 && creation::find_data(data)?.is_none())
}

/// The engine's own keyspace, and the folder number and name of each keyspace that it lists.
fn listed(listing: &Path) -> fjall::Result<(Found, Vec<(u64, Slice)>)> {
    let numbers = SequenceNumberCounter::default;
    let tree = Config::new(listing, numbers(), numbers())
        .use_cache(Arc::new(Cache::with_capacity_bytes(CACHE_BYTES)))
        .open()?;
    let mut keyspaces = Vec::new();
    for entry in tree.prefix(LISTED, SeqNo::MAX, None) {
        let (key, name) = entry.into_inner()?;
        let id = key.strip_prefix(LISTED).and_then(|id| id.try_into().ok());
        keyspaces.extend(id.map(|id| (u64::from_be_bytes(id), name)));
    }
    let found = Found {
        newest: tree.get_highest_persisted_seqno().unwrap_or(0),
        missing: Vec::new(),
    };
    Ok((found, keyspaces))
}

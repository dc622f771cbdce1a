//! The settings of a store in this process.

use super::error::SettingsError;
use super::meaning::number;
use super::settings::Settings;

pub(super) const CACHE_BYTES: &str = "hbase.schema.embedded.cache.bytes";
pub(super) const WRITE_BUFFER_BYTES: &str = "hbase.schema.embedded.write.buffer.bytes";
pub(super) const SNAPSHOT_BYTES: &str = "hbase.schema.embedded.snapshot.bytes";
pub(super) const CELL_BYTES: &str = "hbase.schema.embedded.cell.bytes";
pub(super) const BACKGROUND_COMPACTION: &str = "hbase.schema.embedded.background.compaction";
pub(super) const ACCEPT_DAMAGED_LOG: &str = "hbase.schema.embedded.accept.damaged.log";

/// What the settings say of a store in this process; read whatever the url, since a wrong value is
/// wrong with every backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EmbeddedSettings {
    cache_bytes: Option<u64>,
    write_buffer_bytes: Option<u64>,
    snapshot_bytes: Option<u64>,
    cell_bytes: Option<u64>,
    background_compaction: Option<bool>,
    accept_damaged_log: Option<bool>,
}

impl EmbeddedSettings {
    pub(super) fn read(settings: &Settings) -> Result<Self, SettingsError> {
        Ok(Self {
            cache_bytes: number(settings, CACHE_BYTES)?,
            write_buffer_bytes: number(settings, WRITE_BUFFER_BYTES)?,
            snapshot_bytes: number(settings, SNAPSHOT_BYTES)?,
            cell_bytes: number(settings, CELL_BYTES)?,
            background_compaction: flag(settings, BACKGROUND_COMPACTION)?,
            accept_damaged_log: flag(settings, ACCEPT_DAMAGED_LOG)?,
        })
    }

    /// How a store is opened by them.
    #[cfg(feature = "embedded")]
    pub(super) fn options(self) -> hbase_schema_embedded::Options {
        let or = hbase_schema_embedded::Options::default();
        let (cache, buffer, snapshot) = (or.cache_bytes, or.write_buffer_bytes, or.snapshot_bytes);
        let (cell, compacts) = (or.max_cell_bytes, or.background_compaction);
        let cell = self
            .cell_bytes
            .map_or(cell, |bytes| usize::try_from(bytes).unwrap_or(usize::MAX));
        or.cache_bytes(self.cache_bytes.unwrap_or(cache))
            .write_buffer_bytes(self.write_buffer_bytes.unwrap_or(buffer))
            .snapshot_bytes(self.snapshot_bytes.unwrap_or(snapshot))
            .max_cell_bytes(cell)
            .background_compaction(self.background_compaction.unwrap_or(compacts))
            .accept_damaged_log(self.accept_damaged_log.unwrap_or_default())
    }
}

fn flag(settings: &Settings, key: &str) -> Result<Option<bool>, SettingsError> {
    settings.parse(key, "`true` or `false`")
}

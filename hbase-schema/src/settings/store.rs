//! The settings of an embedded store.

use super::error::SettingsError;
use super::layers::Settings;

declare! { store_table:
    CACHE_BYTES = "hbase.schema.embedded.cache.bytes", "bytes of the block cache", "33554432";
    WRITE_BUFFER_BYTES = "hbase.schema.embedded.write.buffer.bytes", "bytes that writes may hold in memory until they are in files, of all tables together", "16777216";
    SNAPSHOT_BYTES = "hbase.schema.embedded.snapshot.bytes", "bytes of writes that a scan's read snapshot may hold in memory", "16777216";
    CELL_BYTES = "hbase.schema.embedded.cell.bytes", "bytes of the largest cell, key and value together; in memory too", "10485760";
    BACKGROUND_COMPACTION = "hbase.schema.embedded.background.compaction", "whether the store compacts in the background; in memory too", "true";
    ACCEPT_DAMAGED_LOG = "hbase.schema.embedded.accept.damaged.log", "`true` opens a store whose log is damaged, without the writes from the damage on: for a store without a backup", "false";
}

/// The settings of an embedded store; `None` is the store's default.
///
/// They are parsed with every url, so that an invalid value is an error with every backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct StoreSettings {
    cache_bytes: Option<u64>,
    write_buffer_bytes: Option<u64>,
    snapshot_bytes: Option<u64>,
    max_cell_bytes: Option<usize>,
    background_compaction: Option<bool>,
    accept_damaged_log: Option<bool>,
}

impl StoreSettings {
    pub(crate) fn read(settings: &Settings) -> Result<Self, SettingsError> {
        Ok(Self {
            cache_bytes: settings.value(CACHE_BYTES)?,
            write_buffer_bytes: settings.value(WRITE_BUFFER_BYTES)?,
            snapshot_bytes: settings.value(SNAPSHOT_BYTES)?,
            max_cell_bytes: settings.value(CELL_BYTES)?,
            background_compaction: settings.value(BACKGROUND_COMPACTION)?,
            accept_damaged_log: settings.value(ACCEPT_DAMAGED_LOG)?,
        })
    }

    /// The options to open a store with.
    #[cfg(feature = "embedded")]
    pub(crate) fn options(self) -> hbase_schema_embedded::Options {
        fn set<T>(option: &mut T, value: Option<T>) {
            if let Some(value) = value {
                *option = value;
            }
        }
        let mut options = hbase_schema_embedded::Options::default();
        set(&mut options.cache_bytes, self.cache_bytes);
        set(&mut options.write_buffer_bytes, self.write_buffer_bytes);
        set(&mut options.snapshot_bytes, self.snapshot_bytes);
        set(&mut options.max_cell_bytes, self.max_cell_bytes);
        set(
            &mut options.background_compaction,
            self.background_compaction,
        );
        set(&mut options.accept_damaged_log, self.accept_damaged_log);
        options
    }
}

#[cfg(all(test, feature = "embedded"))]
mod tests {
    use super::*;

    #[test]
    fn the_documented_defaults_are_those_of_the_store() {
        let rows = store_table!().lines().skip(2);
        let cells = rows.map(|row| row.split('|').map(|cell| cell.trim().replace('`', "")));
        let cells = cells.map(Iterator::collect::<Vec<_>>);
        let settings = cells.fold(Settings::new(), |settings, cells| {
            settings.set(&*cells[1], &*cells[3])
        });
        let read = StoreSettings::read(&settings).expect("values");
        assert_eq!(settings.iter().count(), NAMES.len());
        assert!(read.accept_damaged_log.is_some(), "{read:?}");
        let (documented, actual) = (read.options(), StoreSettings::default().options());
        let numbers = |options: &hbase_schema_embedded::Options| {
            (
                options.cache_bytes,
                options.write_buffer_bytes,
                options.snapshot_bytes,
                options.max_cell_bytes,
                options.background_compaction,
                options.accept_damaged_log,
            )
        };
        assert_eq!(numbers(&documented), numbers(&actual));
    }
}

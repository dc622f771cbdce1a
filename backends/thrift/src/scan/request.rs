//! A scan, checked and converted for the gateway.

use crate::bounds::Bounds;
use crate::check::check_read;
use crate::columns::{selected_columns, selected_families};
use crate::filter;
use crate::unsupported::unsupported;
use crate::wire::{
    Out, bool_field, bytes_field, i32_field, i64_field, strings_field, structure_field,
};
use hbase_backend::{Capability, Error, Result, Scan};

/// Default rows per batch.
const DEFAULT_CACHING: u32 = 1000;

/// Default bytes per batch, approximately.
const DEFAULT_BYTES: u64 = 2 << 20;

/// A scan in the gateway's format.
#[derive(Clone, Debug)]
pub(crate) struct ScanRequest {
    pub(crate) bounds: Bounds,
    pub(crate) reversed: bool,
    pub(crate) batch: Option<i32>,
    pub(crate) limit: Option<u64>,
    pub(crate) caching: u32,
    pub(crate) bytes: u64,
    /// The selected families, for errors.
    pub(crate) families: Vec<Vec<u8>>,
    /// Whether the filter counts rows, so that the scan cannot be reopened after it has returned
    /// rows.
    pub(crate) counts_rows: bool,
    columns: Vec<Vec<u8>>,
    max_timestamp: i64,
    filter: Option<Vec<u8>>,
    cache_blocks: bool,
}

impl ScanRequest {
    /// # Errors
    /// A scan that `HBase` rejects, and [`Error::Unsupported`] for one that the gateway cannot express.
    pub(crate) fn new(scan: &Scan) -> Result<Self> {
        scan.validate()?;
        check_read(&scan.read)?;
        if scan.raw {
            return Err(unsupported(Capability::RawScan));
        }
        if scan.read.max_versions > 1 {
            return Err(unsupported(Capability::ScanVersions));
        }
        let filter = scan.read.filter.as_ref();
        let bounds = Bounds::new(&scan.start, &scan.stop, scan.reversed);
        let counts_rows = filter.is_some_and(filter::counts_rows);
        if counts_rows && bounds.without.is_some() {
            return Err(Error::invalid(
                "a reversed scan with an excluded start and a filter that counts rows: start at an included key",
            ));
        }
        Ok(Self {
            bounds,
            reversed: scan.reversed,
            batch: scan
                .batch
                .map(|cells| i32::try_from(cells).unwrap_or(i32::MAX)),
            limit: scan.limit,
            caching: scan
                .caching
                .filter(|rows| *rows > 0)
                .unwrap_or(DEFAULT_CACHING),
            bytes: scan
                .max_result_bytes
                .filter(|bytes| *bytes > 0)
                .unwrap_or(DEFAULT_BYTES),
            families: selected_families(&scan.read),
            counts_rows,
            columns: selected_columns(&scan.read),
            max_timestamp: scan.read.time_range.max,
            filter: filter
                .map(|filter| filter::text(filter, scan.reversed))
                .transpose()?
                .flatten(),
            cache_blocks: scan.read.cache_blocks,
        })
    }

    /// Writes the scan of `bounds` as an argument: a `TScan`.
    pub(crate) fn write(
        &self,
        out: &mut Out<'_>,
        id: i16,
        bounds: &Bounds,
        caching: i32,
    ) -> thrift::Result<()> {
        structure_field(out, id, |out| self.write_fields(out, bounds, caching))
    }

    fn write_fields(&self, out: &mut Out<'_>, bounds: &Bounds, caching: i32) -> thrift::Result<()> {
        for (id, key) in [(1, &bounds.start), (2, &bounds.stop)] {
            if !key.is_empty() {
                bytes_field(out, id, key)?;
            }
        }
        if self.max_timestamp != i64::MAX {
            i64_field(out, 3, self.max_timestamp)?;
        }
        if !self.columns.is_empty() {
            strings_field(out, 4, self.columns.iter().map(Vec::as_slice))?;
        }
        i32_field(out, 5, caching)?;
        if let Some(filter) = &self.filter {
            bytes_field(out, 6, filter)?;
        }
        if let Some(batch) = self.batch {
            i32_field(out, 7, batch)?;
        }
        // Requests the cells of a row as a list, in order.
        bool_field(out, 8, true)?;
        bool_field(out, 9, self.reversed)?;
        bool_field(out, 10, self.cache_blocks)
    }
}

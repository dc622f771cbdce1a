//! A scan, checked and put into the gateway's words.

use hbase_model::{Capability, Error, Result, Scan};
use thrift::protocol::TType;

use crate::bounds::Bounds;
use crate::check;
use crate::filter;
use crate::read::{columns, families};
use crate::refuse::cannot;
use crate::wire::{Out, bool_field, bytes_field, field, i32_field, strings_field, structure};

/// How many rows are asked for at once where nothing is said.
const CACHING: u32 = 1000;

/// How many bytes come at once, about, where nothing is said.
const BYTES: u64 = 2 << 20;

/// A scan as it is asked of the gateway.
#[derive(Clone, Debug)]
pub(crate) struct Ask {
    pub(crate) bounds: Bounds,
    pub(crate) reversed: bool,
    pub(crate) batch: Option<i32>,
    pub(crate) limit: Option<u64>,
    pub(crate) caching: u32,
    pub(crate) bytes: u64,
    /// The families that are named, for errors.
    pub(crate) families: Vec<Vec<u8>>,
    /// Whether the filter counts rows, so that the scan cannot be opened again in the middle.
    pub(crate) counts_rows: bool,
    columns: Vec<Vec<u8>>,
    before: i64,
    filter: Option<Vec<u8>>,
    cache_blocks: bool,
}

impl Ask {
    /// # Errors
    /// What `HBase` refuses, and [`Error::Unsupported`] for what the gateway cannot say.
    pub(crate) fn new(scan: &Scan) -> Result<Self> {
        scan.validate()?;
        check::read(&scan.read)?;
        if scan.raw {
            return Err(cannot(Capability::RawScan));
        }
        if scan.read.max_versions > 1 {
            return Err(cannot(Capability::ScanVersions));
        }
        let filter = scan.read.filter.as_ref();
        let bounds = Bounds::new(&scan.start, &scan.stop, scan.reversed)?;
        let counts_rows = filter.is_some_and(filter::counts_rows);
        if counts_rows && bounds.without.is_some() {
            return Err(Error::invalid(
                "a reversed scan with an excluded start and a filter that counts rows: start at an included key",
            ));
        }
        if scan.batch.is_some() && filter.is_some_and(filter::decides_on_rows) {
            return Err(Error::invalid(
                "pieces of rows with a filter of whole rows: HBase refuses it, ask for one of the two",
            ));
        }
        Ok(Self {
            bounds,
            reversed: scan.reversed,
            batch: batch(scan.batch)?,
            limit: scan.limit,
            caching: scan.caching.filter(|rows| *rows > 0).unwrap_or(CACHING),
            bytes: scan
                .max_result_bytes
                .filter(|bytes| *bytes > 0)
                .unwrap_or(BYTES),
            families: families(&scan.read),
            counts_rows,
            columns: columns(&scan.read),
            before: scan.read.time_range.max,
            filter: filter
                .map(|filter| filter::text(filter, scan.reversed))
                .transpose()?
                .flatten(),
            cache_blocks: scan.read.cache_blocks,
        })
    }

    /// Writes the scan between `bounds`, a `TScan`, as an argument.
    pub(crate) fn write(
        &self,
        out: &mut Out<'_>,
        id: i16,
        bounds: &Bounds,
        caching: i32,
    ) -> thrift::Result<()> {
        let fields = |out: &mut Out<'_>| self.fields(out, bounds, caching);
        field(out, TType::Struct, id, |out| structure(out, fields))
    }

    fn fields(&self, out: &mut Out<'_>, bounds: &Bounds, caching: i32) -> thrift::Result<()> {
        for (id, key) in [(1, &bounds.start), (2, &bounds.stop)] {
            if !key.is_empty() {
                bytes_field(out, id, key)?;
            }
        }
        if self.before != i64::MAX {
            field(out, TType::I64, 3, |out| out.write_i64(self.before))?;
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
        // The answer's cells as a list, in order.
        bool_field(out, 8, true)?;
        bool_field(out, 9, self.reversed)?;
        bool_field(out, 10, self.cache_blocks)
    }
}

fn batch(batch: Option<u32>) -> Result<Option<i32>> {
    match batch {
        Some(0) => Err(Error::invalid("a batch of 0 cells: ask for at least one")),
        Some(cells) => Ok(Some(i32::try_from(cells).unwrap_or(i32::MAX))),
        None => Ok(None),
    }
}

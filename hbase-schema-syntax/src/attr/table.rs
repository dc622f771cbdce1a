//! `#[table]`, on the struct.

use proc_macro2::Span;
use syn::{Attribute, Ident};

use super::{Metadata, Name, NamingAttr, SplitsSpec, metadata, splits};
use crate::ast::Spanned;
use crate::errors::Sink;
use crate::read::{Entry, Opt, Place, Slot, read_attribute, value};

/// What `#[table]` says.
pub(crate) struct TableAttr {
    pub(crate) span: Span,
    pub(crate) name: Name,
    pub(crate) naming: NamingAttr,
    pub(crate) splits: Slot<SplitsSpec>,
    pub(crate) max_filesize: Slot<u64>,
    pub(crate) split_policy: Slot<String>,
    pub(crate) durability: Slot<&'static str>,
    pub(crate) memstore_flushsize: Slot<u64>,
    pub(crate) normalization_enabled: Slot<bool>,
    pub(crate) compaction_enabled: Slot<bool>,
    pub(crate) owner: Slot<String>,
    pub(crate) metadata: Slot<Metadata>,
    pub(crate) key: Slot<Ident>,
    pub(crate) scan: Slot<Ident>,
}

/// The attributes that have an option, and which.
const ATTRIBUTES: &[(&str, &str)] = &[
    ("MAX_FILESIZE", "max_filesize"),
    ("SPLIT_POLICY", "split_policy"),
    ("DURABILITY", "durability"),
    ("MEMSTORE_FLUSHSIZE", "memstore_flushsize"),
    ("NORMALIZATION_ENABLED", "normalization_enabled"),
    ("COMPACTION_ENABLED", "compaction_enabled"),
    ("OWNER", "owner"),
];

/// The largest size in bytes: Java's `long`.
const MOST_BYTES: u64 = i64::MAX.cast_unsigned();

impl TableAttr {
    pub(crate) fn read(attribute: &Attribute, sink: &Sink) -> Self {
        let mut attr = Self::empty(super::span_of(attribute));
        attr.name.said = Name::is_lost(attribute);
        read_attribute(attribute, Place::Table, sink, |entry| match entry {
            Entry::Literal(literal) => attr.name.take(&literal, Place::Table),
            Entry::Option(opt) => attr.option(&opt),
        });
        attr
    }

    fn empty(span: Span) -> Self {
        Self {
            span,
            name: Name::default(),
            naming: NamingAttr::default(),
            splits: Slot::default(),
            max_filesize: Slot::default(),
            split_policy: Slot::default(),
            durability: Slot::default(),
            memstore_flushsize: Slot::default(),
            normalization_enabled: Slot::default(),
            compaction_enabled: Slot::default(),
            owner: Slot::default(),
            metadata: Slot::default(),
            key: Slot::default(),
            scan: Slot::default(),
        }
    }

    fn option(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        if let Some(taken) = self.naming.take(opt) {
            return taken;
        }
        match opt.name().as_str() {
            "splits" => self.splits.fill(opt, splits::read),
            "max_filesize" => self.max_filesize.fill(opt, bytes),
            "split_policy" => self.split_policy.fill(opt, policy),
            "durability" => self.durability.fill(opt, durability),
            "memstore_flushsize" => self.memstore_flushsize.fill(opt, bytes),
            "normalization_enabled" => self.normalization_enabled.fill(opt, value::yes_or_no),
            "compaction_enabled" => self.compaction_enabled.fill(opt, value::yes_or_no),
            "owner" => self
                .owner
                .fill(opt, |opt| value::text(opt, "owner = \"billing\"")),
            "metadata" => self
                .metadata
                .fill(opt, |opt| metadata::read(opt, ATTRIBUTES)),
            "key" => self.key.fill(opt, |opt| type_name(opt, "key = CallId")),
            "scan" => self
                .scan
                .fill(opt, |opt| type_name(opt, "scan = CallQuery")),
            _ => Err(self.name.unknown(opt)),
        }
    }
}

// key = CallId
fn type_name(opt: &Opt<'_>, example: &str) -> syn::Result<Spanned<Ident>> {
    let path = value::path(opt, example)?;
    match path.value.get_ident() {
        Some(ident) => Ok(Spanned::new(ident.clone(), path.span)),
        None => Err(syn::Error::new(
            path.span,
            format_args!(
                "`{}` names a type that is made beside the struct: write one word, as in `{example}`",
                opt.name()
            ),
        )),
    }
}

// max_filesize = 10737418240
fn bytes(opt: &Opt<'_>) -> syn::Result<Spanned<u64>> {
    let example = format!("{} = 10737418240", opt.name());
    value::number(opt, &example, 1..=MOST_BYTES)
}

// split_policy = "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy"
fn policy(opt: &Opt<'_>) -> syn::Result<Spanned<String>> {
    let example =
        "split_policy = \"org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy\"";
    value::text(opt, example)
}

// durability = sync_wal
fn durability(opt: &Opt<'_>) -> syn::Result<Spanned<&'static str>> {
    let words = [
        ("use_default", "USE_DEFAULT"),
        ("skip_wal", "SKIP_WAL"),
        ("async_wal", "ASYNC_WAL"),
        ("fsync_wal", "FSYNC_WAL"),
        ("sync_wal", "SYNC_WAL"),
    ];
    value::word(opt, &words)
}

//! The entries of an index: how long they live, and where their table is split.
//!
//! The TTL of entries exceeds the TTL of the rows by two minutes at least. This is checked here for
//! the default query limit; `create` and queries check it for the limit of the settings.

use hbase_model::descriptor::Ttl;
use hbase_model::index::{DEFAULT_QUERY_LIMIT, shortest_entry_ttl};
use hbase_model::splits::MAX_REGIONS;
use proc_macro2::Span;

use crate::ast::Spanned;
use crate::attr::SplitsSpec;
use crate::draft::{Draft, FieldDraft, IndexDraft};
use crate::errors::Sink;
use crate::rule::split_keys::check_split_keys;

pub(super) fn check_entries(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    fields_expire_together(draft, index, sink);
    outlive_their_rows(draft, index, sink);
    splits_are_of_values(index, sink);
    buckets_divide_the_table(index, sink);
}

/// A row without one of the values has no entry, although it has the others.
fn fields_expire_together(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    let mut fields = index.columns();
    let Some((first, _)) = fields.next() else {
        return;
    };
    let Some((family, ttl)) = draft.expiry_of(first) else {
        return;
    };
    for (field, span) in fields {
        let Some((other, other_ttl)) = draft.expiry_of(field) else {
            continue;
        };
        if other_ttl != ttl {
            let message = format!(
                "`{}` is in the family `{other}`, which has another `ttl` than the family `{family}` of `{}`: the values of an index expire together, so put the columns into one family, or make the `ttl` the same",
                field.ident, first.ident
            );
            sink.at(span, message);
        }
    }
}

fn outlive_their_rows(draft: &Draft<'_>, index: &IndexDraft<'_, '_>, sink: &Sink) {
    let Some(entries) = index.options.ttl.spanned() else {
        return;
    };
    for (field, _) in index.columns() {
        let Some((family, ttl)) = draft.expiry_of(field) else {
            continue;
        };
        if let Some(message) = expires_early(entries.value, &family, ttl, field) {
            // One family is enough: another `ttl` is another error.
            return sink.at(entries.span, message);
        }
    }
}

fn expires_early(
    entries: u64,
    family: &str,
    rows: Option<Ttl>,
    field: &FieldDraft<'_>,
) -> Option<String> {
    let name = field.ident;
    let Some(rows) = rows else {
        let is_short = entries < Ttl::FOREVER.as_secs().into();
        return is_short.then(|| {
            format!(
                "entries of an index must outlive their rows, and the family `{family}` of `{name}` has no `ttl`: leave out the index's, or declare one of the family"
            )
        });
    };
    let shortest = shortest_entry_ttl(Some(rows), DEFAULT_QUERY_LIMIT);
    if entries >= shortest.as_secs().into() {
        return None;
    }
    let fix = if shortest == Ttl::FOREVER {
        "leave it out".to_owned()
    } else {
        format!(
            "write `ttl = \"{}s\"` or more, or leave it out",
            shortest.as_secs()
        )
    };
    Some(format!(
        "entries of an index must outlive their rows, by the duration of a query (1 minute) and the difference of servers' clocks (1 minute), and the family `{family}` of `{name}` has a `ttl` of {} seconds, the index one of {entries}: {fix}",
        rows.as_secs()
    ))
}

fn splits_are_of_values(index: &IndexDraft<'_, '_>, sink: &Sink) {
    let Some(spec) = index.options.splits.spanned() else {
        return;
    };
    match &spec.value {
        SplitsSpec::NumberPipe { .. } => salted("number_pipe", spec.span, sink),
        SplitsSpec::PerBucket(_) => salted("per_bucket", spec.span, sink),
        SplitsSpec::Keys(keys) => {
            check_split_keys(keys, spec.span, sink);
            are_few(spec, keys.len().saturating_add(1), sink);
        }
        _ => {
            let splits = index.splits();
            let error = splits.and_then(|splits| splits.value.keys().err());
            if let Some(error) = error {
                sink.at(spec.span, format_args!("`splits`: {error}"));
            }
        }
    }
}

/// Entries start with the number of their bucket.
fn buckets_divide_the_table(index: &IndexDraft<'_, '_>, sink: &Sink) {
    let (Some(_), Some(splits)) = (index.options.buckets.span(), index.options.splits.span())
    else {
        return;
    };
    sink.at(
        splits,
        "`splits` of an index with `buckets`: its table has a region for each bucket, so leave out `splits`, or `buckets`",
    );
}

fn salted(kind: &str, span: Span, sink: &Sink) {
    let message = format!(
        "the splits `{kind}` are for keys that start with a salt, and entries of an index start with the value of its first field: list values, as in `splits = [\"h\", \"p\"]`"
    );
    sink.at(span, message);
}

fn are_few(spec: &Spanned<SplitsSpec>, regions: usize, sink: &Sink) {
    if regions > MAX_REGIONS {
        let message =
            format!("`splits` makes {regions} regions, more than {MAX_REGIONS}: use fewer");
        sink.at(spec.span, message);
    }
}

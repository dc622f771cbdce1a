//! Checks `#[timestamp]` with a period against what the families keep.

use hbase_model::time::PeriodUnit;
use proc_macro2::Span;

use crate::attr::{FamilyAttr, Keep, TimestampAttr};
use crate::draft::Draft;
use crate::errors::Sink;
use crate::read::Slot;

const DAY: u64 = 86_400;

/// The time of the examples in messages.
const YEAR: u64 = 365 * DAY;

/// The longest month: the version of its last record is that much earlier.
const MONTH: u64 = 31 * DAY;

/// The largest `TTL`, which means for ever.
const FOREVER: u64 = 2_147_483_647;

pub(super) fn check_timestamp(draft: &Draft<'_>, sink: &Sink) {
    let stamped = draft.fields.iter().find_map(|f| f.timestamp.as_ref());
    let Some(attr) = stamped else { return };
    one_period(attr, sink);
    keep_needs_period(attr, sink);
    has_no_dynamic_counters(draft, sink);
    let Some(period) = attr.period() else { return };
    let keep = attr.options.keep.get();
    // A family without a name is another error.
    let named = draft.declared_families().into_iter();
    for family in named.filter(|family| family.name.get().is_some()) {
        enough_versions(family, period, keep, sink);
        enough_time(family, period, keep, sink);
    }
}

/// The server's time is not the row's version, and a delete of a version does not know the names of counters.
fn has_no_dynamic_counters(draft: &Draft<'_>, sink: &Sink) {
    for field in draft
        .fields
        .iter()
        .filter(|field| field.dynamic().is_some())
    {
        let options = field.column_options();
        if let Some(span) = options.and_then(|options| options.counter.span()) {
            let name = field.ident;
            let message = format!(
                "the dynamic counters `{name}` in a struct with `#[timestamp]`: increments have the server's time, and a delete of the row's versions would leave them: store them in a separate table"
            );
            sink.at(span, message);
        }
    }
}

fn one_period(attr: &TimestampAttr, sink: &Sink) {
    let periods = attr.periods();
    let Some(first) = periods.first() else { return };
    for other in &periods[1..] {
        let (other_name, first) = (other.value.name(), first.value.name());
        let message = format!("`{other_name}` and `{first}` are two periods: keep one");
        sink.at(other.span, message);
    }
}

fn keep_needs_period(attr: &TimestampAttr, sink: &Sink) {
    if let (None, Some(span)) = (attr.period(), attr.options.keep.span()) {
        sink.at(
            span,
            "`keep` has no effect without a period, by which it counts versions: write \
             `#[timestamp(day, keep = \"365d\")]`, or leave it out",
        );
    }
}

fn enough_versions(family: &FamilyAttr, period: PeriodUnit, keep: Option<&Keep>, sink: &Sink) {
    let versions = family.options.attributes.0.get("VERSIONS");
    if versions.is_some_and(Slot::is_broken) {
        return;
    }
    let set = versions.and_then(Slot::spanned);
    let kept = set.map_or(Some(1), |versions| versions.value.parse().ok());
    let needed = needed(period, keep);
    if kept.is_none_or(|kept: u64| kept >= needed) {
        return;
    }
    let name = name_of(family);
    let found = set.map_or_else(
        || "1 version, the default".to_owned(),
        |versions| format!("`versions = {}`", versions.value),
    );
    let (for_a_year, period) = (period.most_within(YEAR), period.name());
    let message = match keep {
        Some(keep) => format!(
            "`keep = \"{}\"` touches up to {needed} {period}s, one version each, and family \
             `{name}` keeps {found}: write `versions = {needed}` or more",
            keep.written
        ),
        None => format!(
            "`#[timestamp({period})]` makes a version of each {period}, and family `{name}` keeps \
             {found}: write `versions = {for_a_year}` for a year of them, or `#[timestamp]` alone if only the \
             newest is read"
        ),
    };
    sink.at(
        set.map_or_else(|| span_of(family), |versions| versions.span),
        message,
    );
}

/// The versions that the struct asks for: a series has at least two.
fn needed(period: PeriodUnit, keep: Option<&Keep>) -> u64 {
    keep.map_or(2, |keep| period.most_within(keep.seconds))
}

/// A TTL counts from the start of the period, like `keep` for hours and days. It may be shorter if enough versions
/// outlive it.
fn enough_time(family: &FamilyAttr, period: PeriodUnit, keep: Option<&Keep>, sink: &Sink) {
    let Some(keep) = keep else { return };
    let attributes = &family.options.attributes.0;
    let Some(ttl) = attributes.get("TTL").and_then(Slot::spanned) else {
        return;
    };
    let min_versions = attributes.get("MIN_VERSIONS").and_then(Slot::get);
    let outlive = min_versions.and_then(|min| min.parse::<u64>().ok());
    if outlive.is_some_and(|outlive| outlive >= needed(period, Some(keep))) {
        return;
    }
    let Ok(seconds) = ttl.value.parse::<u64>() else {
        return;
    };
    let (name, written) = (name_of(family), &keep.written);
    let of_months = (keep.seconds + MONTH).min(FOREVER);
    if period == PeriodUnit::Month && seconds < of_months {
        let days = of_months.div_ceil(DAY);
        let message = format!(
            "the `ttl` of family `{name}`, {seconds} seconds, counts from the start of a month, up to 31 \
             days before its last record, so that it ends within `keep = \"{written}\"`: write \
             `ttl = \"{days}d\"` or more, leave it out, or lower `keep`"
        );
        sink.at(ttl.span, message);
    } else if seconds < keep.seconds {
        let message = format!(
            "`keep = \"{written}\"` is longer than the `ttl` of family `{name}`, {seconds} seconds: write \
             `ttl = \"{written}\"` or more, or lower `keep`"
        );
        sink.at(ttl.span, message);
    }
}

fn name_of(family: &FamilyAttr) -> &str {
    family.name.get().map_or("", |name| name.value.as_str())
}

fn span_of(family: &FamilyAttr) -> Span {
    family.name.get().map_or(family.span, |name| name.span)
}

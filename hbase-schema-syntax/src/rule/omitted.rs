//! Checks the parts that may be left out.

use hbase_model::Salt;
use hbase_model::layout::SaltText;
use hbase_model::layout::separator::quoted;

use crate::attr::PartOptions;
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_omitted(draft: &Draft<'_>, sink: &Sink) {
    let parts = draft.parts();
    if let Some((_, first)) = parts.first() {
        is_not_first(first, sink);
    }
    for pair in parts.windows(2) {
        let [before, after] = pair else {
            continue;
        };
        are_last(before, after, sink);
        ends_before(draft, before, after, sink);
        ends_with_nul(before, sink);
        feed_together(before.1, after, sink);
    }
    for (_, part) in &parts {
        feeds_a_hash(draft, part, sink);
    }
}

fn is_not_first(first: &PartOptions, sink: &Sink) {
    if let Some(span) = first.omit_none.span() {
        let message = "`omit_none` on the first part: without it, the key could be empty, so give the key a part before it \
                       that every row has";
        sink.at(span, message);
    }
}

type Part<'p, 'a> = (&'p FieldDraft<'a>, &'p PartOptions);

fn are_last(before: &Part<'_, '_>, (after, options): &Part<'_, '_>, sink: &Sink) {
    let (field, part) = before;
    let Some(span) = part
        .omit_none
        .span()
        .filter(|_| !options.omit_none.is_set())
    else {
        return;
    };
    let message = format!(
        "only the last parts are left out, but `{}`, which every row has, comes after `{}`: move it to the front, or add \
         `omit_none` to it",
        after.ident, field.ident
    );
    sink.at(span, message);
}

/// Nothing sorts between a key and the same one with a NUL byte.
fn ends_before(draft: &Draft<'_>, (_, before): &Part<'_, '_>, after: &Part<'_, '_>, sink: &Sink) {
    let (field, after) = after;
    let Some(span) = after.omit_none.span() else {
        return;
    };
    let is_kept = before.terminator.is_set() || before.separator.is_broken();
    let separator = draft.separator_after(before).filter(|_| !is_kept);
    let Some(separator) = separator.filter(|separator| separator.value != [0]) else {
        return;
    };
    let message = format!(
        "the separator {} before `{}` is not written if it has no value, so that other keys would sort between: use the \
         separator \"\\0\", or a `terminator`",
        quoted(separator.value),
        field.ident
    );
    sink.at(span, message);
}

/// Without a value, a part before others is only its terminator, which must sort before all values.
fn ends_with_nul((field, part): &Part<'_, '_>, sink: &Sink) {
    let terminator = part
        .terminator
        .spanned()
        .filter(|_| part.omit_none.is_set());
    if let Some(terminator) = terminator.filter(|terminator| terminator.value != [0]) {
        let message = format!(
            "the terminator of `{}`, which may be left out before other parts, is `b\"\\0\"`: with another one, keys without \
             the part would not sort before those with it",
            field.ident
        );
        sink.at(terminator.span, message);
    }
}

/// The bytes that feed a salt end where the key does, or with a part that every row has.
fn feed_together(before: &PartOptions, (field, after): &Part<'_, '_>, sink: &Sink) {
    let are_left_out = before.omit_none.is_set() && after.omit_none.is_set();
    if are_left_out && before.salt.is_set() && !after.salt.is_set() {
        let span = after.omit_none.span().unwrap_or_else(|| field.ident.span());
        let message = format!(
            "`{}` feeds no salt, but a part before it that may be left out does: mark it with `salt`, too",
            field.ident
        );
        sink.at(span, message);
    }
}

fn feeds_a_hash(draft: &Draft<'_>, part: &PartOptions, sink: &Sink) {
    let Some(mark) = part.salt.spanned().filter(|_| part.omit_none.is_set()) else {
        return;
    };
    let salt = draft.salt().map(|salt| salt.value);
    let is_hash = !matches!(salt, Some(Salt::RegionNumber { .. } | Salt::Modulo { .. }));
    if is_hash && mark.value == SaltText::Whole {
        return;
    }
    let message = "a part that may be left out feeds only salts that hash whole parts, such as `buckets(16)`: leave out \
                   `omit_none`, or take another salt";
    sink.at(mark.span, message);
}

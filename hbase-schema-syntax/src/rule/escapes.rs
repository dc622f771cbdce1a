//! Checks that escaped text is restored, and does not contain what follows it.

use hbase_model::escape::{Escape, Replacement};
use hbase_model::layout::separator::quoted;

use crate::ast::Spanned;
use crate::attr::PartOptions;
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_escapes(draft: &Draft<'_>, sink: &Sink) {
    let parts = draft.parts();
    let last = parts.len().saturating_sub(1);
    for (at, (field, part)) in parts.iter().enumerate() {
        let Some(replacements) = part.escape.spanned() else {
            continue;
        };
        let escape = escape(&replacements.value);
        if is_restored(&escape, &replacements.value, sink)
            && (at < last || part.terminator.is_set())
        {
            leaves_no_separator(draft, field, part, &escape, sink);
        }
    }
}

fn escape(replacements: &[Spanned<Replacement>]) -> Escape {
    let values = replacements.iter().map(|one| one.value.clone());
    Escape::from(values.collect::<Vec<_>>())
}

fn is_restored(escape: &Escape, replacements: &[Spanned<Replacement>], sink: &Sink) -> bool {
    let mut is_restored = true;
    for (index, replacement) in replacements.iter().enumerate() {
        if let Err(error) = escape.check_step(index) {
            sink.at(replacement.span, format_args!("`escape`: {error}"));
            is_restored = false;
        }
    }
    is_restored
}

fn leaves_no_separator(
    draft: &Draft<'_>,
    field: &FieldDraft<'_>,
    part: &PartOptions,
    escape: &Escape,
    sink: &Sink,
) {
    let (Some(separator), Some(span)) = (draft.separator_after(part), part.escape.span()) else {
        return;
    };
    if escape.may_contain(separator.value) {
        let message = format!(
            "`escape`: escaped texts may contain {}, where `{}` ends: {}, or leave out `escape`",
            quoted(separator.value),
            field.ident,
            escape.remedy(separator.value)
        );
        sink.at(span, message);
    }
}

//! `since` of dynamic columns: the key part that it names.

use crate::attr::SinceOption;
use crate::draft::Draft;
use crate::errors::Sink;

/// The part is a time with `align` that each key has, whose period is a multiple of the unit.
pub(crate) fn check_since(draft: &Draft<'_>, sink: &Sink) {
    for field in draft.columns().filter(|field| field.dynamic().is_some()) {
        let options = field.column_options();
        let since = options.and_then(|options| options.since.spanned());
        let wrong = since.and_then(|since| wrong_part(draft, &since.value));
        if let (Some(message), Some(since)) = (wrong, since) {
            sink.at(since.value.part.span, message);
        }
    }
}

fn wrong_part(draft: &Draft<'_>, since: &SinceOption) -> Option<String> {
    let name = &since.part.value;
    let parts = draft.parts();
    let part = parts.iter().find(|(field, _)| field.name() == *name);
    let Some((_, part)) = part else {
        return Some(format!(
            "`since({name})`: the key has no part `{name}`: name a key part that is a time with `align`"
        ));
    };
    if part.align.is_broken() {
        return None;
    }
    if part.omit_none.is_set() {
        return Some(format!(
            "`since({name})`: a key may end without the part `{name}`, and then its columns have no time: leave out \
             `omit_none`"
        ));
    }
    let Some(align) = part.align.get() else {
        return Some(format!(
            "`since({name})`: the part `{name}` has no `align`, so that nothing says how much time a row holds: if it \
             is a time, add `align = \"1h\"`, or the period of your rows"
        ));
    };
    let unit = since.unit_ms;
    (align % unit != 0).then(|| {
        format!(
            "the unit of `since({name})` is {unit} ms, and the period of the part `{name}`, {align} ms, is not a \
             multiple of it: write a unit that divides it"
        )
    })
}

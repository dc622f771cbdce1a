//! Splits, by themselves and with the salt.

use hbase_model::layout::SaltLayout;
use hbase_model::splits::{FirstByte, MAX_REGIONS};

use super::split_keys;
use crate::ast::Spanned;
use crate::attr::{PartAttr, SplitsSpec};
use crate::build::{complete_splits, salt_of};
use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    let table = draft.attrs.table.as_ref();
    let Some(splits) = table.and_then(|t| t.splits.spanned()) else {
        return;
    };
    if let SplitsSpec::Keys(keys) = &splits.value {
        split_keys::check(keys, splits.span, sink);
        if keys.is_empty() {
            return;
        }
    }
    // With a salt that has a mistake, or none known, there is nothing to line up with.
    let key = draft.attrs.key.as_ref();
    if !key.is_some_and(|k| k.salt.is_broken() || k.separator.is_broken()) {
        with_salt(draft, splits, sink);
    }
}

fn with_salt(draft: &Draft<'_>, spec: &Spanned<SplitsSpec>, sink: &Sink) {
    let salt = salt_of(draft).map(|salt| SaltLayout {
        salt: salt.value,
        separator: separator(draft).map(Into::into),
    });
    let Some(splits) = complete_splits(&spec.value, salt.as_ref().map(|s| &s.salt)) else {
        let message = "`splits` says no number of regions, and no salt has a number of values: \
                       write it, as in `number_pipe(6)`";
        return sink.at(spec.span, message);
    };
    if splits.regions() > MAX_REGIONS {
        let message = format!(
            "`splits` makes {} regions, more than {MAX_REGIONS}: ask for fewer",
            splits.regions()
        );
        return sink.at(spec.span, message);
    }
    let by_itself = match &spec.value {
        SplitsSpec::Keys(_) => Ok(()),
        _ => splits.keys().map(drop),
    };
    let checked = by_itself.and_then(|()| splits.check_salt(salt.as_ref(), first_byte(draft)));
    if let Err(error) = checked {
        sink.at(spec.span, format_args!("`splits`: {error}"));
    }
}

fn separator(draft: &Draft<'_>) -> Option<String> {
    draft.attrs.key.as_ref()?.separator.cloned()
}

/// What attributes tell of the byte behind the salt.
fn first_byte(draft: &Draft<'_>) -> FirstByte {
    match draft.parts().first() {
        Some((_, part)) if is_digits(part) => FirstByte::Below(b':'),
        _ => FirstByte::Any,
    }
}

fn is_digits(part: &PartAttr) -> bool {
    part.text.said().is_some() || (part.is_time() && part.fixed.said().is_some())
}

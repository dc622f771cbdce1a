//! Checks splits, on their own and with the salt.

use hbase_model::layout::SaltLayout;
use hbase_model::splits::{FirstByte, MAX_REGIONS};

use super::split_keys::check_split_keys;
use crate::ast::Spanned;
use crate::attr::{PartOptions, PerBucket, SplitsSpec};
use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check_splits(draft: &Draft<'_>, sink: &Sink) {
    let Some(splits) = draft.splits_spec() else {
        return;
    };
    if let SplitsSpec::Keys(keys) = &splits.value {
        check_split_keys(keys, splits.span, sink);
        if keys.is_empty() {
            return;
        }
    }
    // An invalid salt may be any, so the splits cannot be compared with it.
    let has_broken_salt = draft.key().is_some_and(|k| k.salt.is_broken());
    if !has_broken_salt && !draft.has_broken_separator() {
        with_salt(draft, splits, sink);
    }
}

fn with_salt(draft: &Draft<'_>, spec: &Spanned<SplitsSpec>, sink: &Sink) {
    let Some(splits) = draft.splits() else {
        return sink.at(spec.span, without_number(draft, &spec.value));
    };
    if splits.regions() > MAX_REGIONS {
        let message = format!(
            "`splits` makes {} regions, more than {MAX_REGIONS}: use fewer",
            splits.regions()
        );
        return sink.at(spec.span, message);
    }
    if matches!(spec.value, SplitsSpec::PerBucket(_)) && splits.regions() < 2 {
        let message =
            "`splits` makes one region: `step` is not less than the number of values of the salt";
        return sink.at(spec.span, message);
    }
    if let Some(message) = useless_width(draft, &spec.value) {
        return sink.at(spec.span, message);
    }
    let by_itself = match &spec.value {
        SplitsSpec::Keys(_) => Ok(()),
        _ => splits.keys().map(drop),
    };
    let salt = draft.salt().map(|salt| SaltLayout {
        salt: salt.value,
        separator: draft.separator().map(|s| s.value.clone().into()),
    });
    let checked = by_itself.and_then(|()| splits.check_salt(salt.as_ref(), first_byte(draft)));
    if let Err(error) = checked {
        sink.at(spec.span, format_args!("`splits`: {error}"));
    }
}

/// The error of split points that are padded to no more than the width of the salt.
fn useless_width(draft: &Draft<'_>, spec: &SplitsSpec) -> Option<String> {
    let SplitsSpec::PerBucket(PerBucket { width, .. }) = spec else {
        return None;
    };
    let (width, salt) = ((*width)?, draft.salt()?.value);
    let own = salt.max_width();
    (usize::from(width) <= own)
        .then(|| format!("`width = {width}` has no effect: the width of the salt is {own} already"))
}

/// The error of splits whose number of regions neither they nor the salt specify.
fn without_number(draft: &Draft<'_>, spec: &SplitsSpec) -> &'static str {
    match (spec, draft.salt()) {
        (SplitsSpec::PerBucket(_), None) => {
            "`splits = per_bucket` makes a region for each value of a salt, and the row key has no salt: \
             mark the parts that spread the rows, `#[rowkey(salt)]`, or list the keys, as in \
             `splits = [\"h\", \"p\"]`"
        }
        (_, None) => {
            "`splits = number_pipe` makes a region for each value of a salt, and the row key has no salt: \
             add one, as in `#[rowkey(salt = region_number(6), separator = \"_\")]` with `salt` on a part, \
             or list the keys, as in `splits = [\"h\", \"p\"]`"
        }
        (_, Some(_)) => {
            "`splits` sets no number of regions, and the salt has no number of values: write it, as in \
             `number_pipe(6)`"
        }
    }
}

/// The byte after the salt, as far as attributes determine it.
fn first_byte(draft: &Draft<'_>) -> FirstByte {
    match draft.parts().first() {
        Some((_, part)) if is_digits(part) => FirstByte::Below(b':'),
        _ => FirstByte::Any,
    }
}

fn is_digits(part: &PartOptions) -> bool {
    let is_date = part.is_time() && (part.fixed.is_set() || part.format.is_set());
    part.text.is_set() || is_date
}

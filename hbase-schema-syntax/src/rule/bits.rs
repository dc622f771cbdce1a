//! Checks the fields of some bits in the struct of a qualifier.

use crate::attr::{PartOption, PartOptions, SetOptions};
use crate::draft::{Draft, FieldDraft};
use crate::errors::Sink;

pub(super) fn check_bits(draft: &Draft<'_>, sink: &Sink) {
    for (field, part) in draft.parts() {
        if field.bits.bits.is_set() {
            are_written_alone(part, sink);
        }
        is_constant(field, sink);
    }
    let groups = draft
        .fields
        .chunk_by(|one, next| has_bits(one) == has_bits(next));
    for group in groups.filter(|group| group.iter().all(has_bits)) {
        fills_bytes(group, sink);
    }
}

fn has_bits(field: &FieldDraft<'_>) -> bool {
    field.bits.bits.is_set()
}

/// Options that concern the end of a part.
const OF_ENDS: [PartOption; 4] = [
    PartOption::Max,
    PartOption::Unseparated,
    PartOption::Separator,
    PartOption::Terminator,
];

fn are_written_alone(part: &PartOptions, sink: &Sink) {
    let others = part.set_among(&PartOption::OF_ENCODING).into_iter();
    for (option, span) in others.chain(part.set_among(&OF_ENDS)) {
        let message = format!(
            "`{}` cannot be combined with `bits`, which are written as they are: leave it out",
            option.name()
        );
        sink.at(span, message);
    }
}

fn is_constant(field: &FieldDraft<'_>, sink: &Sink) {
    let Some(always) = field.bits.always.span() else {
        return;
    };
    if !has_bits(field) {
        let message = "`always` has no effect without `bits`: add `bits = n`";
        sink.at(always, message);
    }
    let (Some(bits), Some(value)) = (field.bits.bits.get(), field.bits.always.spanned()) else {
        return;
    };
    let most = u64::MAX >> (64 - bits);
    if value.value > most {
        let found = value.value;
        let message =
            format!("`always = {found}` does not fit its {bits} bits: the largest is {most}");
        sink.at(value.span, message);
    }
}

fn fills_bytes(group: &[FieldDraft<'_>], sink: &Sink) {
    let bits = group.iter().map(|field| field.bits.bits.get().copied());
    let sum = bits.map(|bits| bits.map(u32::from)).sum::<Option<u32>>();
    let (Some(sum), Some(span)) = (sum, group.first().and_then(|first| first.bits.bits.span()))
    else {
        return;
    };
    if sum.is_multiple_of(8) && sum <= 64 {
        return;
    }
    let names = group.iter().map(|field| format!("`{}`", field.ident));
    let names: Vec<String> = names.collect();
    let fix = if sum > 64 {
        "use a field of whole bytes, without `bits`".to_owned()
    } else {
        let unused = 8 - sum % 8;
        format!("add unused ones, as in `#[qualifier(bits = {unused}, always = 0)] unused: ()`")
    };
    let message = format!(
        "the sum of `bits` in {} is {sum}, expected whole bytes, at most 8 of them: {fix}",
        names.join(", ")
    );
    sink.at(span, message);
}

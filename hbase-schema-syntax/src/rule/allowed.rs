//! Rejects exceptions without effect.

use AllowOption::{FamilyLength, NameLength, QualifierLength};
use hbase_model::name::NamingRules;

use crate::attr::{AllowOption, SetOptions};
use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check_exceptions(draft: &Draft<'_>, sink: &Sink) {
    name_length_under_strict(draft, sink);
    hotspot_without_salt(draft, sink);
}

fn name_length_under_strict(draft: &Draft<'_>, sink: &Sink) {
    let Some(naming) = draft.naming() else {
        return;
    };
    let (Some(allow), NamingRules::HBase) = (naming.allow.spanned(), naming.rules()) else {
        return;
    };
    let lengths = [NameLength, FamilyLength, QualifierLength];
    for (option, _) in allow.value.set_among(&lengths) {
        let option = option.name();
        let message = format!(
            "`allow({option})` has no effect under `naming = hbase`, which requires no length"
        );
        sink.at(allow.span, message);
    }
}

fn hotspot_without_salt(draft: &Draft<'_>, sink: &Sink) {
    let allow = draft.naming().and_then(|n| n.allow.spanned());
    let Some(allow) = allow.filter(|a| a.value.hotspot.is_set()) else {
        return;
    };
    if draft.salt().is_some() {
        let message = "`allow(hotspot)` has no effect: a salted key has no hotspot";
        sink.at(allow.span, message);
    }
}

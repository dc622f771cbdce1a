//! Ways out that lead nowhere.

use hbase_model::name::NamingRules;

use crate::build::salt_of;
use crate::draft::Draft;
use crate::errors::Sink;

pub(super) fn check(draft: &Draft<'_>, sink: &Sink) {
    name_length_under_strict(draft, sink);
    hotspot_without_salt(draft, sink);
}

fn name_length_under_strict(draft: &Draft<'_>, sink: &Sink) {
    let Some(naming) = draft.attrs.naming() else {
        return;
    };
    let (Some(allow), NamingRules::HBase) = (naming.allow.spanned(), naming.rules()) else {
        return;
    };
    let lengths = [
        ("name_length", allow.value.name_length),
        ("family_length", allow.value.family_length),
        ("qualifier_length", allow.value.qualifier_length),
    ];
    for (way, _) in lengths.into_iter().filter(|(_, said)| *said) {
        let message =
            format!("`allow({way})` has no effect under `naming = hbase`, which asks no length");
        sink.at(allow.span, message);
    }
}

fn hotspot_without_salt(draft: &Draft<'_>, sink: &Sink) {
    let allow = draft.attrs.naming().and_then(|n| n.allow.spanned());
    let Some(allow) = allow.filter(|a| a.value.hotspot) else {
        return;
    };
    if salt_of(draft).is_some() {
        let message = "`allow(hotspot)` has no effect: a salted key has no hotspot";
        sink.at(allow.span, message);
    }
}

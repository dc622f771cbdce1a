//! Checks the list of split keys.

use hbase_model::printable::Printable;
use proc_macro2::Span;

use crate::ast::Spanned;
use crate::errors::Sink;

/// Reports each error at its own key.
pub(super) fn check_split_keys(keys: &[Spanned<Vec<u8>>], list: Span, sink: &Sink) {
    if keys.is_empty() {
        sink.at(list, "`splits` lists no key: leave it out for one region");
    }
    for key in keys.iter().filter(|k| k.value.is_empty()) {
        sink.at(
            key.span,
            "an empty split key: the first region starts there anyway, leave it out",
        );
    }
    for pair in keys.windows(2) {
        if let [before, key] = pair {
            ascends(before, key, sink);
        }
    }
}

fn ascends(before: &Spanned<Vec<u8>>, key: &Spanned<Vec<u8>>, sink: &Sink) {
    if before.value < key.value || key.value.is_empty() {
        return;
    }
    let (first, second) = (Printable(&before.value), Printable(&key.value));
    let message = if before.value == key.value {
        format!("duplicate split key \"{second}\": leave one out")
    } else {
        format!("split keys ascend, and \"{second}\" is before \"{first}\": sort them")
    };
    sink.at(key.span, message);
}

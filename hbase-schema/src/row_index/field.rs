//! Indexed fields.

use std::marker::PhantomData;

use crate::debug::{copyable, debug_text};
use crate::key::encoding::Ordered;

/// Marks the types of a field without containing values of them.
type TypesOf<E, T, C> = fn() -> (E, T, C);

/// An indexed field of the entries `E`, of type `T`. The encoding `C` is `OrderedBytes` by default,
/// for signed integers, floats and text; with [`Native`](crate::key::encoding::Native), unsigned
/// integers and times are indexed.
///
/// The tag is part of the stored bytes: a field keeps its tag for ever.
pub struct IndexField<E, T, C = Ordered> {
    declared: FieldTag,
    of: PhantomData<TypesOf<E, T, C>>,
}

/// The tag and the name of an indexed field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FieldTag {
    /// The first byte of its index columns.
    pub tag: u8,
    /// The field's name, for messages.
    pub name: &'static str,
}

impl<E, T, C> IndexField<E, T, C> {
    /// The field with this name and tag.
    pub const fn new(name: &'static str, tag: u8) -> Self {
        Self {
            declared: FieldTag { tag, name },
            of: PhantomData,
        }
    }

    /// The tag and the name.
    pub const fn declared(&self) -> FieldTag {
        self.declared
    }
}

/// Whether no two fields have the same tag.
pub(super) const fn have_distinct_tags(fields: &[FieldTag]) -> bool {
    let mut at = 0;
    while at < fields.len() {
        let mut other = at + 1;
        while other < fields.len() {
            if fields[at].tag == fields[other].tag {
                return false;
            }
            other += 1;
        }
        at += 1;
    }
    true
}

copyable!(IndexField[E, T, C]);

debug_text!(IndexField[E, T, C] |field| "{} ({})", field.declared.name, field.declared.tag);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_distinct_or_two_are_the_same() {
        let of = |tags: &[u8]| {
            let fields = tags.iter().map(|tag| FieldTag {
                tag: *tag,
                name: "",
            });
            have_distinct_tags(&fields.collect::<Vec<_>>())
        };
        for tags in [&[][..], &[1], &[1, 2], &[3, 1, 2]] {
            assert!(of(tags), "{tags:?}");
        }
        for tags in [&[1, 1][..], &[1, 2, 1], &[2, 1, 1], &[1, 2, 3, 2]] {
            assert!(!of(tags), "{tags:?}");
        }
    }
}

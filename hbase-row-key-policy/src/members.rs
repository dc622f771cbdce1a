//! The members of parts, as data: for readers, the JSON Schema, prompts and help.

/// A member of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PolicyMember {
    /// Its name.
    pub name: &'static str,
    /// Whether every part has it; an optional one is off if it is absent.
    pub is_required: bool,
    /// The type of its value.
    pub member_type: MemberType,
    /// Its meaning, in one sentence.
    pub doc: &'static str,
}

/// The JSON type of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MemberType {
    /// Text.
    Text,
    /// A whole number.
    Number {
        /// The least one that makes sense.
        least: u64,
        /// The greatest one that makes sense.
        most: u64,
    },
    /// `true` or `false`.
    Flag,
}

/// The maximum characters of a part, because a key has at most this many bytes.
pub(crate) const MOST_LENGTH: u64 = hbase_model::layout::MAX_KEY as u64;

const TEXT: MemberType = MemberType::Text;
const FLAG: MemberType = MemberType::Flag;

const fn number(least: u64, most: u64) -> MemberType {
    MemberType::Number { least, most }
}

const fn required(name: &'static str, member_type: MemberType, doc: &'static str) -> PolicyMember {
    PolicyMember {
        name,
        is_required: true,
        member_type,
        doc,
    }
}

const fn optional(name: &'static str, member_type: MemberType, doc: &'static str) -> PolicyMember {
    PolicyMember {
        name,
        is_required: false,
        member_type,
        doc,
    }
}

/// The members of a text part, in the order in which they are written.
///
/// ```
/// use hbase_row_key_policy::TEXT_MEMBERS;
///
/// let required = TEXT_MEMBERS.iter().filter(|member| member.is_required);
/// assert_eq!(required.count(), 12);
/// ```
pub const TEXT_MEMBERS: &[PolicyMember] = &[
    required(
        "columnName",
        TEXT,
        "The part's name in the mapping; empty for a running number.",
    ),
    optional(
        "cutLength",
        number(1, MOST_LENGTH),
        "The maximum number of characters kept after those that `cutStart` drops.",
    ),
    optional(
        "cutStart",
        number(0, MOST_LENGTH),
        "The number of characters dropped at the start; a value that is not longer than this is an error.",
    ),
    required(
        "length",
        number(1, MOST_LENGTH),
        "The part's length in characters, without the separator; a longer value is an error.",
    ),
    required(
        "numberStep",
        number(0, u64::MAX),
        "The difference between two consecutive running numbers.",
    ),
    required(
        "prefixChar",
        TEXT,
        "Prepended `prefixNumber` times; also pads shorter values at their start if `suffixChar` is empty.",
    ),
    required(
        "prefixNumber",
        number(0, MOST_LENGTH),
        "The number of times that `prefixChar` is prepended.",
    ),
    optional(
        "regex",
        TEXT,
        "A regular expression; each match is replaced by `regexReplacement`.",
    ),
    optional(
        "regexReplacement",
        TEXT,
        "The replacement: `$1` and `${name}` are groups of the match, `$$` is a `$`.",
    ),
    required(
        "replaceChar",
        TEXT,
        "The replacement of each character of `replaceSourceChar`; empty to remove them.",
    ),
    required(
        "replaceSourceChar",
        TEXT,
        "A set of characters to replace, in any order; empty for none.",
    ),
    optional(
        "reverse",
        FLAG,
        "Reverse the value, character by character.",
    ),
    required(
        "splitChar",
        TEXT,
        "The separator after the part; empty for none.",
    ),
    required(
        "startNumber",
        number(0, u64::MAX),
        "The first running number.",
    ),
    required(
        "suffixChar",
        TEXT,
        "Appended `suffixNumber` times; also pads shorter values at their end.",
    ),
    required(
        "suffixNumber",
        number(0, MOST_LENGTH),
        "The number of times that `suffixChar` is appended.",
    ),
    optional("trim", FLAG, "Remove white space at both ends."),
    required("value", TEXT, "A sample of the column, for previews."),
];

/// The names of [`TEXT_MEMBERS`].
pub(crate) fn text_names() -> Vec<&'static str> {
    TEXT_MEMBERS.iter().map(|member| member.name).collect()
}

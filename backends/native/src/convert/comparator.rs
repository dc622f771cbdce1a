//! Comparators and operators.

use bytes::Bytes;
use hbase_backend::{Comparator, CompareOp, Result};
use hbase_rpc::message::{
    self, BinaryComparator, BinaryPrefixComparator, ByteArrayComparable, CompareType,
    LongComparator, NullComparator, RegexStringComparator, SubstringComparator,
};
use prost::Message;

use super::unknown;

/// Java's package of filters and comparators.
pub(super) const PACKAGE: &str = "org.apache.hadoop.hbase.filter.";

/// Java's `Pattern.DOTALL`, with which `RegexStringComparator` compiles its pattern.
const DOTALL: i32 = 32;

pub(crate) const fn operator(op: CompareOp) -> CompareType {
    match op {
        CompareOp::Less => CompareType::Less,
        CompareOp::LessOrEqual => CompareType::LessOrEqual,
        CompareOp::Equal => CompareType::Equal,
        CompareOp::NotEqual => CompareType::NotEqual,
        CompareOp::GreaterOrEqual => CompareType::GreaterOrEqual,
        CompareOp::Greater => CompareType::Greater,
    }
}

pub(crate) fn comparator(comparator: &Comparator) -> Result<message::Comparator> {
    let bytes = |value: &[u8]| ByteArrayComparable {
        value: Some(Bytes::copy_from_slice(value)),
    };
    Ok(match comparator {
        Comparator::Binary(value) => {
            let comparable = bytes(value);
            named("BinaryComparator", &BinaryComparator { comparable })
        }
        Comparator::BinaryPrefix(value) => {
            let comparable = bytes(value);
            named(
                "BinaryPrefixComparator",
                &BinaryPrefixComparator { comparable },
            )
        }
        Comparator::Long(value) => {
            let comparable = bytes(&value.to_be_bytes());
            named("LongComparator", &LongComparator { comparable })
        }
        Comparator::Regex(pattern) => named("RegexStringComparator", &regex(pattern)),
        Comparator::Substring(text) => {
            // Java's client sends it in lower case, and the server compares it so.
            let substr = text.to_lowercase();
            named("SubstringComparator", &SubstringComparator { substr })
        }
        Comparator::Null => named("NullComparator", &NullComparator {}),
        other => return Err(unknown(&format!("the comparator {other:?}"))),
    })
}

fn regex(pattern: &str) -> RegexStringComparator {
    RegexStringComparator {
        pattern: pattern.to_owned(),
        pattern_flags: DOTALL,
        charset: "UTF-8".to_owned(),
        engine: Some("JAVA".to_owned()),
    }
}

fn named(class: &str, message: &impl Message) -> message::Comparator {
    message::Comparator {
        name: format!("{PACKAGE}{class}"),
        serialized_comparator: Some(message.encode_to_vec().into()),
    }
}

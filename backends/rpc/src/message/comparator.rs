//! Comparators, each serialized into [`Comparator`].

use bytes::Bytes;
use prost::{Enumeration, Message};

/// `Comparator`.
#[derive(Clone, PartialEq, Message)]
pub struct Comparator {
    #[prost(string, required, tag = "1")]
    pub name: String,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub serialized_comparator: Option<Bytes>,
}

/// `ByteArrayComparable`.
#[derive(Clone, PartialEq, Message)]
pub struct ByteArrayComparable {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub value: Option<Bytes>,
}

/// `BinaryComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct BinaryComparator {
    #[prost(message, required, tag = "1")]
    pub comparable: ByteArrayComparable,
}

/// `BinaryComponentComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct BinaryComponentComparator {
    #[prost(bytes = "bytes", required, tag = "1")]
    pub value: Bytes,
    #[prost(uint32, required, tag = "2")]
    pub offset: u32,
}

/// `BinaryPrefixComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct BinaryPrefixComparator {
    #[prost(message, required, tag = "1")]
    pub comparable: ByteArrayComparable,
}

/// `BitComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct BitComparator {
    #[prost(message, required, tag = "1")]
    pub comparable: ByteArrayComparable,
    #[prost(enumeration = "BitwiseOp", required, tag = "2")]
    pub bitwise_op: i32,
}

/// `BitComparator.BitwiseOp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum BitwiseOp {
    And = 1,
    Or = 2,
    Xor = 3,
}

/// `LongComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct LongComparator {
    #[prost(message, required, tag = "1")]
    pub comparable: ByteArrayComparable,
}

/// `NullComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct NullComparator {}

/// `RegexStringComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct RegexStringComparator {
    #[prost(string, required, tag = "1")]
    pub pattern: String,
    #[prost(int32, required, tag = "2")]
    pub pattern_flags: i32,
    #[prost(string, required, tag = "3")]
    pub charset: String,
    #[prost(string, optional, tag = "4")]
    pub engine: Option<String>,
}

/// `SubstringComparator`.
#[derive(Clone, PartialEq, Message)]
pub struct SubstringComparator {
    #[prost(string, required, tag = "1")]
    pub substr: String,
}

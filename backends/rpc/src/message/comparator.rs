//! Comparators, each serialized into [`Comparator`].

messages! {
    /// `Comparator`.
    message Comparator {
        required string name = 1;
        optional bytes serialized_comparator = 2;
    }

    /// `ByteArrayComparable`.
    message ByteArrayComparable {
        optional bytes value = 1;
    }

    /// `BinaryComparator`.
    message BinaryComparator {
        required message<ByteArrayComparable> comparable = 1;
    }

    /// `BinaryComponentComparator`.
    message BinaryComponentComparator {
        required bytes value = 1;
        required uint32 offset = 2;
    }

    /// `BinaryPrefixComparator`.
    message BinaryPrefixComparator {
        required message<ByteArrayComparable> comparable = 1;
    }

    /// `BitComparator`.
    message BitComparator {
        required message<ByteArrayComparable> comparable = 1;
        required enumeration(BitwiseOp) bitwise_op = 2;
    }

    /// `BitComparator.BitwiseOp`.
    enumeration BitwiseOp {
        And = 1;
        Or = 2;
        Xor = 3;
    }

    /// `LongComparator`.
    message LongComparator {
        required message<ByteArrayComparable> comparable = 1;
    }

    /// `NullComparator`.
    message NullComparator {}

    /// `RegexStringComparator`.
    message RegexStringComparator {
        required string pattern = 1;
        required int32 pattern_flags = 2;
        required string charset = 3;
        optional string engine = 4;
    }

    /// `SubstringComparator`.
    message SubstringComparator {
        required string substr = 1;
    }
}

//! As much of ASN.1's DER as the tests need.

/// An element with its tag and length.
pub(super) fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let length = content.len();
    let mut element = vec![tag];
    match u8::try_from(length) {
        Ok(short) if short < 128 => element.push(short),
        _ => {
            let length = u16::try_from(length).expect("a short element");
            element.push(0x82);
            element.extend(length.to_be_bytes());
        }
    }
    element.extend_from_slice(content);
    element
}

/// The tag and the content of the first element, and the bytes after it.
fn split(bytes: &[u8]) -> (u8, &[u8], &[u8]) {
    let (tag, first) = (bytes[0], usize::from(bytes[1]));
    let (length, start) = if first < 128 {
        (first, 2)
    } else {
        let count = first & 127;
        let digits = &bytes[2..2 + count];
        let length = digits
            .iter()
            .fold(0, |number, byte| number << 8 | usize::from(*byte));
        (length, 2 + count)
    };
    let (content, rest) = bytes[start..].split_at(length);
    (tag, content, rest)
}

/// The fields of a sequence, which may be tagged.
pub(super) fn sequence(bytes: &[u8]) -> &[u8] {
    match split(bytes) {
        (0x30, fields, _) => fields,
        (_, content, _) => sequence(content),
    }
}

/// The field with this number.
pub(super) fn child(mut fields: &[u8], number: u8) -> Option<&[u8]> {
    while !fields.is_empty() {
        let (tag, content, rest) = split(fields);
        if tag == 0xa0 | number {
            return Some(content);
        }
        fields = rest;
    }
    None
}

/// The bytes of an octet string.
pub(super) fn octets(bytes: &[u8]) -> &[u8] {
    split(bytes).1
}

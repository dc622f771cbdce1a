//! Values of JSON as values of a source.

use crate::value::Value;

/// Whether JSON is a string with escapes, whose text differs from the text between its quotes.
pub(super) fn is_escaped(json: &str) -> bool {
    json.starts_with('"') && json.contains('\\')
}

/// The value of JSON: objects and arrays are text. `text` is that of a string with escapes.
pub(super) fn plain_value<'a>(json: &'a str, text: &'a str) -> Value<'a> {
    match json.as_bytes() {
        b"null" => Value::Null,
        b"true" => Value::Bool(true),
        b"false" => Value::Bool(false),
        [b'"', ..] if is_escaped(json) => Value::Text(text),
        [b'"', ..] => Value::Text(json.get(1..json.len() - 1).unwrap_or_default()),
        [b'{' | b'[', ..] => Value::Text(json),
        _ => of_number(json),
    }
}

/// A number as the narrowest type that represents it exactly, otherwise as its text.
fn of_number(number: &str) -> Value<'_> {
    // An integer has no negative zero.
    let is_negative_zero =
        number.starts_with('-') && number.parse::<f64>().is_ok_and(|value| value == 0.0);
    if is_negative_zero {
        return Value::Text(number);
    }
    if let Ok(value) = number.parse() {
        return Value::Int(value);
    }
    if let Ok(value) = number.parse() {
        return Value::Uint(value);
    }
    number.parse().map_or(Value::Text(number), Value::Decimal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_a_value_of_a_source() {
        for (json, expected) in [
            ("null", Value::Null),
            ("true", Value::Bool(true)),
            ("-0", Value::Text("-0")),
            ("7", Value::Int(7)),
            ("18446744073709551615", Value::Uint(u64::MAX)),
            ("1.50", Value::Decimal("1.50".parse().unwrap())),
            (r#""7""#, Value::Text("7")),
            (r#""""#, Value::Text("")),
            (r#""\n""#, Value::Text("a text")),
            ("[1]", Value::Text("[1]")),
        ] {
            assert_eq!(plain_value(json, "a text"), expected, "{json}");
        }
    }
}

//! Floats and booleans as text, as Java's `toString` writes them, and Hive and other Java programs read them.

use std::fmt::{LowerExp, Write};
use std::str::FromStr;

use crate::primitive::ValueError;
use crate::sink::KeySink;

/// `Double.toString`, as Java 19 and later write it: the shortest digits from which the number can be read, with a fraction,
/// and with an exponent below 0.001 and from 10⁷ on.
///
/// Older Javas sometimes write other digits, which mean the same number: Java 17 writes `7.1202363472230444E-307` for
/// `7.120236347223045E-307`.
///
/// ```
/// use hbase_model::java_text::{get_f64, put_f64};
/// let mut cell = Vec::new();
/// put_f64(1e10, &mut cell);
/// assert_eq!(cell, b"1.0E10");
/// assert_eq!(get_f64(&cell)?, 1e10);
/// # Ok::<(), hbase_model::ValueError>(())
/// ```
pub fn put_f64<S: KeySink + ?Sized>(value: f64, out: &mut S) {
    out.put(text(value, value.abs()).as_bytes());
}

/// `Float.toString`, in the same way.
pub fn put_f32<S: KeySink + ?Sized>(value: f32, out: &mut S) {
    out.put(text(value, value.abs()).as_bytes());
}

/// `Double.parseDouble`, except for hexadecimal digits: surrounding white space is ignored, and `1`, `1.`, `.5`, `+1E5` and `1d`
/// are numbers.
pub fn get_f64(bytes: &[u8]) -> Result<f64, ValueError> {
    parsed(bytes, "a number as Java writes it, such as 1.0 or 1.0E10")
}

/// `Float.parseFloat`, in the same way.
pub fn get_f32(bytes: &[u8]) -> Result<f32, ValueError> {
    parsed(bytes, "a number as Java writes it, such as 1.0 or 1.0E10")
}

/// Both types of floats.
trait Float: Copy + PartialOrd + LowerExp + FromStr {
    const NAN: Self;
    const INFINITY: Self;
    /// Whether the sign bit is set.
    fn is_negative(self) -> bool;
    fn negated(self) -> Self;
    /// Whether a number has an exponent: below 0.001, and from 10⁷ on.
    fn has_exponent(self) -> bool;
}

macro_rules! floats {
    ($($type:ty)*) => {$(
        impl Float for $type {
            const NAN: Self = <$type>::NAN;
            const INFINITY: Self = <$type>::INFINITY;

            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }

            fn negated(self) -> Self {
                -self
            }

            fn has_exponent(self) -> bool {
                self != 0.0 && !(1e-3..1e7).contains(&self)
            }
        }
    )*};
}

floats!(f32 f64);

#[expect(clippy::eq_op, reason = "only a NaN differs from itself")]
fn text<F: Float>(value: F, magnitude: F) -> String {
    if value != value {
        return "NaN".to_owned();
    }
    let mut text = String::from(if value.is_negative() { "-" } else { "" });
    if magnitude == F::INFINITY {
        return text + "Infinity";
    }
    let (digits, exponent) = shortest(magnitude);
    if magnitude.has_exponent() {
        put_point(&digits, 1, &mut text);
        // Writing to a `String` cannot fail.
        let _ = write!(text, "E{exponent}");
    } else if exponent < 0 {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize);
        put_point(&format!("{zeros}{digits}"), 1, &mut text);
    } else {
        put_point(&digits, exponent.unsigned_abs() as usize + 1, &mut text);
    }
    text
}

/// Digits with a point before the one at `at`, and a digit at least after it.
fn put_point(digits: &str, at: usize, text: &mut String) {
    let _ = write!(text, "{digits:0<at$}");
    let fraction = digits.get(at..).filter(|fraction| !fraction.is_empty());
    text.truncate(text.len() - fraction.map_or(0, str::len));
    text.push('.');
    text.push_str(fraction.unwrap_or("0"));
}

/// The digits, and the exponent of the first one.
fn shortest<F: Float>(magnitude: F) -> (String, i32) {
    let shortest = format!("{magnitude:e}");
    let length = digits_of(&shortest).len();
    let scientific = if length == 1 {
        // Java chooses among decimals of two digits where one would be enough: 4.9E-324, not 5E-324.
        Some(format!("{magnitude:.1e}"))
    } else {
        lower_neighbor(magnitude, &shortest, length)
    };
    let scientific = scientific
        .filter(|other| other.parse().ok().is_some_and(|read: F| read == magnitude))
        .unwrap_or(shortest);
    let (_, exponent) = scientific.split_once('e').unwrap_or_default();
    let digits = digits_of(&scientific);
    let kept = digits.trim_end_matches('0');
    let kept = if kept.is_empty() { "0" } else { kept };
    (kept.to_owned(), exponent.parse().unwrap_or_default())
}

/// The digits before the exponent.
fn digits_of(scientific: &str) -> String {
    let end = scientific.find('e').unwrap_or(scientific.len());
    scientific[..end]
        .chars()
        .filter(char::is_ascii_digit)
        .collect()
}

/// If a number is in the middle between two decimals, Rust rounds up, and Java chooses the even one.
fn lower_neighbor<F: Float>(magnitude: F, shortest: &str, length: usize) -> Option<String> {
    let end = shortest.find('e')?;
    let last = shortest.as_bytes().get(end.checked_sub(1)?)?;
    let is_odd = last % 2 == 1;
    if !is_odd || !digits_of(&format!("{magnitude:.length$e}")).ends_with('5') {
        return None;
    }
    // No float has more digits.
    let exact = digits_of(&format!("{magnitude:.800e}"));
    let is_middle = exact.trim_end_matches('0').len() == length + 1;
    let even = char::from(last - 1);
    is_middle.then(|| format!("{}{even}{}", &shortest[..end - 1], &shortest[end..]))
}

fn parsed<F: Float>(bytes: &[u8], expected: &'static str) -> Result<F, ValueError> {
    let fail = || ValueError::OtherText { expected };
    // As `String.trim`.
    let text = crate::primitive::get_text(bytes, None, None)?.trim_matches(|c| c <= ' ');
    let (is_negative, magnitude) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let read = match magnitude {
        "NaN" => F::NAN,
        "Infinity" => F::INFINITY,
        number => {
            let number = number.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(number);
            // Not the other words that Rust reads, nor a second sign.
            if !number.starts_with(|c: char| c == '.' || c.is_ascii_digit()) {
                return Err(fail());
            }
            number.parse().map_err(|_| fail())?
        }
    };
    Ok(if is_negative { read.negated() } else { read })
}

/// `Boolean.toString`.
pub fn put_bool<S: KeySink + ?Sized>(value: bool, out: &mut S) {
    out.put(if value { b"true" } else { b"false" });
}

/// `true` or `false` in any case, as `Boolean.parseBoolean` reads `true`; other text is an error.
pub fn get_bool(bytes: &[u8]) -> Result<bool, ValueError> {
    if bytes.eq_ignore_ascii_case(b"true") {
        return Ok(true);
    }
    if bytes.eq_ignore_ascii_case(b"false") {
        return Ok(false);
    }
    Err(ValueError::OtherText {
        expected: "`true` or `false`",
    })
}

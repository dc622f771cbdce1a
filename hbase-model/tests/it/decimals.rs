//! Decimal numbers as text, and as integers with a scale.

use hbase_model::Decimal;

fn parse(text: &str) -> Option<Decimal> {
    text.parse().ok()
}

#[test]
fn a_number_is_its_digits_and_a_power_of_ten() {
    for (text, negative, coefficient, exponent) in [
        ("0", false, 0, 0),
        ("-0", false, 0, 0),
        ("1", false, 1, 0),
        ("+1", false, 1, 0),
        ("-12.340", true, 12_340, -3),
        (".5", false, 5, -1),
        ("5.", false, 5, 0),
        ("1e5", false, 1, 5),
        ("1.5E-7", false, 15, -8),
        ("1.5E+7", false, 15, 6),
        ("1e2147483647", false, 1, i32::MAX),
        ("1e-2147483648", false, 1, i32::MIN),
    ] {
        let expected = Decimal::new(negative, coefficient, exponent);
        assert_eq!(parse(text), Some(expected), "{text}");
        assert_eq!(expected.is_negative(), negative);
        assert_eq!(expected.coefficient(), coefficient);
        assert_eq!(expected.exponent(), exponent);
    }
    let most = u128::MAX.to_string();
    assert_eq!(parse(&most), Some(Decimal::new(false, u128::MAX, 0)));
    let above = format!("{}6", &most[..most.len() - 1]);
    for text in [
        "",
        "-",
        ".",
        "e5",
        "1e",
        "1e2147483648",
        "1.0e-2147483648",
        "1x",
        "1.2.3",
        "--1",
        "1 ",
        &above,
    ] {
        assert_eq!(parse(text), None, "{text}");
    }
    assert_eq!(Decimal::from(-7), Decimal::new(true, 7, 0));
    assert_eq!(Decimal::from(0), Decimal::new(false, 0, 0));
}

#[test]
fn a_number_is_written_plainly_where_that_is_short() {
    for (negative, coefficient, exponent, text) in [
        (false, 0, 0, "0"),
        (false, 0, -2, "0.00"),
        (false, 120, 0, "120"),
        (true, 12_340, -3, "-12.340"),
        (false, 5, -1, "0.5"),
        (false, 1, -6, "0.000001"),
        (false, 1, -7, "1E-7"),
        (false, 12, -7, "0.0000012"),
        (false, 12, -8, "1.2E-7"),
        (false, 1, 1, "1E+1"),
        (false, 123, 2, "1.23E+4"),
    ] {
        let decimal = Decimal::new(negative, coefficient, exponent);
        assert_eq!(decimal.to_string(), text);
        assert_eq!(parse(text), Some(decimal));
    }
}

#[test]
fn zeros_at_the_end_are_dropped_or_kept_within_a_scale() {
    for (coefficient, exponent, normal) in [
        (0, 5, (0, 0)),
        (1, 0, (1, 0)),
        (10, 0, (1, 1)),
        (1200, -3, (12, -1)),
        (105, 0, (105, 0)),
        (100, i32::MAX - 1, (10, i32::MAX)),
    ] {
        let decimal = Decimal::new(false, coefficient, exponent);
        let expected = Decimal::new(false, normal.0, normal.1);
        assert_eq!(decimal.normalized(), expected);
    }
    for (coefficient, exponent, most, expected) in [
        (150, -2, 2, Some((150, 2))),
        (150, -2, 3, Some((150, 2))),
        (150, -2, 1, Some((15, 1))),
        (150, -2, 0, None),
        (7, 2, 0, Some((700, 0))),
        (0, 2000, 0, Some((0, 0))),
        (1, 38, 5, Some((10_u128.pow(38), 0))),
        (4, 38, 5, None),
        (1, 39, 5, None),
        (100, -2, 0, Some((1, 0))),
    ] {
        let decimal = Decimal::new(true, coefficient, exponent);
        assert_eq!(decimal.with_scale(most), expected, "{decimal:?} {most}");
    }
}

//! Makes random key parts.

use crate::draw::Draw;
use crate::features as f;
use crate::spec::{ESCAPE, ESCAPE_IN_ORDER, Encoding, Part, TimeForm};
use crate::types::{Kind, TYPES, Type};

/// The position of a part in its key.
pub(super) struct Place {
    /// The separator of the key.
    pub(super) separator: Option<&'static str>,
    pub(super) is_last: bool,
    pub(super) is_first: bool,
    /// Whether all parts after it have a fixed width.
    pub(super) before_fixed: bool,
    /// Whether a part after it has its own separator.
    pub(super) has_separators: bool,
    /// Whether all parts after it may be left out.
    pub(super) may_be_left_out: bool,
    /// Whether the next part may be left out.
    pub(super) before_left_out: bool,
}

/// Makes a part; `None` if the random choices cannot be combined.
pub(super) fn part(draw: &mut Draw, name: String, place: &Place) -> Option<Part> {
    let class = draw.any(&f::PART_TYPE);
    let types: Vec<_> = TYPES
        .iter()
        .filter(|of| of.class == class && of.is_part())
        .collect();
    let of = *draw.pick(&types);
    let may_be_list = place.is_last && !place.is_first && of.rust == "Vec<u8>";
    let written = draw.among(&f::ENCODING, |name| {
        encodes(of, name) || may_be_list && name.starts_with("repeat")
    });
    let encoding = encoding(draw, of, written);
    let mut part = Part {
        name,
        of,
        optional: false,
        encoding,
        desc: false,
        reverse: false,
        truncate: false,
        salt: None,
        separator: None,
        direct: false,
        terminator: None,
        omit_none: false,
        unseparated: false,
        max: None,
    };
    if encoding == Encoding::Own {
        part.of = HEXED;
    }
    order(draw, &mut part);
    truncate(draw, &mut part);
    length(draw, &mut part);
    left_out(draw, &mut part, place);
    end(draw, &mut part, place)?;
    is_free_of_end(&part, place).then_some(())?;
    optional(draw, &mut part, place);
    Some(part)
}

fn truncate(draw: &mut Draw, part: &mut Part) {
    let is_time = part.of.kind == Kind::Time
        && matches!(part.encoding, Encoding::Native | Encoding::Time { .. });
    if is_time || matches!(part.encoding, Encoding::MsOfDay | Encoding::MinuteOfDay) {
        part.truncate = draw.rarely(&f::TRUNCATE, 2) == "truncate";
    }
    // `truncate` requires a time encoding.
    if part.truncate && part.encoding == Encoding::Native {
        part.encoding = Encoding::Time {
            form: TimeForm::Millis,
            newest_first: false,
            offset: None,
            align: None,
        };
    }
}

/// The type with a custom encoding.
static HEXED: &Type = &Type {
    rust: "Hexed",
    class: "newtype",
    kind: Kind::Int {
        bits: 16,
        signed: false,
    },
    role: crate::types::Role::Part,
};

fn encodes(of: &Type, encoding: &str) -> bool {
    match of.kind {
        Kind::Int { bits, signed } => match encoding {
            "native" | "fixed" | "text" => true,
            "java" => bits <= 64,
            "ordered" => signed && bits <= 64,
            "own" => of.rust == "u16",
            _ => false,
        },
        Kind::F32 | Kind::F64 => matches!(encoding, "native" | "java" | "ordered"),
        Kind::Text => {
            matches!(
                encoding,
                "native"
                    | "fixed"
                    | "pad_left"
                    | "pad_right"
                    | "ordered"
                    | "escape"
                    | "escape in order"
                    | "reverse_labels"
            ) || encoding.starts_with("length")
        }
        Kind::Bytes => {
            matches!(encoding, "native" | "fixed" | "ordered") || encoding.starts_with("length")
        }
        Kind::Array(_) => encoding == "native" || encoding == "ordered" && of.class == "array",
        Kind::Time => matches!(
            encoding,
            "native"
                | "java"
                | "time digits"
                | "format"
                | "seconds"
                | "negated_ts"
                | "reverse_ts"
                | "reverse_ts digits"
        ),
        Kind::OfDay => matches!(encoding, "ms_of_day" | "minute_of_day"),
        Kind::Numbers(_) => matches!(encoding, "native" | "fixed"),
        Kind::Bool => matches!(encoding, "native" | "java"),
        Kind::Words(_) | Kind::Json => encoding == "native",
    }
}

fn encoding(draw: &mut Draw, of: &Type, written: &str) -> Encoding {
    let digits = match of.kind {
        Kind::Int { bits, .. } => *draw.pick(&[(bits as usize * 10).div_ceil(33), 3, 5]),
        _ => draw.rng.usize(1..6),
    };
    match written {
        "fixed" => Encoding::Fixed(digits),
        "pad_left" => Encoding::PadLeft(digits + 2, *draw.pick(&['0', ' ', '*'])),
        "pad_right" => Encoding::PadRight(digits + 2, *draw.pick(&[' ', '.', '0'])),
        "text" => Encoding::Text,
        "java" => Encoding::Java,
        "ordered" => Encoding::Ordered,
        "time digits" => time(draw, TimeForm::Fixed(0), false),
        "format" => time(draw, TimeForm::Format(0), false),
        "seconds" => time(draw, TimeForm::Seconds, false),
        "negated_ts" => time(draw, TimeForm::Negated, false),
        "reverse_ts" => time(draw, TimeForm::Millis, true),
        "reverse_ts digits" => time(draw, TimeForm::Fixed(0), true),
        "ms_of_day" => Encoding::MsOfDay,
        "minute_of_day" => Encoding::MinuteOfDay,
        "own" => Encoding::Own,
        "reverse_labels" => Encoding::Labels,
        "repeat" => Encoding::List { sorted: false },
        "repeat, sorted" => Encoding::List { sorted: true },
        "length = u8" => Encoding::Length("u8"),
        "length = u16" => Encoding::Length("u16"),
        "length = varint" => Encoding::Length("varint"),
        "escape" => Encoding::Escape(ESCAPE),
        "escape in order" => Encoding::Escape(ESCAPE_IN_ORDER),
        _ => Encoding::Native,
    }
}

/// A time in a form, whose digits are chosen here.
fn time(draw: &mut Draw, form: TimeForm, newest_first: bool) -> Encoding {
    let form = match form {
        TimeForm::Fixed(_) => TimeForm::Fixed(*draw.pick(&[8, 14, 17, 13, 19])),
        TimeForm::Format(_) => TimeForm::Format(*draw.pick(&[4, 6, 10, 12, 8, 14, 17])),
        TimeForm::Seconds if draw.rng.bool() => TimeForm::SecondDigits,
        form => form,
    };
    let may_be_newest = matches!(
        form,
        TimeForm::Format(_) | TimeForm::Seconds | TimeForm::SecondDigits
    );
    let newest_first = newest_first || may_be_newest && draw.rng.u8(..3) == 0;
    let align = match draw.among(&f::ALIGN, |align| fits(form, align)) {
        "1h" => Some(("1h", 3_600_000)),
        "1d" => Some(("1d", 86_400_000)),
        "1h 30m" => Some(("1h 30m", 5_400_000)),
        _ => None,
    };
    let offset = if form.date().is_some() || align.is_some() {
        draw.any(&f::OFFSET)
    } else {
        "none"
    };
    let offset = match offset {
        "+08:00" => Some((offset, 8 * 3_600_000)),
        "-05:30" => Some((offset, -19_800_000)),
        _ => None,
    };
    Encoding::Time {
        form,
        newest_first,
        offset,
        align,
    }
}

/// Whether a period is a multiple of the unit of the form.
fn fits(form: TimeForm, align: &str) -> bool {
    match form {
        _ if align == "none" => true,
        TimeForm::Format(4 | 6) => false,
        TimeForm::Fixed(8) | TimeForm::Format(8) => align == "1d",
        TimeForm::Format(10) => align != "1h 30m",
        _ => true,
    }
}

fn order(draw: &mut Draw, part: &mut Part) {
    let order = draw.among(&f::ORDER, |name| match name {
        "desc" => may_descend(part),
        "reverse" => may_reverse(part),
        _ => true,
    });
    part.desc = order == "desc";
    part.reverse = order == "reverse";
}

fn may_descend(part: &Part) -> bool {
    match (part.encoding, part.of.kind) {
        (
            Encoding::Own
            | Encoding::Text
            | Encoding::Labels
            | Encoding::Escape(_)
            | Encoding::Length(_)
            | Encoding::List { .. },
            _,
        ) => false,
        (_, kind) if kind.is_enum() => false,
        (Encoding::Java, Kind::Int { signed, .. }) => !signed,
        (Encoding::Java, Kind::F32 | Kind::F64) => false,
        (
            Encoding::Time {
                form, newest_first, ..
            },
            _,
        ) => !newest_first && form != TimeForm::Negated,
        _ => true,
    }
}

fn may_reverse(part: &Part) -> bool {
    match (part.encoding, part.of.kind) {
        (
            Encoding::Native | Encoding::Fixed(_) | Encoding::PadLeft(..) | Encoding::PadRight(..),
            Kind::Text,
        ) => true,
        (Encoding::Fixed(_) | Encoding::Text, Kind::Int { .. }) => part.of.is_sequence(),
        (
            Encoding::Time {
                form, newest_first, ..
            },
            _,
        ) => form.is_digits() && !newest_first,
        _ => false,
    }
}

fn length(draw: &mut Draw, part: &mut Part) {
    let is_long = matches!(part.of.kind, Kind::Text | Kind::Bytes);
    let varies = matches!(
        part.encoding,
        Encoding::Native
            | Encoding::Escape(_)
            | Encoding::Length(_)
            | Encoding::Labels
            | Encoding::List { .. }
    );
    if is_long && varies && draw.any(&f::PART_MAX) == "max" {
        part.max = Some(draw.rng.usize(3..12));
    }
}

/// Chooses whether the part may be left out.
fn left_out(draw: &mut Draw, part: &mut Part, place: &Place) {
    let may_be = place.may_be_left_out
        && !place.is_first
        && !part.of.is_sequence()
        && !part.of.kind.is_enum()
        && part.of.class != "generic"
        && part.encoding != Encoding::Own
        && !part.is_list();
    part.omit_none = may_be && draw.any(&f::LEFT_OUT) == "omit_none";
    part.optional = part.omit_none;
}

/// Chooses how decoding finds the end of the part.
fn end(draw: &mut Draw, part: &mut Part, place: &Place) -> Option<()> {
    let varies = !part.marks_its_end() && !part.is_list();
    let is_long = varies && matches!(part.of.kind, Kind::Text | Kind::Bytes);
    let terminator = if is_long && part.desc {
        draw.among(&f::TERMINATOR, |name| name == "\0")
    } else {
        let fits = |name: &str| name == "\0" || !part.omit_none || place.is_last;
        draw.among(&f::TERMINATOR, |name| {
            name == "none" || varies && fits(name)
        })
    };
    part.terminator = (terminator != "none").then_some(terminator);
    if place.is_last || part.terminator.is_some() {
        return Some(());
    }
    if place.before_left_out {
        end_before_left_out(draw, part, place);
        return Some(());
    }
    let may_be_open = varies
        && place.before_fixed
        && !part.marks_its_end()
        && matches!(part.of.kind, Kind::Text | Kind::Bytes)
        && !part.reverse;
    if may_be_open && draw.any(&f::PART_END) == "unseparated" {
        part.unseparated = true;
        return Some(());
    }
    let may_be_direct = place.separator.is_some() && part.marks_its_end();
    let own = draw.among(&f::OWN_SEPARATOR, |name| {
        Some(name) != place.separator && (name != "left out" || may_be_direct)
    });
    part.direct = own == "left out";
    part.separator = (own != "none" && !part.direct).then_some(own);
    (part.marks_its_end() || part.separator.or(place.separator).is_some()).then_some(())
}

/// Whether no escaped text contains what follows the part.
fn is_free_of_end(part: &Part, place: &Place) -> bool {
    let is_followed = part.terminator.is_some() || !place.is_last && !part.unseparated;
    let end = part.terminator.or(part.separator).or(place.separator);
    part.encoding != Encoding::Escape(ESCAPE_IN_ORDER) || !is_followed || end == Some("\0")
}

/// Before a part that may be left out, only a NUL byte is a separator.
fn end_before_left_out(draw: &mut Draw, part: &mut Part, place: &Place) {
    let needs_one = !part.marks_its_end() || place.separator.is_some();
    if needs_one && place.separator != Some("\0") {
        part.separator = Some(draw.among(&f::OWN_SEPARATOR, |name| name == "\0"));
    }
}

fn optional(draw: &mut Draw, part: &mut Part, place: &Place) {
    let is_binary = place.separator.is_none()
        && !place.has_separators
        && part.separator.is_none()
        && part.terminator.is_none();
    let is_native =
        part.encoding == Encoding::Native && !part.desc && !part.reverse && part.max.is_none();
    let has_end = part.width().is_some() || place.is_last;
    let may_be = is_binary
        && is_native
        && has_end
        && !part.unseparated
        && !part.of.is_sequence()
        && !part.of.kind.is_enum()
        && !(place.is_first && place.is_last)
        && !part.omit_none;
    if may_be {
        part.optional = draw.any(&f::OPTIONAL_PART) == "yes";
    }
}

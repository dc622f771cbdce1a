//! The types that are known by their names: those of the standard library, of `hbase-schema`, and of
//! the crates that it knows by features.

use syn::{GenericArgument, PathArguments, PathSegment, Type};

use super::kind::Kind;

/// What a known type is made of.
pub(super) enum Foreign<'t> {
    /// The type alone says it.
    Kind(Kind),
    /// `Vec`, `Box`, `Cow`, `Arc`, `Rc` of something.
    Pointer(&'static str, &'t Type),
    /// `Option` of something.
    Option(&'t Type),
    /// `Sequence` of something; `u64` unless said.
    Sequence(Option<&'t Type>),
}

/// The crate that a path starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// A bare name that no `use` explains.
    Bare,
    Std,
    Runtime,
    Chrono,
    Jiff,
    Uuid,
    RustDecimal,
    BigDecimal,
}

impl Root {
    fn of(path: &[String], runtimes: &[String]) -> Option<Self> {
        let [first, _, ..] = path else {
            return Some(Self::Bare);
        };
        Some(match first.as_str() {
            "std" | "core" | "alloc" => Self::Std,
            "hbase_schema" => Self::Runtime,
            "chrono" => Self::Chrono,
            "jiff" => Self::Jiff,
            "uuid" => Self::Uuid,
            "rust_decimal" => Self::RustDecimal,
            "bigdecimal" => Self::BigDecimal,
            other if runtimes.iter().any(|runtime| runtime == other) => Self::Runtime,
            _ => return None,
        })
    }

    /// Whether the name may come from one of these crates.
    fn is(self, of: &[Self]) -> bool {
        self == Self::Bare || of.contains(&self)
    }
}

/// The type that a path leads to, with the arguments that stand where it is used.
pub(super) fn known<'t>(
    path: &[String],
    used: &'t PathSegment,
    runtimes: &[String],
) -> Option<Foreign<'t>> {
    let root = Root::of(path, runtimes)?;
    let name = path.last()?.as_str();
    let kind = match name {
        _ if root.is(&[Root::Std]) && primitive(name).is_some() => primitive(name)?,
        "String" | "str" if root.is(&[Root::Std]) => Kind::Text,
        "Vec" | "Box" | "Cow" | "Arc" | "Rc" if root.is(&[Root::Std]) => {
            return Some(Foreign::Pointer(pointer(name)?, only_type(used)?));
        }
        "Option" if root.is(&[Root::Std]) => return Some(Foreign::Option(only_type(used)?)),
        "Sequence" if root.is(&[Root::Runtime]) => {
            return Some(Foreign::Sequence(only_type(used)));
        }
        "Timestamp" if root.is(&[Root::Runtime, Root::Jiff]) => Kind::Moment,
        "TimeOfDay" if root.is(&[Root::Runtime]) => Kind::TimeOfDay,
        "DateTime" if root.is(&[Root::Chrono]) && is_utc(used) => Kind::Moment,
        "NaiveTime" if root.is(&[Root::Chrono]) => Kind::ClockTime,
        "NaiveDate" | "NaiveDateTime" if root.is(&[Root::Chrono]) => Kind::Calendar,
        "Time" if root == Root::Jiff => Kind::ClockTime,
        "Date" | "DateTime" if root == Root::Jiff => Kind::Calendar,
        "Uuid" if root.is(&[Root::Uuid]) => Kind::Uuid,
        "Decimal" if root.is(&[Root::RustDecimal]) => Kind::Decimal,
        "BigDecimal" if root.is(&[Root::BigDecimal]) => Kind::Decimal,
        _ => return None,
    };
    Some(Foreign::Kind(kind))
}

pub(super) fn primitive(name: &str) -> Option<Kind> {
    Some(match name {
        "u8" => Kind::unsigned(1),
        "u16" => Kind::unsigned(2),
        "u32" => Kind::unsigned(4),
        "u64" => Kind::unsigned(8),
        "u128" => Kind::unsigned(16),
        "i8" => Kind::signed(1),
        "i16" => Kind::signed(2),
        "i32" => Kind::signed(4),
        "i64" => Kind::signed(8),
        "i128" => Kind::signed(16),
        "f32" => Kind::Float { width: 4 },
        "f64" => Kind::Float { width: 8 },
        "bool" => Kind::Bool,
        _ => return None,
    })
}

fn pointer(name: &str) -> Option<&'static str> {
    let pointers = ["Vec", "Box", "Cow", "Arc", "Rc"];
    pointers.into_iter().find(|known| *known == name)
}

/// The one type among the arguments.
fn only_type(segment: &PathSegment) -> Option<&Type> {
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else {
        return None;
    };
    let mut types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    let only = types.next()?;
    types.next().is_none().then_some(only)
}

/// `DateTime<Utc>`: no other zone can be a part or a cell.
fn is_utc(segment: &PathSegment) -> bool {
    let Some(Type::Path(zone)) = only_type(segment) else {
        return false;
    };
    let last = zone.path.segments.last();
    last.is_some_and(|last| last.ident == "Utc")
}

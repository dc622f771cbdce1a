//! Types that are known by name: those of the standard library, of `hbase-schema`, and of the crates for
//! which it has features.

use syn::{PathSegment, Type};

use super::field_type::FieldType;
use super::types::type_arguments;

/// A known type.
pub(super) enum Foreign<'t> {
    /// A type without arguments that matter.
    Known(FieldType),
    /// `Vec`, `Box`, `Cow`, `Arc`, `Rc` of something.
    Pointer(&'static str, &'t Type),
    /// `Option` of something.
    Option(&'t Type),
    /// `Sequence` of something (default `u64`).
    Sequence(Option<&'t Type>),
}

/// The crate that a path starts from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// A name that no `use` imports.
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

    /// Whether the name may be defined in one of these crates.
    fn is(self, of: &[Self]) -> bool {
        self == Self::Bare || of.contains(&self)
    }
}

/// The known type at a path; its arguments are those of the segment where it is used.
pub(super) fn known<'t>(
    path: &[String],
    used: &'t PathSegment,
    runtimes: &[String],
) -> Option<Foreign<'t>> {
    let root = Root::of(path, runtimes)?;
    let name = path.last()?.as_str();
    let field_type = match name {
        _ if root.is(&[Root::Std]) && primitive(name).is_some() => primitive(name)?,
        "String" | "str" if root.is(&[Root::Std]) => FieldType::Text,
        "Vec" | "Box" | "Cow" | "Arc" | "Rc" if root.is(&[Root::Std]) => {
            return Some(Foreign::Pointer(pointer(name)?, only_type(used)?));
        }
        "Option" if root.is(&[Root::Std]) => return Some(Foreign::Option(only_type(used)?)),
        "Sequence" if root.is(&[Root::Runtime]) => {
            return Some(Foreign::Sequence(only_type(used)));
        }
        "Timestamp" if root.is(&[Root::Runtime, Root::Jiff]) => FieldType::Moment,
        "TimeOfDay" if root.is(&[Root::Runtime]) => FieldType::TimeOfDay,
        "DateTime" if root.is(&[Root::Chrono]) && is_utc(used) => FieldType::Moment,
        "NaiveTime" if root.is(&[Root::Chrono]) => FieldType::ClockTime,
        "NaiveDate" | "NaiveDateTime" if root.is(&[Root::Chrono]) => FieldType::Calendar,
        "Time" if root == Root::Jiff => FieldType::ClockTime,
        "Date" | "DateTime" if root == Root::Jiff => FieldType::Calendar,
        "Uuid" if root.is(&[Root::Uuid]) => FieldType::Uuid,
        "Decimal" if root.is(&[Root::RustDecimal]) => FieldType::Decimal,
        "BigDecimal" if root.is(&[Root::BigDecimal]) => FieldType::Decimal,
        _ => return None,
    };
    Some(Foreign::Known(field_type))
}

pub(super) fn primitive(name: &str) -> Option<FieldType> {
    Some(match name {
        "u8" => FieldType::unsigned(1),
        "u16" => FieldType::unsigned(2),
        "u32" => FieldType::unsigned(4),
        "u64" => FieldType::unsigned(8),
        "u128" => FieldType::unsigned(16),
        "i8" => FieldType::signed(1),
        "i16" => FieldType::signed(2),
        "i32" => FieldType::signed(4),
        "i64" => FieldType::signed(8),
        "i128" => FieldType::signed(16),
        "f32" => FieldType::Float { width: 4 },
        "f64" => FieldType::Float { width: 8 },
        "bool" => FieldType::Bool,
        _ => return None,
    })
}

fn pointer(name: &str) -> Option<&'static str> {
    let pointers = ["Vec", "Box", "Cow", "Arc", "Rc"];
    pointers.into_iter().find(|known| *known == name)
}

/// The one type among the arguments.
fn only_type(segment: &PathSegment) -> Option<&Type> {
    let mut types = type_arguments(&segment.arguments);
    let only = types.next()?;
    types.next().is_none().then_some(only)
}

/// `DateTime<Utc>`: with any other zone it is neither a key part nor a cell.
fn is_utc(segment: &PathSegment) -> bool {
    let Some(Type::Path(zone)) = only_type(segment) else {
        return false;
    };
    let last = zone.path.segments.last();
    last.is_some_and(|last| last.ident == "Utc")
}

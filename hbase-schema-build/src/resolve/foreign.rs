//! Types that are known by name: those of the standard library, of `hbase-schema`, and of the crates for
//! which it has features.

use hbase_model::TimeLibrary;
use syn::{PathSegment, Type};

use super::field_type::FieldType;
use super::params::type_arguments;

/// A known type.
pub(super) enum Foreign<'t> {
    /// A type without arguments that matter.
    Known(FieldType),
    /// `Vec`, `Box`, `Cow`, `Arc`, `Rc` of something.
    Pointer(&'static str, &'t Type),
    /// `Option` of something.
    Option(&'t Type),
    /// `chrono::DateTime` of a zone: with any but `Utc` it is neither a key part nor a cell.
    DateTime(&'t Type),
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
        "Timestamp" if root == Root::Jiff => FieldType::Moment(Some(TimeLibrary::Jiff)),
        "Timestamp" if root.is(&[Root::Runtime]) => FieldType::Moment(None),
        "TimeOfDay" if root.is(&[Root::Runtime]) => FieldType::TimeOfDay,
        "DateTime" if root.is(&[Root::Chrono]) => {
            return Some(Foreign::DateTime(only_type(used)?));
        }
        "NaiveTime" if root.is(&[Root::Chrono]) => FieldType::ClockTime(TimeLibrary::Chrono),
        "NaiveDate" if root.is(&[Root::Chrono]) => FieldType::Date(TimeLibrary::Chrono),
        "NaiveDateTime" if root.is(&[Root::Chrono]) => FieldType::DateTime(TimeLibrary::Chrono),
        "Time" if root == Root::Jiff => FieldType::ClockTime(TimeLibrary::Jiff),
        "Date" if root == Root::Jiff => FieldType::Date(TimeLibrary::Jiff),
        "DateTime" if root == Root::Jiff => FieldType::DateTime(TimeLibrary::Jiff),
        "Uuid" if root.is(&[Root::Uuid]) => FieldType::Uuid,
        "Decimal" if root.is(&[Root::RustDecimal]) => FieldType::RustDecimal,
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

/// Whether a path names a type of a known crate itself, not an alias of another crate.
pub(super) fn is_known(path: &[String], runtimes: &[String]) -> bool {
    match (Root::of(path, runtimes), path.last()) {
        (Some(Root::Bare), Some(name)) => {
            let prelude = ["String", "Vec", "Box", "usize", "isize", "char"];
            primitive(name).is_some() || prelude.contains(&name.as_str())
        }
        (root, _) => root.is_some(),
    }
}

/// Whether a path is that of a type of `hbase-schema`, or a name without a `use`.
pub(super) fn is_runtime(path: &[String], runtimes: &[String]) -> bool {
    Root::of(path, runtimes).is_some_and(|root| root.is(&[Root::Runtime]))
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

//! Constants of hand-written impls that are literals, or consist of literals.

use std::borrow::Cow;

use hbase_model::{CellFacts, CellFormat, CustomEncoding, Encoding, LogicalType, TimeOrder};
use syn::{Expr, ExprStruct, Lit, Member, Path};

/// `Encoding::Bytes { width: Some(4) }` and the like.
pub(super) fn encoding(expr: &Expr) -> Option<Encoding> {
    if let Some(own) = argument_of(expr, "Custom").and_then(own_encoding) {
        return Some(Encoding::Custom(own));
    }
    let (name, fields) = variant(expr)?;
    let width = || fields.get("width");
    let signed = || truth(fields.get("signed")?);
    Some(match name.as_str() {
        "Bool" => Encoding::Bool,
        "Bytes" => Encoding::Bytes {
            width: option(width()?).ok()?,
        },
        "Text" if option(fields.get("pad")?) == Ok(None) => Encoding::Text {
            width: option(width()?).ok()?,
            pad: None,
        },
        "Integer" => Encoding::Integer {
            width: number(width()?)?,
            signed: signed()?,
        },
        "JavaInteger" => Encoding::JavaInteger {
            width: number(width()?)?,
            signed: signed()?,
        },
        "JavaBool" => Encoding::JavaBool,
        "JavaFloat" => Encoding::JavaFloat {
            width: number(width()?)?,
        },
        "Float" => Encoding::Float {
            width: number(width()?)?,
        },
        _ => return None,
    })
}

/// `CustomEncoding::new("Iso").with_width(2)` and the like.
fn own_encoding(expr: &Expr) -> Option<CustomEncoding> {
    let Expr::MethodCall(call) = expr else {
        let mut own = CustomEncoding::new("");
        own.name = Cow::Owned(string(argument_of(expr, "new")?)?);
        return Some(own);
    };
    let own = own_encoding(&call.receiver)?;
    let argument = call.args.first()?;
    match call.method.to_string().as_str() {
        "with_width" => Some(own.with_width(number(argument)?)),
        "with_time" => match variant(argument)?.0.as_str() {
            "Descending" => Some(own.with_time(TimeOrder::Descending)),
            "Ascending" => Some(own.with_time(TimeOrder::Ascending)),
            _ => None,
        },
        _ => None,
    }
}

/// The only argument of a call of the function or variant with this name.
fn argument_of<'e>(expr: &'e Expr, name: &str) -> Option<&'e Expr> {
    let Expr::Call(call) = expr else {
        return None;
    };
    let Expr::Path(function) = &*call.func else {
        return None;
    };
    let is_called = is_named(&function.path, name) && call.args.len() == 1;
    call.args.first().filter(|_| is_called)
}

/// `CellFacts::UNKNOWN`, or `CellFacts::new(CellFormat::Text, LogicalType::Text)` and the like.
pub(super) fn facts(expr: &Expr) -> Option<CellFacts> {
    match expr {
        Expr::Path(path) if is_named(&path.path, "UNKNOWN") => Some(CellFacts::UNKNOWN),
        Expr::Call(call) => {
            let Expr::Path(path) = &*call.func else {
                return None;
            };
            let mut args = call.args.iter();
            let (format, logical) = (format(args.next()?)?, logical(args.next()?)?);
            (is_named(&path.path, "new") && args.next().is_none())
                .then_some(CellFacts::new(format, logical))
        }
        Expr::MethodCall(call) if call.args.is_empty() => {
            let of = facts(&call.receiver)?;
            match call.method.to_string().as_str() {
                "optional" => Some(of.optional()),
                "never_empty" => Some(of.never_empty()),
                _ => None,
            }
        }
        _ => None,
    }
}

/// `LogicalType::Text` and the like.
fn logical(expr: &Expr) -> Option<LogicalType> {
    let (name, fields) = variant(expr)?;
    let width = || fields.get("width");
    Some(match name.as_str() {
        "Unknown" => LogicalType::Unknown,
        "Bool" => LogicalType::Bool,
        "Text" => LogicalType::Text,
        "Bytes" => LogicalType::Bytes,
        "Uuid" => LogicalType::Uuid,
        "Timestamp" => LogicalType::Timestamp,
        "TimeOfDay" => LogicalType::TimeOfDay,
        "Decimal" => LogicalType::Decimal,
        "RustDecimal" => LogicalType::RustDecimal,
        "Json" => LogicalType::Json,
        "Integer" => LogicalType::Integer {
            width: number(width()?)?,
            signed: truth(fields.get("signed")?)?,
        },
        "Float" => LogicalType::Float {
            width: number(width()?)?,
        },
        "FixedBytes" => LogicalType::FixedBytes {
            width: number(width()?)?,
        },
        _ => return None,
    })
}

/// `CellFormat::Bytes` and the like.
fn format(expr: &Expr) -> Option<CellFormat> {
    let (name, fields) = variant(expr)?;
    let width = || number(fields.get("width")?);
    Some(match name.as_str() {
        "Bool" => CellFormat::Bool,
        "Text" => CellFormat::Text,
        "DecimalText" => CellFormat::DecimalText,
        "Bytes" => CellFormat::Bytes,
        "BigDecimal" => CellFormat::BigDecimal,
        "Json" => CellFormat::Json,
        "Custom" => CellFormat::Custom,
        "Integer" => CellFormat::Integer {
            width: width()?,
            signed: truth(fields.get("signed")?)?,
        },
        "Float" => CellFormat::Float { width: width()? },
        "JavaFloatText" => CellFormat::JavaFloatText { width: width()? },
        _ => return None,
    })
}

/// The fields of a variant.
struct Fields<'e>(Option<&'e ExprStruct>);

/// The name of a variant, and its fields.
fn variant(expr: &Expr) -> Option<(String, Fields<'_>)> {
    let (path, fields) = match expr {
        Expr::Path(path) => (&path.path, None),
        Expr::Struct(fields) => (&fields.path, Some(fields)),
        _ => return None,
    };
    Some((path.segments.last()?.ident.to_string(), Fields(fields)))
}

impl<'e> Fields<'e> {
    fn get(&self, name: &str) -> Option<&'e Expr> {
        self.0?.fields.iter().find_map(|field| match &field.member {
            Member::Named(found) if found == name => Some(&field.expr),
            _ => None,
        })
    }
}

/// A string literal, also within `Cow::Borrowed(…)`.
fn string(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Call(call) if call.args.len() == 1 => string(call.args.first()?),
        _ => match literal(expr)? {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
    }
}

pub(super) fn number<T: std::str::FromStr<Err: std::fmt::Display>>(expr: &Expr) -> Option<T> {
    match literal(expr)? {
        Lit::Int(number) => number.base10_parse().ok(),
        _ => None,
    }
}

fn truth(expr: &Expr) -> Option<bool> {
    match literal(expr)? {
        Lit::Bool(truth) => Some(truth.value),
        _ => None,
    }
}

fn literal(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(literal) => Some(&literal.lit),
        _ => None,
    }
}

/// A width: `None` or `Some(4)`; an error for any other expression.
fn option(expr: &Expr) -> Result<Option<u16>, ()> {
    match expr {
        Expr::Path(path) if is_named(&path.path, "None") => Ok(None),
        Expr::Call(call) => match (&*call.func, call.args.first()) {
            (Expr::Path(path), Some(value)) if is_named(&path.path, "Some") => {
                number(value).map(Some).ok_or(())
            }
            _ => Err(()),
        },
        _ => Err(()),
    }
}

/// Whether the last segment of a path is this name.
pub(super) fn is_named(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

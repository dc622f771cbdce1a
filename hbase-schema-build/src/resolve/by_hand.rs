//! Hand-written impls whose consts are literals.

use std::borrow::Cow;

use hbase_model::{CellFacts, CellFormat, Encoding, LogicalType};
use hbase_schema_syntax::source::{Meaning, Scope, SourceImpl, SourceType, Sources};
use syn::{DeriveInput, Expr, ExprStruct, ImplItem, Lit, Member, Path, Type};

use super::field_type::FieldType;
use super::params::type_arguments;
use super::types::{Resolved, Role, UnresolvedType, location_of};

/// The field type that the impl of a type sets; `None` without an impl.
pub(super) fn field_type(
    sources: &Sources,
    own: &SourceType,
    input: &DeriveInput,
    role: Role,
) -> Option<Resolved> {
    let (name, codec) = trait_for(role);
    let found = impl_of(sources, own, name, codec)?;
    let declared = match role {
        Role::Key => constant(found, "ENCODING")
            .and_then(encoding)
            .map(FieldType::PartByHand),
        // An impl without the constant says nothing about its cells.
        Role::Cell | Role::TextCell => {
            let facts = match constant(found, "FACTS") {
                Some(expr) => facts(expr),
                None => Some(CellFacts::UNKNOWN),
            };
            facts.map(FieldType::CellByHand)
        }
    };
    Some(declared.ok_or_else(|| UnresolvedType::Computed {
        name: input.ident.to_string(),
        location: location_of(own, input.ident.span()),
    }))
}

/// The type whose facts the impl repeats, by `<String as EncodeCell<NativeCodec>>::FACTS`, and the scope of the impl.
pub(super) fn repeated<'s>(
    sources: &'s Sources,
    own: &SourceType,
    role: Role,
) -> Option<(&'s Type, Scope)> {
    let (name, codec) = trait_for(role);
    let found = impl_of(sources, own, name, codec)?;
    let Expr::Path(path) = constant(found, "FACTS")? else {
        return None;
    };
    let of = path
        .qself
        .as_ref()
        .filter(|_| is_named(&path.path, "FACTS"))?;
    let mut segments = path.path.segments.iter().rev().skip(1);
    let argument = type_arguments(&segments.next()?.arguments).last();
    let is_same = matches!(
        argument,
        Some(Type::Path(argument)) if codec.iter().any(|codec| is_named(&argument.path, codec))
    );
    is_same.then_some((&of.ty, found.scope))
}

/// The trait that sets the bytes of a type, and the names of its argument.
const fn trait_for(role: Role) -> (&'static str, &'static [&'static str]) {
    match role {
        Role::Key => ("NativePart", &[]),
        // `Native` is the deprecated name.
        Role::Cell => ("EncodeCell", &["NativeCodec", "Native"]),
        Role::TextCell => ("EncodeCell", &["Text"]),
    }
}

fn impl_of<'s>(
    sources: &'s Sources,
    own: &SourceType,
    name: &str,
    codec: &[&str],
) -> Option<&'s SourceImpl> {
    sources.impls().iter().find(|found| {
        let of_trait = trait_of(found).is_some_and(|path| {
            let argument = type_argument(path);
            let argument = argument.and_then(|path| path.segments.last());
            let is_codec = argument.map_or(codec.is_empty(), |argument| {
                codec.iter().any(|codec| argument.ident == codec)
            });
            is_named(path, name) && is_codec
        });
        of_trait && is_type(sources, found, own)
    })
}

/// The encoding that `impl KeyPart<Path> for …` sets for a user's own encoding: the impl for the part's
/// type, or the only one.
pub(super) fn custom(sources: &Sources, scope: Scope, path: &Path, ty: &Type) -> Option<Encoding> {
    let Meaning::Own(marker) = sources.meaning(scope, path) else {
        return None;
    };
    let impls = sources.impls().iter().filter(|found| {
        trait_of(found).is_some_and(|path| {
            let argument = type_argument(path);
            is_named(path, "KeyPart")
                && argument.is_some_and(|path| is_own(sources, found.scope, path, marker))
        })
    });
    let impls: Vec<_> = impls.collect();
    let of_type = impls.iter().find(|found| is_for(sources, found, scope, ty));
    let chosen = match (of_type, impls.as_slice()) {
        (Some(found), _) => found,
        (None, [only]) => only,
        _ => return None,
    };
    constant(chosen, "ENCODING").and_then(encoding)
}

fn trait_of(found: &SourceImpl) -> Option<&Path> {
    found.item.trait_.as_ref().map(|(path, _)| path)
}

fn is_named(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// The path that is the last argument of a trait.
fn type_argument(path: &Path) -> Option<&Path> {
    match type_arguments(&path.segments.last()?.arguments).last()? {
        Type::Path(path) => Some(&path.path),
        _ => None,
    }
}

fn is_type(sources: &Sources, found: &SourceImpl, own: &SourceType) -> bool {
    match &*found.item.self_ty {
        Type::Path(path) => is_own(sources, found.scope, &path.path, own),
        _ => false,
    }
}

fn is_own(sources: &Sources, scope: Scope, path: &Path, own: &SourceType) -> bool {
    matches!(sources.meaning(scope, path), Meaning::Own(found) if std::ptr::eq(found, own))
}

/// Whether an impl is for a type that is written in another scope.
fn is_for(sources: &Sources, found: &SourceImpl, scope: Scope, ty: &Type) -> bool {
    let (Type::Path(left), Type::Path(right)) = (&*found.item.self_ty, ty) else {
        return false;
    };
    let left = sources.meaning(found.scope, &left.path);
    match (left, sources.meaning(scope, &right.path)) {
        (Meaning::Own(left), Meaning::Own(right)) => std::ptr::eq(left, right),
        (Meaning::Foreign(left), Meaning::Foreign(right)) => left.last() == right.last(),
        _ => false,
    }
}

fn constant<'i>(found: &'i SourceImpl, name: &str) -> Option<&'i Expr> {
    found.item.items.iter().find_map(|item| match item {
        ImplItem::Const(item) if item.ident == name => Some(&item.expr),
        _ => None,
    })
}

/// `Encoding::Bytes { width: Some(4) }` and the like.
fn encoding(expr: &Expr) -> Option<Encoding> {
    let (name, fields) = variant(expr)?;
    let width = || fields.get("width");
    let signed = || truth(fields.get("signed")?);
    Some(match name.as_str() {
        "Bool" => Encoding::Bool,
        "Custom" => Encoding::Custom {
            name: Cow::Owned(string(fields.get("name")?)?),
            width: option(width()?).ok()?,
        },
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

/// `CellFacts::UNKNOWN`, or `CellFacts::new(CellFormat::Text, LogicalType::Text)` and the like.
fn facts(expr: &Expr) -> Option<CellFacts> {
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

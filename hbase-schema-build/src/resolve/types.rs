//! From a type as it is written to what it is.

use std::collections::BTreeMap;
use std::fmt;

use hbase_schema_syntax::single::{Code, Single, SingleDerive, parse_single};
use hbase_schema_syntax::source::{Meaning, Scope, SourceType, Sources, SpannedError, TypeItem};
use hbase_schema_syntax::text;
use syn::{DeriveInput, Expr, GenericArgument, GenericParam, Generics, Lit, PathArguments, Type};

use super::by_hand;
use super::foreign::{self, Foreign};
use super::kind::Kind;

/// Where a type is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// In the row key.
    Key,
    /// In a cell, by Java's `Bytes`.
    Cell,
    /// In a cell, as text.
    TextCell,
}

/// Why a type is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// Neither here nor among the known ones.
    Nowhere(String),
    /// Here, but without the derive, and without an impl that says it.
    NoDerive {
        name: String,
        derive: &'static str,
        place: String,
    },
    /// An impl by hand that computes it.
    Computed { name: String, place: String },
    /// A parameter of the struct.
    Parameter(String),
    /// The type has mistakes of its own.
    Mistaken(Vec<SpannedError>),
    /// One that leads to itself.
    Circle(String),
}

/// What type parameters stand for.
pub(crate) type Params = BTreeMap<String, Result<Kind, Unknown>>;

/// Newtypes of newtypes end somewhere.
const DEEPEST: usize = 32;

pub(crate) struct Types<'s> {
    pub(crate) sources: &'s Sources,
    /// Other names of the crate `hbase_schema`.
    pub(crate) runtimes: Vec<String>,
}

/// Where a type is written.
#[derive(Clone, Copy)]
pub(crate) struct Place<'p> {
    pub(crate) scope: Scope,
    pub(crate) params: &'p Params,
}

impl Types<'_> {
    /// What a type is in a key or in a cell.
    pub(crate) fn kind(&self, ty: &Type, place: Place<'_>, role: Role) -> Result<Kind, Unknown> {
        self.of(ty, place, role, DEEPEST)
    }

    fn of(&self, ty: &Type, at: Place<'_>, role: Role, depth: usize) -> Result<Kind, Unknown> {
        let Some(depth) = depth.checked_sub(1) else {
            return Err(Unknown::Circle(text::of_type(ty)));
        };
        match ty {
            Type::Paren(inner) => self.of(&inner.elem, at, role, depth),
            Type::Group(inner) => self.of(&inner.elem, at, role, depth),
            Type::Reference(reference) => self.behind(&reference.elem, ty, at, role, depth),
            Type::Array(array) => match (is_u8(&array.elem), length(&array.len)) {
                (true, Some(length)) => Ok(Kind::Array(length)),
                _ => Err(nowhere(ty)),
            },
            Type::Path(path) if path.qself.is_none() => self.named(ty, &path.path, at, role, depth),
            _ => Err(nowhere(ty)),
        }
    }

    /// `str` and `[u8]` behind a pointer.
    fn behind(
        &self,
        inner: &Type,
        whole: &Type,
        at: Place<'_>,
        role: Role,
        depth: usize,
    ) -> Result<Kind, Unknown> {
        match inner {
            Type::Slice(slice) if is_u8(&slice.elem) => Ok(Kind::Bytes),
            // A `&String` is no part and no cell, but `&str` is.
            Type::Path(path) if path.path.is_ident("str") => self.of(inner, at, role, depth),
            _ => Err(nowhere(whole)),
        }
    }

    fn named(
        &self,
        ty: &Type,
        path: &syn::Path,
        at: Place<'_>,
        role: Role,
        depth: usize,
    ) -> Result<Kind, Unknown> {
        if let Some(name) = path.get_ident()
            && let Some(argument) = at.params.get(&name.to_string())
        {
            return argument.clone();
        }
        let used = path.segments.last().ok_or_else(|| nowhere(ty))?;
        match self.sources.meaning(at.scope, path) {
            Meaning::Own(own) => {
                let arguments = self.arguments(&used.arguments, at, role, depth);
                self.own(own, arguments, role, depth)
            }
            Meaning::Foreign(path) => match foreign::known(&path, used, &self.runtimes) {
                Some(Foreign::Kind(kind)) => Ok(kind),
                Some(Foreign::Option(inner)) => self
                    .of(inner, at, role, depth)
                    .map(|kind| Kind::Option(kind.into())),
                Some(Foreign::Sequence(inner)) => {
                    let inner = inner.map_or(Ok(Kind::unsigned(8)), |inner| {
                        self.of(inner, at, role, depth)
                    });
                    inner.map(|kind| Kind::Sequence(kind.into()))
                }
                Some(Foreign::Pointer(pointer, inner)) => {
                    self.pointed(pointer, inner, ty, at, role, depth)
                }
                None => Err(nowhere(ty)),
            },
        }
    }

    /// `Vec<u8>`, `Box<str>`, `Cow<'_, [u8]>` and the like.
    fn pointed(
        &self,
        pointer: &str,
        inner: &Type,
        whole: &Type,
        at: Place<'_>,
        role: Role,
        depth: usize,
    ) -> Result<Kind, Unknown> {
        if pointer == "Vec" {
            return if is_u8(inner) {
                Ok(Kind::Bytes)
            } else {
                Err(nowhere(whole))
            };
        }
        match self.behind(inner, whole, at, role, depth)? {
            // Shared bytes are neither a part nor a cell.
            Kind::Bytes if matches!(pointer, "Arc" | "Rc") => Err(nowhere(whole)),
            kind => Ok(kind),
        }
    }

    fn arguments(
        &self,
        arguments: &PathArguments,
        at: Place<'_>,
        role: Role,
        depth: usize,
    ) -> Vec<Result<Kind, Unknown>> {
        let PathArguments::AngleBracketed(arguments) = arguments else {
            return Vec::new();
        };
        let types = arguments.args.iter().filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(self.of(ty, at, role, depth)),
            _ => None,
        });
        types.collect()
    }

    /// A type of these sources.
    fn own(
        &self,
        own: &SourceType,
        arguments: Vec<Result<Kind, Unknown>>,
        role: Role,
        depth: usize,
    ) -> Result<Kind, Unknown> {
        match &own.item {
            TypeItem::Alias(alias) => {
                let params = params(&alias.generics, arguments);
                self.of(&alias.ty, place(own, &params), role, depth)
            }
            TypeItem::Defined(input) => {
                let derive = match role {
                    Role::Key => SingleDerive::KeyPart,
                    Role::Cell | Role::TextCell => SingleDerive::CellValue,
                };
                if self.sources.derives(own.scope, input, derive.name()) {
                    let params = params(&input.generics, arguments);
                    return self.derived(own, input, derive, &params, role, depth);
                }
                by_hand::kind(self.sources, own, input, role).unwrap_or_else(|| {
                    Err(Unknown::NoDerive {
                        name: input.ident.to_string(),
                        derive: derive.name(),
                        place: where_is(own, input.ident.span()),
                    })
                })
            }
        }
    }

    fn derived(
        &self,
        own: &SourceType,
        input: &DeriveInput,
        derive: SingleDerive,
        params: &Params,
        role: Role,
        depth: usize,
    ) -> Result<Kind, Unknown> {
        let single = parse_single(input, derive).map_err(|errors| {
            let mistakes = errors.iter();
            Unknown::Mistaken(
                mistakes
                    .map(|e| SpannedError::at(&own.file, e.span(), e))
                    .collect(),
            )
        })?;
        match single {
            Single::Newtype(newtype) => self.of(&newtype.field.ty, place(own, params), role, depth),
            Single::Codes(codes) => match codes.code {
                Code::Text(width) => Ok(Kind::TextCodes(width)),
                Code::Number(number) => foreign::primitive(&number.to_string())
                    .ok_or_else(|| Unknown::Nowhere(number.to_string())),
            },
        }
    }
}

fn place<'p>(own: &SourceType, params: &'p Params) -> Place<'p> {
    Place {
        scope: own.scope,
        params,
    }
}

/// Parameters and what stands for them; what stands for none is not known.
pub(crate) fn params(generics: &Generics, arguments: Vec<Result<Kind, Unknown>>) -> Params {
    let mut arguments = arguments.into_iter();
    let types = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(param.ident.to_string()),
        _ => None,
    });
    types
        .map(|name| {
            let argument = arguments.next();
            let argument = argument.unwrap_or_else(|| Err(Unknown::Parameter(name.clone())));
            (name, argument)
        })
        .collect()
}

pub(super) fn where_is(own: &SourceType, span: proc_macro2::Span) -> String {
    let mistake = SpannedError::at(&own.file, span, "");
    format!(
        "{}:{}:{}",
        mistake.file.display(),
        mistake.line,
        mistake.column
    )
}

fn nowhere(ty: &Type) -> Unknown {
    Unknown::Nowhere(text::of_type(ty))
}

fn is_u8(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("u8"))
}

/// A length that is written as a number.
fn length(expr: &Expr) -> Option<u16> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nowhere(name) => write!(
                f,
                "`{name}` is neither among the types that are known by name nor in these sources"
            ),
            Self::NoDerive {
                name,
                derive,
                place,
            } => write!(f, "`{name}` ({place}) does not derive `{derive}`"),
            Self::Computed { name, place } => write!(
                f,
                "the bytes of `{name}` are said by an impl ({place}) whose const is more than a \
                 literal"
            ),
            Self::Parameter(name) => write!(f, "`{name}` is a type parameter"),
            Self::Mistaken(_) => f.write_str("the type has mistakes of its own"),
            Self::Circle(name) => write!(f, "`{name}` leads to itself"),
        }
    }
}

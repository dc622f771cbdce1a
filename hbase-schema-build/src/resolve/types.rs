//! Resolves types by name.

use std::collections::BTreeMap;
use std::fmt;

use hbase_schema_syntax::single::{Code, Single, SingleDerive, parse_single};
use hbase_schema_syntax::source::{Meaning, Scope, SourceType, Sources, SpannedError, TypeItem};
use hbase_schema_syntax::text;
use syn::{DeriveInput, GenericArgument, GenericParam, Generics, PathArguments, Type};

use super::field_type::FieldType;
use super::foreign::{self, Foreign};
use super::{by_hand, entry};

/// What a type is used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A key part.
    Key,
    /// A cell in the encoding of Java's `Bytes`.
    Cell,
    /// A cell as text.
    TextCell,
}

impl Role {
    fn derive(self) -> SingleDerive {
        match self {
            Self::Key => SingleDerive::KeyPart,
            Self::Cell | Self::TextCell => SingleDerive::CellValue,
        }
    }
}

/// Why a type cannot be resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UnresolvedType {
    /// Neither a known type nor one of these sources.
    NotFound(String),
    /// A type of these sources without the derive and without an impl.
    NoDerive {
        name: String,
        derive: &'static str,
        location: String,
    },
    /// An impl whose const is not a literal.
    Computed { name: String, location: String },
    /// A type parameter of the struct.
    Parameter(String),
    /// A type with errors.
    Invalid(Vec<SpannedError>),
    /// A type that contains itself.
    Cycle(String),
}

pub(crate) type Resolved = Result<FieldType, UnresolvedType>;

/// The arguments of type parameters, by name.
pub(crate) type Params = BTreeMap<String, Resolved>;

/// The most aliases and newtypes between a field and its type.
pub(super) const MAX_DEPTH: usize = 32;

pub(crate) struct Types<'s> {
    pub(crate) sources: &'s Sources,
    /// Other names of the crate `hbase_schema`.
    pub(crate) runtimes: Vec<String>,
}

/// The scope in which a type is written.
#[derive(Clone, Copy)]
pub(crate) struct TypeScope<'p> {
    pub(crate) scope: Scope,
    pub(crate) params: &'p Params,
}

impl<'p> TypeScope<'p> {
    pub(super) fn of(own: &SourceType, params: &'p Params) -> Self {
        Self {
            scope: own.scope,
            params,
        }
    }
}

impl Types<'_> {
    /// Resolves a type in a scope.
    pub(crate) fn resolve(&self, ty: &Type, at: TypeScope<'_>, role: Role) -> Resolved {
        let lookup = Lookup {
            types: self,
            at,
            role,
            depth: MAX_DEPTH,
        };
        lookup.of(ty)
    }
}

#[derive(Clone, Copy)]
struct Lookup<'l> {
    types: &'l Types<'l>,
    at: TypeScope<'l>,
    role: Role,
    depth: usize,
}

impl Lookup<'_> {
    fn of(mut self, ty: &Type) -> Resolved {
        let Some(depth) = self.depth.checked_sub(1) else {
            return Err(UnresolvedType::Cycle(text::of_type(ty)));
        };
        self.depth = depth;
        match ty {
            Type::Paren(inner) => self.of(&inner.elem),
            Type::Group(inner) => self.of(&inner.elem),
            Type::Reference(reference) => self.behind_pointer(&reference.elem, ty),
            Type::Array(array) => match (is_u8(&array.elem), by_hand::number(&array.len)) {
                (true, Some(length)) => Ok(FieldType::Array(length)),
                _ => Err(not_found(ty)),
            },
            Type::Path(path) if path.qself.is_none() => self.named(ty, &path.path),
            _ => Err(not_found(ty)),
        }
    }

    /// `str` and `[u8]` behind a pointer.
    fn behind_pointer(self, inner: &Type, whole: &Type) -> Resolved {
        match inner {
            Type::Slice(slice) if is_u8(&slice.elem) => Ok(FieldType::Bytes),
            // `&str` implements the traits of key parts and cells, `&String` does not.
            Type::Path(path) if path.path.is_ident("str") => self.of(inner),
            _ => Err(not_found(whole)),
        }
    }

    fn named(self, ty: &Type, path: &syn::Path) -> Resolved {
        if let Some(name) = path.get_ident()
            && let Some(argument) = self.at.params.get(&name.to_string())
        {
            return argument.clone();
        }
        let used = path.segments.last().ok_or_else(|| not_found(ty))?;
        match self.types.sources.meaning(self.at.scope, path) {
            Meaning::Own(own) => self.own(own, self.arguments(&used.arguments)),
            Meaning::Foreign(path) => match foreign::known(&path, used, &self.types.runtimes) {
                Some(known) => self.foreign(known, ty),
                None => Err(not_found(ty)),
            },
        }
    }

    fn foreign(self, known: Foreign<'_>, whole: &Type) -> Resolved {
        Ok(match known {
            Foreign::Known(field_type) => field_type,
            Foreign::Option(inner) => FieldType::Option(self.of(inner)?.into()),
            Foreign::Sequence(Some(inner)) => FieldType::Sequence(self.of(inner)?.into()),
            Foreign::Sequence(None) => FieldType::Sequence(FieldType::unsigned(8).into()),
            Foreign::Pointer("Vec", inner) if is_u8(inner) => FieldType::Bytes,
            Foreign::Pointer("Vec", _) => return Err(not_found(whole)),
            // `Box<str>`, `Cow<'_, [u8]>` and the like.
            Foreign::Pointer(pointer, inner) => match self.behind_pointer(inner, whole)? {
                // Shared bytes implement no trait of key parts or cells.
                FieldType::Bytes if matches!(pointer, "Arc" | "Rc") => {
                    return Err(not_found(whole));
                }
                field_type => field_type,
            },
        })
    }

    fn arguments(self, arguments: &PathArguments) -> Vec<Resolved> {
        let types = type_arguments(arguments);
        types.map(|ty| self.of(ty)).collect()
    }

    /// A type of these sources.
    fn own(self, own: &SourceType, arguments: Vec<Resolved>) -> Resolved {
        let input = match &own.item {
            TypeItem::Alias(alias) => {
                let params = params(&alias.generics, arguments);
                return self.within(own, &params, &alias.ty);
            }
            TypeItem::Defined(input) => input,
        };
        let (sources, derive) = (self.types.sources, self.role.derive());
        if sources.derives(own.scope, input, derive.name()) {
            let params = params(&input.generics, arguments);
            return self.derived(own, input, &params);
        }
        let entry = (self.role == Role::Cell).then(|| entry::field_type(sources, own, input));
        let by_hand = || by_hand::field_type(sources, own, input, self.role);
        entry.flatten().or_else(by_hand).unwrap_or_else(|| {
            Err(UnresolvedType::NoDerive {
                name: input.ident.to_string(),
                derive: derive.name(),
                location: location_of(own, input.ident.span()),
            })
        })
    }

    fn derived(self, own: &SourceType, input: &DeriveInput, params: &Params) -> Resolved {
        let single = parse_single(input, self.role.derive()).map_err(|errors| {
            let errors = errors.iter();
            UnresolvedType::Invalid(
                errors
                    .map(|e| SpannedError::at(&own.file, e.span(), e))
                    .collect(),
            )
        })?;
        match single {
            Single::Newtype(newtype) => self.within(own, params, &newtype.field.ty),
            Single::Codes(codes) => match codes.code {
                Code::Text(width) => Ok(FieldType::TextCodes(width)),
                Code::Number(number) => foreign::primitive(&number.to_string())
                    .ok_or_else(|| UnresolvedType::NotFound(number.to_string())),
            },
        }
    }

    /// A type that is written in another one.
    fn within(self, own: &SourceType, params: &Params, ty: &Type) -> Resolved {
        let inner = Lookup {
            types: self.types,
            at: TypeScope::of(own, params),
            role: self.role,
            depth: self.depth,
        };
        inner.of(ty)
    }
}

/// The types among the arguments of a path's segment.
pub(super) fn type_arguments(arguments: &PathArguments) -> impl Iterator<Item = &Type> {
    let arguments = match arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        _ => None,
    };
    let arguments = arguments.into_iter().flatten();
    arguments.filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

/// Type parameters with their arguments; one without an argument is unresolved.
pub(crate) fn params(generics: &Generics, arguments: Vec<Resolved>) -> Params {
    let mut arguments = arguments.into_iter();
    let types = generics.params.iter().filter_map(|param| match param {
        GenericParam::Type(param) => Some(param.ident.to_string()),
        _ => None,
    });
    types
        .map(|name| {
            let argument = arguments.next();
            let argument = argument.unwrap_or_else(|| Err(UnresolvedType::Parameter(name.clone())));
            (name, argument)
        })
        .collect()
}

pub(super) fn location_of(own: &SourceType, span: proc_macro2::Span) -> String {
    let error = SpannedError::at(&own.file, span, "");
    format!("{}:{}:{}", error.file.display(), error.line, error.column)
}

fn not_found(ty: &Type) -> UnresolvedType {
    UnresolvedType::NotFound(text::of_type(ty))
}

fn is_u8(ty: &Type) -> bool {
    matches!(ty, Type::Path(path) if path.path.is_ident("u8"))
}

impl fmt::Display for UnresolvedType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound(name) => write!(
                f,
                "`{name}` is neither a type that is known by name nor one of these sources"
            ),
            Self::NoDerive {
                name,
                derive,
                location,
            } => write!(f, "`{name}` ({location}) does not derive `{derive}`"),
            Self::Computed { name, location } => write!(
                f,
                "the encoding of `{name}` is set by an impl ({location}) whose const is more than \
                 a literal"
            ),
            Self::Parameter(name) => write!(f, "`{name}` is a type parameter"),
            Self::Invalid(_) => f.write_str("the type has errors"),
            Self::Cycle(name) => write!(f, "`{name}` contains itself"),
        }
    }
}

//! Resolves types by name.

use std::fmt;

use hbase_model::{Absence, CellFacts, CellFormat, LogicalType, TimeLibrary};
use hbase_schema_syntax::single::{Code, Single, SingleDerive, parse_single};
use hbase_schema_syntax::source::{Meaning, SourceType, Sources, SpannedError, TypeItem};
use hbase_schema_syntax::{Errors, text};
use syn::{DeriveInput, Generics, PathArguments, Type};

use super::field_type::FieldType;
use super::foreign::{self, Foreign};
use super::params::{Params, TypeScope, Written};
use super::{by_hand, constants, entry};

/// The use of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A key part.
    Key,
    /// A cell in the encoding of Java's `Bytes`.
    Cell,
    /// A cell as text.
    TextCell,
    /// A cell as Java's text.
    JavaTextCell,
}

impl Role {
    fn derive(self) -> SingleDerive {
        match self {
            Self::Key => SingleDerive::KeyPart,
            Self::Cell | Self::TextCell | Self::JavaTextCell => SingleDerive::CellValue,
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

impl UnresolvedType {
    pub(super) fn invalid(own: &SourceType, errors: &Errors) -> Self {
        let errors = errors.iter();
        let errors = errors.map(|error| SpannedError::at(&own.file, error.span(), error));
        Self::Invalid(errors.collect())
    }
}

pub(crate) type Resolved = Result<FieldType, UnresolvedType>;

/// The maximum number of aliases, parameters and newtypes between a field and its type.
pub(super) const MAX_DEPTH: usize = 256;

pub(crate) struct Types<'s> {
    pub(crate) sources: &'s Sources,
    /// Other names of the crate `hbase_schema`.
    pub(crate) runtimes: Vec<String>,
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

    /// The facts of a cell of JSON. As in `JsonOf` of `hbase-schema`, only for an `Option`, JSON's own type, and types
    /// of the standard library it is known whether the type has an absent value.
    pub(super) fn json(&self, ty: &Type, at: TypeScope<'_>) -> CellFacts {
        let facts = CellFacts::new(CellFormat::Json, LogicalType::Json);
        let Some(Followed::Foreign(name, _)) = self.follow(ty, at) else {
            return facts;
        };
        let is_value = matches!(
            name.as_slice(),
            [root, .., name] if root == "serde_json" && name == "Value"
        );
        if is_value || is_std(&name, &["Option"]) {
            return facts.with_absence(Absence::JSON_NULL);
        }
        let known = ["String", "Vec", "BTreeMap", "HashMap"];
        let primitive = name.last();
        let is_primitive = primitive.is_some_and(|name| foreign::primitive(name).is_some());
        if is_std(&name, &known) || is_primitive {
            return facts.with_absence(Absence::Never);
        }
        facts
    }

    /// The facts of a cell of a module's functions, which get the content of an `Option`.
    pub(super) fn with(&self, ty: &Type, at: TypeScope<'_>) -> CellFacts {
        match self.follow(ty, at) {
            Some(Followed::Foreign(name, _)) if is_std(&name, &["Option"]) => {
                CellFacts::UNKNOWN.optional()
            }
            Some(Followed::Foreign(name, _)) if !foreign::is_known(&name, &self.runtimes) => {
                CellFacts::UNKNOWN
            }
            Some(_) => CellFacts::UNKNOWN.with_absence(Absence::Never),
            None => CellFacts::UNKNOWN,
        }
    }

    /// The type that aliases and type parameters lead to; `None` for a parameter without an argument, and an alias of itself.
    pub(super) fn follow(&self, ty: &Type, at: TypeScope<'_>) -> Option<Followed<'_>> {
        let mut written = at.written(ty)?;
        for _ in 0..MAX_DEPTH {
            let next = match &written.ty {
                Type::Paren(inner) => written.at().written(&inner.elem)?,
                Type::Group(inner) => written.at().written(&inner.elem)?,
                Type::Path(path) if path.qself.is_none() => {
                    match self.sources.meaning(written.scope, &path.path) {
                        Meaning::Foreign(name) => return Some(Followed::Foreign(name, written)),
                        Meaning::Own(own) => match &own.item {
                            TypeItem::Alias(alias) => {
                                let params = written.params_of(own, &alias.generics);
                                TypeScope::of(own, &params).written(&alias.ty)?
                            }
                            TypeItem::Defined(input) => {
                                return Some(Followed::Own(own, input, written));
                            }
                        },
                    }
                }
                _ => return Some(Followed::Unnamed(written)),
            };
            written = next;
        }
        None
    }
}

/// A type that aliases and type parameters lead to, as written there.
pub(super) enum Followed<'s> {
    /// A struct or an enum of these sources.
    Own(&'s SourceType, &'s DeriveInput, Written),
    /// A full path from outside these sources, or a name without a `use`.
    Foreign(Vec<String>, Written),
    /// A tuple, a reference and the like.
    Unnamed(Written),
}

/// Whether a full path is that of one of these types of the standard library, or a name without a `use`.
pub(super) fn is_std(name: &[String], of: &[&str]) -> bool {
    let [first, .., last] = name else {
        return matches!(name, [only] if of.contains(&only.as_str()));
    };
    of.contains(&last.as_str()) && ["std", "core", "alloc"].contains(&first.as_str())
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
            Type::Array(array) => match (self.is(&array.elem, "u8"), constants::number(&array.len))
            {
                (true, Some(length)) => Ok(FieldType::Array(length)),
                _ => Err(not_found(ty)),
            },
            Type::Path(path) if path.qself.is_none() => self.named(ty, &path.path),
            _ => Err(not_found(ty)),
        }
    }

    /// Whether a type is the one with this name from outside these sources, through any aliases.
    fn is(self, ty: &Type, name: &str) -> bool {
        let found = self.types.follow(ty, self.at);
        matches!(found, Some(Followed::Foreign(path, _)) if path.last().is_some_and(|last| last == name))
    }

    /// `str` and `[u8]` in a pointer.
    fn behind_pointer(self, inner: &Type, whole: &Type) -> Resolved {
        match inner {
            Type::Slice(slice) if self.is(&slice.elem, "u8") => Ok(FieldType::Bytes),
            // `&str` implements the traits of key parts and cells, `&String` does not.
            Type::Path(_) if self.is(inner, "str") => self.of(inner),
            _ => Err(not_found(whole)),
        }
    }

    fn named(self, ty: &Type, path: &syn::Path) -> Resolved {
        if let Some(name) = path.get_ident()
            && let Some(argument) = self.at.params.get(&name.to_string())
        {
            let Some(argument) = argument else {
                return Err(UnresolvedType::Parameter(name.to_string()));
            };
            return self.written(&argument.ty, argument.at());
        }
        let used = path.segments.last().ok_or_else(|| not_found(ty))?;
        match self.types.sources.meaning(self.at.scope, path) {
            Meaning::Own(own) => self.own(own, &used.arguments),
            Meaning::Foreign(path) => match foreign::known(&path, used, &self.types.runtimes) {
                Some(known) => self.foreign(known, ty),
                None => Err(not_found(ty)),
            },
        }
    }

    fn foreign(self, known: Foreign<'_>, whole: &Type) -> Resolved {
        Ok(match known {
            Foreign::Known(field_type) => field_type,
            Foreign::DateTime(zone) if self.is(zone, "Utc") => {
                FieldType::Moment(Some(TimeLibrary::Chrono))
            }
            Foreign::Option(inner) => FieldType::Option(self.of(inner)?.into()),
            Foreign::Sequence(Some(inner)) => FieldType::Sequence(self.of(inner)?.into()),
            Foreign::Sequence(None) => FieldType::Sequence(FieldType::unsigned(8).into()),
            Foreign::Pointer("Vec", inner) if self.is(inner, "u8") => FieldType::Bytes,
            Foreign::DateTime(_) | Foreign::Pointer("Vec", _) => return Err(not_found(whole)),
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

    /// A type of these sources.
    fn own(self, own: &SourceType, arguments: &PathArguments) -> Resolved {
        let params = |generics: &Generics| Params::of(own, generics, arguments, self.at);
        let input = match &own.item {
            TypeItem::Alias(alias) => {
                let params = params(&alias.generics);
                return self.written(&alias.ty, TypeScope::of(own, &params));
            }
            TypeItem::Defined(input) => input,
        };
        let (sources, derive) = (self.types.sources, self.role.derive());
        if sources.derives(own.scope, input, derive.name()) {
            let params = params(&input.generics);
            return self.derived(own, input, &params);
        }
        if let Some((ty, scope)) = by_hand::repeated(sources, own, self.role) {
            let params = &Params::default();
            return self.written(ty, TypeScope { scope, params });
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
        let single = parse_single(input, self.role.derive());
        match single.map_err(|errors| UnresolvedType::invalid(own, &errors))? {
            Single::Newtype(newtype) => self.written(&newtype.field.ty, TypeScope::of(own, params)),
            Single::Codes(codes) => match codes.code {
                Code::Text(width) => Ok(FieldType::TextCodes(width)),
                Code::Number(number) => foreign::primitive(&number.to_string())
                    .ok_or_else(|| UnresolvedType::NotFound(number.to_string())),
            },
        }
    }

    /// A type that is written in another scope.
    fn written(self, ty: &Type, at: TypeScope<'_>) -> Resolved {
        Lookup { at, ..self }.of(ty)
    }
}

pub(super) fn location_of(own: &SourceType, span: proc_macro2::Span) -> String {
    let error = SpannedError::at(&own.file, span, "");
    format!("{}:{}:{}", error.file.display(), error.line, error.column)
}

fn not_found(ty: &Type) -> UnresolvedType {
    UnresolvedType::NotFound(text::of_type(ty))
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

//! Type parameters and their arguments, each with the scope in which it is written.

use std::collections::BTreeMap;
use std::rc::Rc;

use hbase_schema_syntax::source::{Scope, SourceType};
use syn::{GenericArgument, GenericParam, Generics, PathArguments, Type};

/// The arguments of type parameters, by name; `None` for an argument that only the compiler knows.
#[derive(Clone, Default)]
pub(crate) struct Params(Rc<BTreeMap<String, Option<Written>>>);

/// A type, and where it is written.
#[derive(Clone)]
pub(crate) struct Written {
    pub(crate) ty: Type,
    pub(crate) scope: Scope,
    params: Params,
}

/// The scope in which a type is written.
#[derive(Clone, Copy)]
pub(crate) struct TypeScope<'p> {
    pub(crate) scope: Scope,
    pub(crate) params: &'p Params,
}

impl Params {
    /// The parameters of an item, with the arguments of a path that is written in `at`. A parameter without an argument
    /// has its default.
    pub(super) fn of(
        own: &SourceType,
        generics: &Generics,
        arguments: &PathArguments,
        at: TypeScope<'_>,
    ) -> Self {
        let mut arguments = type_arguments(arguments);
        let mut params = Self::default();
        for param in &generics.params {
            let GenericParam::Type(param) = param else {
                continue;
            };
            let argument = match (arguments.next(), &param.default) {
                (Some(argument), _) => at.written(argument),
                (None, Some((_, default))) => TypeScope::of(own, &params).written(default),
                (None, None) => None,
            };
            Rc::make_mut(&mut params.0).insert(param.ident.to_string(), argument);
        }
        params
    }

    /// The parameters of a table, whose arguments only the program has.
    pub(super) fn open(generics: &Generics) -> Self {
        let names = generics.type_params().map(|param| param.ident.to_string());
        Self(Rc::new(names.map(|name| (name, None)).collect()))
    }

    /// The argument of a parameter; `None` for a name that is not a parameter.
    pub(super) fn get(&self, name: &str) -> Option<&Option<Written>> {
        self.0.get(name)
    }
}

impl<'p> TypeScope<'p> {
    pub(super) const fn of(own: &SourceType, params: &'p Params) -> Self {
        Self {
            scope: own.scope,
            params,
        }
    }

    /// A type as it is written here; for a type parameter, its argument, if that is known.
    pub(super) fn written(self, ty: &Type) -> Option<Written> {
        let name = match ty {
            Type::Path(path) if path.qself.is_none() => path.path.get_ident(),
            _ => None,
        };
        if let Some(argument) = name.and_then(|name| self.params.get(&name.to_string())) {
            return argument.clone();
        }
        Some(Written {
            ty: ty.clone(),
            scope: self.scope,
            params: self.params.clone(),
        })
    }
}

impl Written {
    pub(super) const fn at(&self) -> TypeScope<'_> {
        TypeScope {
            scope: self.scope,
            params: &self.params,
        }
    }

    /// The arguments of the path's last segment.
    pub(super) fn arguments(&self) -> &PathArguments {
        let last = match &self.ty {
            Type::Path(path) => path.path.segments.last(),
            _ => None,
        };
        last.map_or(&PathArguments::None, |last| &last.arguments)
    }

    /// The parameters of the item that the path names.
    pub(super) fn params_of(&self, own: &SourceType, generics: &Generics) -> Params {
        Params::of(own, generics, self.arguments(), self.at())
    }
}

/// The types among the arguments of a path's segment.
pub(super) fn type_arguments(arguments: &PathArguments) -> impl Iterator<Item = &Type> {
    let arguments = match arguments {
        PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
        PathArguments::None | PathArguments::Parenthesized(_) => None,
    };
    let arguments = arguments.into_iter().flatten();
    arguments.filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

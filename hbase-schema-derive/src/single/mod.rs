//! Code shared by the derives for single values: the type that a value is encoded as, and its
//! conversions.

mod codes;

use hbase_schema_syntax::single::{Newtype, Single};
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Generics, Ident, WhereClause, parse_quote};

use crate::table::names::{private, with_params, without_defaults};

/// A type and the inner type that it is encoded as.
pub(crate) struct Inner {
    name: Ident,
    generics: Generics,
    /// The inner type.
    pub(crate) ty: TokenStream,
    /// The inner type with the lifetime `'__k` of the key or the cell that it is decoded from.
    pub(crate) read: TokenStream,
    /// Its span in the source, at which errors of its bounds are reported.
    pub(crate) span: Span,
    /// Further items that the impls use.
    items: TokenStream,
    /// Whether every value of the inner type is valid for the outer one.
    pub(crate) transparent: bool,
    /// The width of codes that all have the same length.
    pub(crate) width: Option<u16>,
    /// The codes of an enum, as a schema lists them.
    codes: Option<String>,
    /// Traits that the outer type needs, in addition to the bounds of each impl.
    supertraits: Vec<TokenStream>,
    private: TokenStream,
}

impl Inner {
    pub(crate) fn of(single: &Single<'_>) -> Self {
        match single {
            Single::Newtype(newtype) => Self::of_newtype(newtype),
            Single::Codes(codes) => codes::inner(codes),
        }
    }

    fn of_newtype(newtype: &Newtype<'_>) -> Self {
        let (ty, member) = (&newtype.field.ty, &newtype.member);
        let generics = without_defaults(&newtype.input.generics);
        let name = &newtype.input.ident;
        let (params, args, clause) = generics.split_for_impl();
        let borrowing = with_params(&generics, &[quote!('__v)]);
        let (with_borrow, _, _) = borrowing.split_for_impl();
        let items = quote! {
            #[inline(always)]
            fn __get #with_borrow (__value: &'__v #name #args) -> &'__v #ty #clause {
                &__value.#member
            }

            #[inline(always)]
            fn __wrap #params (__inner: #ty) -> #name #args #clause {
                #name { #member: __inner }
            }

            #[inline(always)]
            fn __make #params (__inner: #ty) -> __hs::Result<#name #args, __hs::CodecError> #clause {
                __hs::Ok(__wrap(__inner))
            }
        };
        Self {
            name: name.clone(),
            ty: quote!(#ty),
            read: quote!(#ty),
            span: ty.span(),
            items,
            transparent: true,
            width: None,
            codes: None,
            supertraits: Vec::new(),
            private: private(newtype.crate_path.as_ref()),
            generics,
        }
    }

    /// The codes of the enum, or those that the inner type has by this trait.
    pub(crate) fn codes_or(&self, of: &TokenStream) -> TokenStream {
        let ty = &self.ty;
        let inherited = || quote!(<#ty as #of>::CODES);
        let listed = self.codes.as_ref();
        listed.map_or_else(inherited, |listed| quote!(#listed))
    }

    /// Requires a trait of the outer type. Without the trait, there is one error at the type's name, and no impls.
    pub(crate) fn requires(mut self, of: TokenStream) -> Self {
        self.supertraits.push(of);
        self
    }

    /// An item that compiles only if the outer type has the required traits. A generic type may have them for some
    /// parameters only.
    fn check_supertraits(&self) -> TokenStream {
        if self.supertraits.is_empty() || !self.generics.params.is_empty() {
            return TokenStream::new();
        }
        let (name, supertraits) = (&self.name, &self.supertraits);
        let checked = quote_spanned!(name.span()=> __required::<#name>);
        quote! {
            const _: fn() = {
                fn __required<__T: #(#supertraits)+*>() {}
                #checked
            };
        }
    }

    /// `impl<…> Trait for Name<…> where …`, with more parameters; each bound is on the inner type.
    ///
    /// The bounds are higher-ranked, more than necessary: then a bound that does not hold only
    /// means that there is no impl; otherwise the compiler would reject it.
    pub(crate) fn impl_for(
        &self,
        of: &TokenStream,
        more: &[TokenStream],
        bounds: &[TokenStream],
        body: &TokenStream,
    ) -> TokenStream {
        let ty = &self.ty;
        let bounds = bounds
            .iter()
            .map(|bound| quote_spanned!(self.span=> for<'__any> #ty: #bound));
        self.impl_where(of, more, &bounds.collect::<Vec<_>>(), body)
    }

    /// The same with unchanged bounds.
    pub(crate) fn impl_where(
        &self,
        of: &TokenStream,
        more: &[TokenStream],
        bounds: &[TokenStream],
        body: &TokenStream,
    ) -> TokenStream {
        self.impl_of(of, &self.type_name(), more, bounds, body)
    }

    /// The same for another type.
    pub(crate) fn impl_of(
        &self,
        of: &TokenStream,
        name: &TokenStream,
        more: &[TokenStream],
        bounds: &[TokenStream],
        body: &TokenStream,
    ) -> TokenStream {
        let mut generics = with_params(&self.generics, more);
        let outer = self.type_name();
        let supertraits = self.supertraits.iter();
        let supertraits = supertraits.map(|of| quote!(for<'__any> #outer: #of));
        let bounds = bounds.iter().cloned().chain(supertraits);
        let clause: WhereClause = parse_quote!(where #(#bounds),*);
        let predicates = &mut generics.make_where_clause().predicates;
        predicates.extend(clause.predicates);
        let (params, _, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #params #of for #name #clause { #body }
        }
    }

    /// `Name<'a, T>`.
    pub(crate) fn type_name(&self) -> TokenStream {
        let (name, (_, args, _)) = (&self.name, self.generics.split_for_impl());
        quote!(#name #args)
    }

    /// Bounds that make the decoded value outlive the borrows from it.
    pub(crate) fn outlives(&self) -> Vec<TokenStream> {
        let lifetimes = self.generics.lifetimes().map(|param| &param.lifetime);
        lifetimes.map(|lifetime| quote!('__k: #lifetime)).collect()
    }

    /// The impls in a separate block.
    pub(crate) fn block(&self, impls: &[TokenStream]) -> TokenStream {
        let (private, items) = (&self.private, &self.items);
        let check = self.check_supertraits();
        quote! {
            #[doc(hidden)]
            #[allow(unused_qualifications, deprecated, clippy::all, clippy::pedantic)]
            const _: () = {
                use #private as __hs;
                #items
                #check
                #(#impls)*
            };
        }
    }
}

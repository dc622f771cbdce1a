//! Types with `#[derive(Qualifier)]`.

use proc_macro2::Ident;
use syn::ext::IdentExt;

use super::{Key, Part, Spanned};

/// A struct with `#[derive(Qualifier)]`: the qualifier of dynamic columns.
pub struct QualifierStruct<'a> {
    /// The struct.
    pub input: &'a syn::DeriveInput,
    /// The parts, like those of a row key without a salt.
    pub key: Key<'a>,
    /// The parts that have `bits`, as many entries as parts.
    pub bits: Vec<Option<BitField>>,
    /// `crate = path`.
    pub crate_path: Option<syn::Path>,
}

/// A type with `#[derive(Qualifier)]`.
pub enum QualifierType<'a> {
    /// A struct of parts.
    Struct(Box<QualifierStruct<'a>>),
    /// An enum of kinds.
    Kinds(QualifierKinds<'a>),
}

/// An enum with `#[derive(Qualifier)]`: kinds of qualifiers, which their bytes tell apart.
pub struct QualifierKinds<'a> {
    /// The enum.
    pub input: &'a syn::DeriveInput,
    /// The variants, at least one.
    pub kinds: Vec<QualifierKind<'a>>,
    /// `crate = path`.
    pub crate_path: Option<syn::Path>,
}

/// A kind of qualifiers: a variant with the type that it holds.
pub struct QualifierKind<'a> {
    /// The variant's name.
    pub ident: &'a Ident,
    /// The type of the qualifiers.
    pub ty: &'a syn::Type,
}

impl QualifierKinds<'_> {
    /// The names of the kinds, as text.
    pub fn names(&self) -> String {
        let names = self.kinds.iter().map(|kind| kind.ident.unraw().to_string());
        let names: Vec<String> = names.collect();
        format!("one of {}", names.join(", "))
    }
}

/// Fields of a qualifier that are one part of its bytes.
pub enum QualifierPart<'q, 'a> {
    /// A field without `bits`.
    Whole(&'q Part<'a>),
    /// Fields next to each other with `bits`.
    Bits(Vec<(&'q Part<'a>, &'q BitField)>),
}

impl<'a> QualifierStruct<'a> {
    /// The fields, divided into parts.
    pub fn parts(&self) -> Vec<QualifierPart<'_, 'a>> {
        let mut parts = Vec::new();
        for (part, bits) in self.key.parts.iter().zip(&self.bits) {
            match (bits, parts.last_mut()) {
                (None, _) => parts.push(QualifierPart::Whole(part)),
                (Some(bits), Some(QualifierPart::Bits(fields))) => fields.push((part, bits)),
                (Some(bits), _) => parts.push(QualifierPart::Bits(vec![(part, bits)])),
            }
        }
        parts
    }
}

impl QualifierPart<'_, '_> {
    /// The name: that of the field, or of all fields with values.
    pub fn name(&self) -> String {
        let fields = match self {
            Self::Whole(part) => return part.ident.unraw().to_string(),
            Self::Bits(fields) => fields,
        };
        let is_constant = fields.iter().all(|(_, bits)| bits.always.is_some());
        let fields = fields.iter();
        let with_values = fields.filter(|(_, bits)| is_constant || bits.always.is_none());
        let names: Vec<String> = with_values
            .map(|(part, _)| part.ident.unraw().to_string())
            .collect();
        names.join("_and_")
    }

    /// The bytes of fields with `bits`.
    pub fn width(&self) -> Option<u16> {
        match self {
            Self::Whole(_) => None,
            Self::Bits(fields) => {
                let bits = fields.iter().map(|(_, bits)| u16::from(bits.bits.value));
                Some(bits.sum::<u16>() / 8)
            }
        }
    }
}

/// A part of some bits. Parts next to each other with bits are whole bytes together, at most 8.
pub struct BitField {
    /// `bits = 12`.
    pub bits: Spanned<u8>,
    /// `always = 15`: the value in every qualifier.
    pub always: Option<Spanned<u64>>,
}

//! The macro that declares a descriptor from one entry for each attribute.

use super::values::AttributeValue;
use super::{AttributeError, AttributeKind, AttributeSpec};
use crate::cow::{List, Text};

/// Declares a descriptor: the struct, the table of its attributes, and access to them by name.
macro_rules! descriptor {
    (
        $(#[$doc:meta])*
        $descriptor:ident: $new:ident {
            $(#[$name_doc:meta])* name: $name_type:ty,
            $($(#[$own_doc:meta])* $own:ident: $own_type:ty = $own_value:expr,)*
        }
        fields { $($field:ident: $type:ty = $name:literal, $kind:expr, $default:expr, $about:literal, $example:literal;)* }
        metadata { $($other:literal, $other_kind:expr, $other_default:expr;)* }
    ) => {
        $(#[$doc])*
        pub struct $descriptor {
            $(#[$name_doc])*
            pub name: $name_type,
            $($(#[$own_doc])* pub $own: $own_type,)*
            $(#[doc = concat!("`", $name, "`: ", $about, ".")] pub $field: Option<$type>,)*
            /// Other attributes, as name and value.
            pub metadata: List<(Text, Text)>,
        }

        impl $descriptor {
            /// The attributes that `HBase` defines, those with a field first.
            pub const ATTRIBUTES: &'static [AttributeSpec] = &[
                $(AttributeSpec {
                    name: $name,
                    field: Some(stringify!($field)),
                    kind: $kind,
                    default: $default,
                    about: $about,
                    example: Some($example),
                },)*
                $(AttributeSpec {
                    name: $other,
                    field: None,
                    kind: $other_kind,
                    default: $other_default,
                    about: "",
                    example: None,
                },)*
            ];

            /// A descriptor with only a name.
            pub const fn $new(name: $name_type) -> Self {
                Self {
                    name,
                    $($own: $own_value,)*
                    $($field: None,)*
                    metadata: List::Borrowed(&[]),
                }
            }

            /// The declared value of an attribute, as `HBase` stores it.
            pub fn attribute(&self, name: &str) -> Option<String> {
                match name {
                    $($name => self.$field.as_ref().map(AttributeValue::print),)*
                    _ => {
                        let mut pairs = self.metadata.iter();
                        let found = pairs.find(|(known, _)| known == name);
                        found.map(|(_, value)| value.to_string())
                    }
                }
            }

            /// Declares an attribute; one without a field is kept as metadata.
            ///
            /// # Errors
            /// A value that the field's type cannot represent. [`AttributeSpec::check`] also checks
            /// the bounds.
            pub fn set_attribute(&mut self, name: &str, value: &str) -> Result<(), AttributeError> {
                match name {
                    $($name => self.$field = Some(parse(Self::ATTRIBUTES, name, value)?),)*
                    _ => set_metadata(&mut self.metadata, name, value),
                }
                Ok(())
            }

            /// The declared attributes that have fields, with their values.
            pub fn fields(&self) -> impl Iterator<Item = (&'static AttributeSpec, String)> {
                let specs = Self::ATTRIBUTES.iter().filter(|spec| spec.field.is_some());
                specs.filter_map(|spec| Some((spec, self.attribute(spec.name)?)))
            }

            /// The declared attributes, metadata last, without families and split points.
            ///
            /// ```
            /// use hbase_model::FamilyDescriptor;
            /// let mut family = FamilyDescriptor::new("D1");
            /// family.in_memory = Some(true);
            /// assert_eq!(family.attributes(), [("IN_MEMORY".into(), "true".to_owned())]);
            /// ```
            pub fn attributes(&self) -> Vec<Attribute> {
                let fields = self.fields().map(|(spec, value)| (spec.name.into(), value));
                let pairs = self.metadata.iter();
                let pairs = pairs.map(|(name, value)| (name.clone(), value.to_string()));
                fields.chain(pairs).collect()
            }

            /// Applies every attribute that another descriptor declares; other attributes stay
            /// unchanged.
            pub fn set(&mut self, other: &Self) {
                $(if other.$field.is_some() {
                    self.$field.clone_from(&other.$field);
                })*
                for (name, value) in &*other.metadata {
                    set_metadata(&mut self.metadata, name, value);
                }
            }

            /// Resets the attributes whose names `keep` rejects.
            fn retain(&mut self, keep: impl Fn(&str) -> bool) {
                $(if !keep($name) {
                    self.$field = None;
                })*
                self.metadata.to_mut().retain(|(name, _)| keep(name));
            }
        }
    };
}
pub(super) use descriptor;

pub(super) fn parse<T: AttributeValue>(
    all: &'static [AttributeSpec],
    name: &str,
    value: &str,
) -> Result<T, AttributeError> {
    T::parse(value).ok_or_else(|| AttributeError {
        name: name.to_owned(),
        found: value.to_owned(),
        expected: AttributeSpec::find(all, name).map_or(AttributeKind::Text, |spec| spec.kind),
    })
}

/// Replaces the value of a known name, and adds the pair otherwise.
pub(super) fn set_metadata(pairs: &mut List<(Text, Text)>, name: &str, value: &str) {
    let pairs = pairs.to_mut();
    let value = Text::Owned(value.to_owned());
    match pairs.iter_mut().find(|(known, _)| known == name) {
        Some(pair) => pair.1 = value,
        None => pairs.push((name.to_owned().into(), value)),
    }
}

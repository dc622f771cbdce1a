//! Declarations of options: each is declared once, for parsing, suggestions, rules and `OPTIONS.md`.

use proc_macro2::Span;

use crate::read::Opt;

/// The options of an attribute, or of a list within one.
pub(crate) trait Options: Default {
    /// Parses an option; `None` for one of another list.
    fn take(&mut self, opt: &Opt<'_>) -> Option<syn::Result<()>>;
}

/// The options that are set, with their spans.
pub(crate) trait SetOptions {
    /// One of the options.
    type Option: Copy;

    /// The span of an option's name, if it is set.
    fn span_of(&self, option: Self::Option) -> Option<Span>;

    /// Those of `options` that are set, in that order.
    fn set_among(&self, options: &[Self::Option]) -> Vec<(Self::Option, Span)> {
        let options = options.iter();
        let set = options.filter_map(|option| Some((*option, self.span_of(*option)?)));
        set.collect()
    }

    /// Whether any of `options` is set.
    fn has_any(&self, options: &[Self::Option]) -> bool {
        options.iter().any(|option| self.span_of(*option).is_some())
    }
}

/// Declares options: a struct with a slot for each, and an enum of them.
///
/// ```text
/// options! {
///     /// The options of `#[rowkey]` on a field.
///     PartOptions, PartOption {
///         /// The option's line in `OPTIONS.md`.
///         Fixed fixed: u16 = "fixed = 14" by number(1..=LONGEST_KEY);
///     }
/// }
/// ```
///
/// The literal is an example, in messages and in `OPTIONS.md`; it starts with the option's name.
/// `includes` adds other options, `values` names a function that lists an option's values.
macro_rules! options {
    (
        $(#[$meta:meta])*
        $slots:ident, $option:ident $(includes $($inner:ident: $inner_type:ty),+)? {$(
            $(#[doc = $doc:literal])+
            $variant:ident $field:ident: $type:ty = $example:literal
            by $read:expr $(, values $values:path)?;
        )*}
    ) => {
        $(#[$meta])*
        #[derive(Default)]
        pub(crate) struct $slots {
            $($(pub(crate) $inner: $inner_type,)+)?
            $($(#[doc = $doc])+ pub(crate) $field: $crate::read::Slot<$type>,)*
        }

        #[doc = concat!("One of [`", stringify!($slots), "`].")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum $option {
            $($variant,)*
        }

        impl $option {
            const ALL: &[Self] = &[$(Self::$variant),*];

            /// The options' descriptions, in the order of the declaration.
            pub(crate) const SPECS: &[$crate::read::OptionSpec] = &[$($crate::read::OptionSpec {
                example: $example,
                doc: concat!($($doc),+),
                attribute: None,
                values: options!(@values $($values)?),
            }),*];

            /// The option's description.
            pub(crate) const fn spec(self) -> $crate::read::OptionSpec {
                Self::SPECS[self as usize]
            }

            /// The option's name.
            pub(crate) fn name(self) -> &'static str {
                self.spec().name()
            }
        }

        impl $crate::attr::Options for $slots {
            fn take(&mut self, opt: &$crate::read::Opt<'_>) -> Option<syn::Result<()>> {
                $($(if let Some(taken) = self.$inner.take(opt) {
                    return Some(taken);
                })+)?
                let name = opt.name();
                let option = $option::ALL.iter().find(|option| option.name() == name)?;
                Some(match option {
                    $($option::$variant => self.$field.fill(opt, $read),)*
                })
            }
        }

        impl $crate::attr::SetOptions for $slots {
            type Option = $option;

            fn span_of(&self, option: $option) -> Option<proc_macro2::Span> {
                match option {
                    $($option::$variant => self.$field.span(),)*
                }
            }
        }
    };
    (@values) => {
        None
    };
    (@values $values:path) => {
        Some($values)
    };
}

pub(super) use options;

//! Traits of types whose parameters need not implement them.

/// Implements `Debug` of a type by some of its fields: `Type[Parameters]: fields`, or by values of it:
/// `Type[Parameters] |this| name = value`.
macro_rules! debug_fields {
    ($type:ident$([$($parameter:tt),*])? $(: $($field:ident),*)?) => {
        debug_fields!($type$([$($parameter),*])? |this| $($($field = this.$field),*)?);
    };
    ($type:ident$([$($parameter:tt),*])? |$this:ident| $($name:ident = $value:expr),*) => {
        impl$(<$($parameter),*>)? std::fmt::Debug for $type$(<$($parameter),*>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                #[allow(unused_variables, reason = "a type may show no field")]
                let $this = self;
                f.debug_struct(stringify!($type))
                    $(.field(stringify!($name), &$value))*
                    .finish_non_exhaustive()
            }
        }
    };
}

/// Implements `Debug` of a type as a text: `Type[Parameters] |this| format`.
macro_rules! debug_text {
    ($type:ident[$($parameter:ident),*] |$this:ident| $($format:tt)*) => {
        impl<$($parameter),*> std::fmt::Debug for $type<$($parameter),*> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let $this = self;
                write!(f, $($format)*)
            }
        }
    };
    ($type:ident[$($parameter:ident),*] $text:literal) => {
        debug_text!($type[$($parameter),*] |_this| $text);
    };
}

/// Implements `Debug` of types as their text.
macro_rules! debug_as_display {
    ($($type:ty),*) => {$(
        impl std::fmt::Debug for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)
            }
        }
    )*};
}

/// Implements `Clone` and `Copy` of a type: `Type[Parameters]`.
macro_rules! copyable {
    ($type:ident[$($parameter:ident),*]) => {
        impl<$($parameter),*> Clone for $type<$($parameter),*> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($parameter),*> Copy for $type<$($parameter),*> {}
    };
}

/// Implements `Clone` of a type by all its fields: `Type[Parameters]: fields`.
macro_rules! cloneable {
    ($type:ident[$($parameter:ident),*]: $($field:ident),*) => {
        impl<$($parameter),*> Clone for $type<$($parameter),*> {
            fn clone(&self) -> Self {
                Self {
                    $($field: Clone::clone(&self.$field)),*
                }
            }
        }
    };
}

pub(crate) use {cloneable, copyable, debug_as_display, debug_fields, debug_text};

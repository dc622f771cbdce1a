//! `Debug` of types whose parameters need not implement it.

/// Implements `Debug` of a type by some of its fields: `Type[Parameters]: fields`.
macro_rules! debug_fields {
    ($type:ident$([$($parameter:ident),*])? $(: $($field:ident),*)?) => {
        impl$(<$($parameter),*>)? std::fmt::Debug for $type$(<$($parameter),*>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($type))
                    $($(.field(stringify!($field), &self.$field))*)?
                    .finish_non_exhaustive()
            }
        }
    };
}

pub(crate) use debug_fields;

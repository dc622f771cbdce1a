//! The types of text and of bytes, for the macros that implement traits for each.

/// Calls a macro with the types of text: `[generics,] type;`.
macro_rules! each_text {
    ($implement:ident $(, $($first:tt)+)?) => {
        $implement! {
            $($($first)+)?
            [] String;
            ['t,] &'t str;
            ['t,] std::borrow::Cow<'t, str>;
            [] Box<str>;
            [] std::sync::Arc<str>;
            [] std::rc::Rc<str>;
        }
    };
}

/// As [`each_text`], with the lifetime of the bytes that a value is read from: `['k…] type;`.
macro_rules! each_text_from {
    ($lifetime:lifetime, $implement:ident) => {
        $implement! {
            [$lifetime] String;
            [$lifetime: 't, 't] &'t str;
            [$lifetime: 't, 't] std::borrow::Cow<'t, str>;
            [$lifetime] Box<str>;
            [$lifetime] std::sync::Arc<str>;
            [$lifetime] std::rc::Rc<str>;
        }
    };
}

/// Calls a macro with the types of bytes, except arrays: `[generics,] type;`.
macro_rules! each_bytes {
    ($implement:ident $(, $($first:tt)+)?) => {
        $implement! {
            $($($first)+)?
            [] Vec<u8>;
            ['t,] &'t [u8];
            ['t,] std::borrow::Cow<'t, [u8]>;
            [] Box<[u8]>;
        }
    };
}

/// As [`each_bytes`], with the lifetime of the bytes that a value is read from: `['k…] type;`.
macro_rules! each_bytes_from {
    ($lifetime:lifetime, $implement:ident) => {
        $implement! {
            [$lifetime] Vec<u8>;
            [$lifetime: 't, 't] &'t [u8];
            [$lifetime: 't, 't] std::borrow::Cow<'t, [u8]>;
            [$lifetime] Box<[u8]>;
        }
    };
}

pub(crate) use {each_bytes, each_bytes_from, each_text, each_text_from};

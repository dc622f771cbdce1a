//! The types of text and of bytes, for the macros that implement traits for each.

/// Calls a macro with the types of text: `[generics,] type;`.
macro_rules! each_text {
    ($implement:ident $(, $($first:tt)+)?) => {
        $implement! {
            $($($first)+)?
            [] String;
            ['a,] &'a str;
            ['a,] std::borrow::Cow<'a, str>;
            [] Box<str>;
            [] std::sync::Arc<str>;
            [] std::rc::Rc<str>;
        }
    };
}

/// Like [`each_text`], with the lifetime of the bytes that a value is decoded from: `['k…] type;`.
macro_rules! each_text_from {
    ($lifetime:lifetime, $implement:ident) => {
        $implement! {
            [$lifetime] String;
            [$lifetime: 'a, 'a] &'a str;
            [$lifetime: 'a, 'a] std::borrow::Cow<'a, str>;
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
            ['a,] &'a [u8];
            ['a,] std::borrow::Cow<'a, [u8]>;
            [] Box<[u8]>;
        }
    };
}

/// Like [`each_bytes`], with the lifetime of the bytes that a value is decoded from: `['k…] type;`.
macro_rules! each_bytes_from {
    ($lifetime:lifetime, $implement:ident) => {
        $implement! {
            [$lifetime] Vec<u8>;
            [$lifetime: 'a, 'a] &'a [u8];
            [$lifetime: 'a, 'a] std::borrow::Cow<'a, [u8]>;
            [$lifetime] Box<[u8]>;
        }
    };
}

pub(crate) use {each_bytes, each_bytes_from, each_text, each_text_from};

//! The macro that declares messages and enums.

/// Declares messages and enums in the syntax of protobuf, as the server's own descriptors do. A field whose type is
/// a message is `message<Type>`, one whose type is an enum is `enumeration(Type)`.
macro_rules! messages {
    ($(
        $(#[$about:meta])*
        $item:ident $name:ident { $($body:tt)* }
    )*) => {
        $($item! { [$(#[$about])* $name] [] $($body)* })*
    };
}

/// Declares one enum.
macro_rules! enumeration {
    ([$(#[$about:meta])* $name:ident] [] $($value:ident = $number:tt;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ::prost::Enumeration)]
        #[repr(i32)]
        pub enum $name {
            $($value = $number,)*
        }
    };
}

/// Declares one message: adds the fields one by one to those in the second `[]`, then declares the struct.
macro_rules! message {
    ($about:tt [$($done:tt)*] $label:ident bytes $field:ident = $tag:tt; $($rest:tt)*) => {
        message! { $about [
            $($done)*
            #[prost(bytes = "bytes", $label, tag = $tag)]
            pub $field: field!($label bytes),
        ] $($rest)* }
    };
    (
        $about:tt [$($done:tt)*]
        $label:ident $kind:ident $(<$of:ident>)? $(($enum:ident))? $field:ident = $tag:tt
            $([$option:ident = $value:tt])?;
        $($rest:tt)*
    ) => {
        message! { $about [
            $($done)*
            #[prost($kind $(($enum))?, $label, tag = $tag $(, $option = $value)?)]
            pub $field: field!($label $kind $($of)?),
        ] $($rest)* }
    };
    ([$(#[$about:meta])* $name:ident] [$($fields:tt)*]) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, ::prost::Message)]
        pub struct $name { $($fields)* }
    };
}

/// The type of a field.
macro_rules! field {
    (required $($value:ident)+) => { value!($($value)+) };
    (optional $($value:ident)+) => { Option<value!($($value)+)> };
    (repeated $($value:ident)+) => { Vec<value!($($value)+)> };
}

/// The type of a field's value.
macro_rules! value {
    (message $message:ident) => {
        $message
    };
    (enumeration) => {
        i32
    };
    (bool) => {
        bool
    };
    (bytes) => {
        ::bytes::Bytes
    };
    (float) => {
        f32
    };
    (int32) => {
        i32
    };
    (int64) => {
        i64
    };
    (string) => {
        String
    };
    (uint32) => {
        u32
    };
    (uint64) => {
        u64
    };
}

//! Puts and deletes.

mod group;
mod kind;
mod many;
mod one;
mod send;

pub(crate) use many::mutate_many;
pub(crate) use one::mutate;
pub(crate) use send::put_field;

//! Each check on sources that it must find fault with, and on sources that it must not.
mod api;
mod circles;
mod functions;
mod read;
mod support;
mod words;

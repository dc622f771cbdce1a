//! Runs each check on sources with findings, and on sources without.
mod api;
mod circles;
mod functions;
mod read;
mod support;
mod words;

//! Runs each check on sources with findings, and on sources without.
mod circles;
mod functions;
mod read;
mod support;
mod words;

//! Cells inside messages.

use bytes::Bytes;
use prost::{Enumeration, Message};

/// A cell, on a connection without cell blocks.
#[derive(Clone, PartialEq, Message)]
pub struct Cell {
    #[prost(bytes = "bytes", optional, tag = "1")]
    pub row: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "2")]
    pub family: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "3")]
    pub qualifier: Option<Bytes>,
    #[prost(uint64, optional, tag = "4")]
    pub timestamp: Option<u64>,
    #[prost(enumeration = "CellType", optional, tag = "5")]
    pub cell_type: Option<i32>,
    #[prost(bytes = "bytes", optional, tag = "6")]
    pub value: Option<Bytes>,
    #[prost(bytes = "bytes", optional, tag = "7")]
    pub tags: Option<Bytes>,
}

/// Kinds of cells; the numbers are those of the cell blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Enumeration)]
#[repr(i32)]
pub enum CellType {
    Minimum = 0,
    Put = 4,
    Delete = 8,
    DeleteFamilyVersion = 10,
    DeleteColumn = 12,
    DeleteFamily = 14,
    Maximum = 255,
}

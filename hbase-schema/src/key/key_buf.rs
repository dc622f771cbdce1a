//! Buffers for whole row keys: an array of the key's width, or a buffer that grows.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use std::fmt;

use hbase_model::KeySink;
use hbase_model::printable::Printable;
use hbase_model::sink::InlineBuf;

/// A row key whose length is known only at run time; up to 64 bytes are stored inline.
#[derive(Clone, Default)]
pub struct KeyBuf(InlineBuf<64>);

impl KeyBuf {
    /// An empty key.
    #[inline]
    pub const fn new() -> Self {
        Self(InlineBuf::new())
    }

    /// A copy of `bytes`.
    #[inline]
    pub fn from_slice(bytes: &[u8]) -> Self {
        let mut key = Self::new();
        key.put(bytes);
        key
    }

    /// Removes all bytes and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The key as an owned vector.
    pub fn into_vec(self) -> Vec<u8> {
        self.0.into_vec()
    }
}

impl AsRef<[u8]> for KeyBuf {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl AsMut<[u8]> for KeyBuf {
    #[inline]
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

impl std::ops::Deref for KeyBuf {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl PartialEq for KeyBuf {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for KeyBuf {}

impl std::hash::Hash for KeyBuf {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl From<KeyBuf> for Vec<u8> {
    fn from(key: KeyBuf) -> Self {
        key.into_vec()
    }
}

impl fmt::Debug for KeyBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printable(&self.0).fmt(f)
    }
}

/// The bytes of a whole key: `[u8; N]` or [`KeyBuf`].
#[doc(hidden)]
pub trait KeyBytes: AsRef<[u8]> + Clone + fmt::Debug + sealed::Sealed {
    /// The sink that they are written to.
    #[doc(hidden)]
    type Sink: NewKey<Done = Self>;
}

/// A sink for a whole key.
#[doc(hidden)]
pub trait WholeKey: KeySink {
    /// The bytes written so far.
    fn written(&self) -> &[u8];
    /// The bytes written so far, mutable.
    fn written_mut(&mut self) -> &mut [u8];
    /// Removes the bytes written so far.
    fn restart(&mut self);
    /// Removes the bytes after the first `len`.
    fn truncate(&mut self, len: usize);
}

/// A sink that becomes a key.
#[doc(hidden)]
pub trait NewKey: WholeKey {
    /// The key.
    type Done;
    /// An empty sink.
    fn start() -> Self;
    /// Finishes the key.
    fn done(self) -> Self::Done;
}

mod sealed {
    pub trait Sealed {}
    impl<const N: usize> Sealed for [u8; N] {}
    impl Sealed for super::KeyBuf {}
}

/// Fills an array from its start.
#[doc(hidden)]
#[derive(Debug)]
pub struct ArraySink<const N: usize> {
    bytes: [u8; N],
    len: usize,
}

impl<const N: usize> KeySink for ArraySink<N> {
    #[inline(always)]
    fn put(&mut self, bytes: &[u8]) {
        // The widths of all parts add up to N, so this always fits; finishing the key detects a
        // codec that writes more than its declared width.
        let end = self.len.wrapping_add(bytes.len());
        if let Some(room) = self.bytes.get_mut(self.len..end) {
            room.copy_from_slice(bytes);
        }
        self.len = end;
    }
}

impl<const N: usize> WholeKey for ArraySink<N> {
    #[inline(always)]
    fn written(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or(&[])
    }

    #[inline(always)]
    fn written_mut(&mut self) -> &mut [u8] {
        self.bytes.get_mut(..self.len).unwrap_or(&mut [])
    }

    #[inline(always)]
    fn restart(&mut self) {
        self.len = 0;
    }

    #[inline(always)]
    fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<const N: usize> NewKey for ArraySink<N> {
    type Done = [u8; N];

    #[inline(always)]
    fn start() -> Self {
        Self {
            bytes: [0; N],
            len: 0,
        }
    }

    #[inline(always)]
    fn done(self) -> [u8; N] {
        self.bytes
    }
}

impl<const N: usize> KeyBytes for [u8; N] {
    type Sink = ArraySink<N>;
}

macro_rules! sinks {
    ($($type:ty),*) => {$(
        impl KeySink for $type {
            #[inline]
            fn put(&mut self, bytes: &[u8]) {
                self.0.put(bytes);
            }
        }

        impl WholeKey for $type {
            #[inline]
            fn written(&self) -> &[u8] {
                &self.0
            }

            #[inline]
            fn written_mut(&mut self) -> &mut [u8] {
                &mut self.0
            }

            fn restart(&mut self) {
                self.clear();
            }

            fn truncate(&mut self, len: usize) {
                self.0.truncate(len);
            }
        }
    )*};
}

sinks!(KeyBuf, &mut KeyBuf);

impl NewKey for KeyBuf {
    type Done = Self;

    #[inline]
    fn start() -> Self {
        Self::new()
    }

    #[inline]
    fn done(self) -> Self {
        self
    }
}

impl KeyBytes for KeyBuf {
    type Sink = Self;
}

/// Selects the type of the bytes: an array of `N` if every part has a fixed width.
#[doc(hidden)]
pub trait ChooseBytes {
    /// The selected type.
    type Bytes: KeyBytes;
}

/// The choice of [`ChooseBytes`].
#[doc(hidden)]
#[derive(Debug)]
pub enum Choice<const FIXED: bool, const N: usize> {}

impl<const N: usize> ChooseBytes for Choice<true, N> {
    type Bytes = [u8; N];
}

impl<const N: usize> ChooseBytes for Choice<false, N> {
    type Bytes = KeyBuf;
}

//! The output of key encoders.

use std::ops::{Deref, DerefMut};

/// Receives the bytes of a row key, in order.
///
/// Encoders are generic over this trait so that the same code fills a `Vec`, an array on the stack
/// of constant length, or an inline buffer.
///
/// ```
/// use hbase_model::KeySink;
/// let mut key = Vec::new();
/// key.put(b"42_");
/// key.put_byte(b'7');
/// assert_eq!(key, b"42_7");
/// ```
pub trait KeySink {
    /// Appends `bytes`.
    fn put(&mut self, bytes: &[u8]);

    /// Appends one byte.
    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.put(&[byte]);
    }
}

impl KeySink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn put_byte(&mut self, byte: u8) {
        self.push(byte);
    }
}

/// A buffer of up to `N` bytes on the stack; longer content moves to the heap.
///
/// ```
/// use hbase_model::KeySink;
/// use hbase_model::sink::InlineBuf;
/// let mut key = InlineBuf::<16>::new();
/// key.put(b"42_");
/// key.put(b"LOGIN");
/// assert_eq!(&*key, b"42_LOGIN");
/// ```
#[derive(Clone, Debug)]
pub struct InlineBuf<const N: usize> {
    stack: [u8; N],
    len: usize,
    heap: Vec<u8>,
}

impl<const N: usize> InlineBuf<N> {
    /// An empty buffer; allocates nothing.
    #[inline]
    pub const fn new() -> Self {
        Self {
            stack: [0; N],
            len: 0,
            heap: Vec::new(),
        }
    }

    /// Removes all bytes and keeps the memory.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
        self.heap.clear();
    }

    /// Removes all bytes after the first `len`.
    pub fn truncate(&mut self, len: usize) {
        if len >= self.len {
            return;
        }
        match self.stack.get_mut(..len) {
            // The stack may lack bytes that came after the heap was needed.
            Some(room) if self.len > N => {
                room.copy_from_slice(&self.heap[..len]);
                self.heap.clear();
            }
            Some(_) => {}
            None => self.heap.truncate(len),
        }
        self.len = len;
    }

    /// The bytes as an owned vector.
    pub fn into_vec(self) -> Vec<u8> {
        match self.stack.get(..self.len) {
            Some(bytes) => bytes.to_vec(),
            None => self.heap,
        }
    }

    #[cold]
    fn spill(&mut self, bytes: &[u8]) {
        if self.heap.is_empty() {
            self.heap.extend_from_slice(&self.stack[..self.len]);
        }
        self.heap.extend_from_slice(bytes);
    }
}

impl<const N: usize> KeySink for InlineBuf<N> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let end = self.len + bytes.len();
        match self.stack.get_mut(self.len..end) {
            Some(room) => room.copy_from_slice(bytes),
            None => self.spill(bytes),
        }
        self.len = end;
    }
}

impl<const N: usize> Deref for InlineBuf<N> {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        self.stack.get(..self.len).unwrap_or(&self.heap)
    }
}

impl<const N: usize> DerefMut for InlineBuf<N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [u8] {
        self.stack.get_mut(..self.len).unwrap_or(&mut self.heap)
    }
}

impl<const N: usize> AsRef<[u8]> for InlineBuf<N> {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl<const N: usize> Default for InlineBuf<N> {
    fn default() -> Self {
        Self::new()
    }
}

/// A sink that inverts every bit on the way to another sink, for descending order.
///
/// ```
/// use hbase_model::primitive::put_int;
/// use hbase_model::sink::Inverted;
/// let mut key = Vec::new();
/// put_int(1_u16, &mut Inverted(&mut key));
/// assert_eq!(key, [0xff, 0xfe]);
/// ```
#[derive(Debug)]
pub struct Inverted<'a, S: ?Sized>(pub &'a mut S);

impl<S: KeySink + ?Sized> KeySink for Inverted<'_, S> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let mut room = [0; 16];
        for chunk in bytes.chunks(room.len()) {
            let inverted = &mut room[..chunk.len()];
            for (to, from) in inverted.iter_mut().zip(chunk) {
                *to = !from;
            }
            self.0.put(inverted);
        }
    }
}

//! Files that are compressed while they are written.

use std::io::{self, Write};

use flate2::Compression;
use flate2::write::GzEncoder;
use zstd::stream::write::Encoder;

/// Compresses the written bytes with gzip or zstd, depending on the end of the file's name: `.gz` or `.zst`.
///
/// `flush` ends the compressed stream: nothing can be written after it.
pub struct CompressedFile<W: Write>(Stream<W>);

enum Stream<W: Write> {
    Plain(W),
    Gzip(Box<GzEncoder<W>>),
    Zstd(Box<Encoder<'static, W>>),
    Ended(W),
    /// An error left the stream without an end.
    Failed,
}

impl<W: Write> CompressedFile<W> {
    /// Compresses a file with this name.
    ///
    /// # Errors
    /// zstd cannot be set up.
    pub fn new(name: &str, out: W) -> io::Result<Self> {
        let ends = |with: &str| name.len() > with.len() && name.ends_with(with);
        Ok(Self(if ends(".gz") {
            Stream::Gzip(Box::new(GzEncoder::new(out, Compression::default())))
        } else if ends(".zst") {
            Stream::Zstd(Box::new(Encoder::new(out, 0)?))
        } else {
            Stream::Plain(out)
        }))
    }
}

impl<W: Write> Write for CompressedFile<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Stream::Plain(out) => out.write(bytes),
            Stream::Gzip(out) => out.write(bytes),
            Stream::Zstd(out) => out.write(bytes),
            Stream::Ended(_) | Stream::Failed => {
                Err(io::Error::other("the compressed stream has ended"))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        let mut out = match std::mem::replace(&mut self.0, Stream::Failed) {
            Stream::Plain(mut out) => {
                let flushed = out.flush();
                self.0 = Stream::Plain(out);
                return flushed;
            }
            Stream::Gzip(out) => out.finish()?,
            Stream::Zstd(out) => out.finish()?,
            Stream::Ended(out) => out,
            Stream::Failed => return Err(io::Error::other("the compressed stream has failed")),
        };
        out.flush()?;
        self.0 = Stream::Ended(out);
        Ok(())
    }
}

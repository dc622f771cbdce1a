//! Text of any encoding as UTF-8.

use std::io::{self, BufRead, BufReader, Read};

use encoding_rs::{Decoder, DecoderResult, Encoding, UTF_8};

/// The bytes that are read at once.
pub(super) const BUFFER: usize = 128 << 10;

/// Replaces a sequence of bytes that is not text in the encoding. UTF-8 never contains it, so the row is
/// rejected, and it cannot be confused with a character of the source.
const MALFORMED: u8 = 0xff;

/// UTF-8 without a byte order mark.
pub(super) fn decoded(
    plain: Box<dyn Read + Send>,
    encoding: &'static Encoding,
) -> io::Result<Box<dyn Read + Send>> {
    let mut buffered = BufReader::with_capacity(BUFFER, plain);
    let head = buffered.fill_buf()?;
    if let [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] = head {
        return Err(io::Error::other(
            "found the byte order mark of UTF-32, expected UTF-8: convert the file, for example by `iconv -f utf-32 -t utf-8`",
        ));
    }
    if encoding != UTF_8 {
        return Ok(Box::new(Transcoder::new(Box::new(buffered), encoding)));
    }
    match head {
        [0xef, 0xbb, 0xbf, ..] => buffered.consume(3),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            return Err(io::Error::other(
                "found the byte order mark of UTF-16, expected UTF-8: set `encoding = \"utf-16le\"` or \
                 \"utf-16be\" in the mapping's `[csv]`",
            ));
        }
        _ => {}
    }
    Ok(Box::new(buffered))
}

/// Another encoding as UTF-8.
struct Transcoder {
    inner: Box<dyn Read + Send>,
    decoder: Decoder,
    raw: Vec<u8>,
    /// The bytes of `raw` that are not decoded yet.
    pending: std::ops::Range<usize>,
    is_last: bool,
    is_done: bool,
    /// UTF-8 that did not fit into the caller's buffer.
    spare: Vec<u8>,
    spare_from: usize,
}

impl Transcoder {
    fn new(inner: Box<dyn Read + Send>, encoding: &'static Encoding) -> Self {
        Self {
            inner,
            decoder: encoding.new_decoder_with_bom_removal(),
            raw: vec![0; BUFFER],
            pending: 0..0,
            is_last: false,
            is_done: false,
            spare: Vec::new(),
            spare_from: 0,
        }
    }

    /// Decodes some bytes into `spare`.
    fn fill(&mut self) -> io::Result<()> {
        if self.pending.is_empty() && !self.is_last {
            let count = read_some(&mut *self.inner, &mut self.raw)?;
            self.pending = 0..count;
            self.is_last = count == 0;
        }
        self.spare.resize(BUFFER, 0);
        self.spare_from = 0;
        let input = &self.raw[self.pending.clone()];
        // One byte is left for the mark of malformed bytes.
        let room = self.spare.len() - 1;
        let (result, read, written) = self.decoder.decode_to_utf8_without_replacement(
            input,
            &mut self.spare[..room],
            self.is_last,
        );
        self.pending.start += read;
        self.spare.truncate(written);
        match result {
            DecoderResult::Malformed(..) => self.spare.push(MALFORMED),
            DecoderResult::InputEmpty if self.is_last => self.is_done = true,
            DecoderResult::InputEmpty | DecoderResult::OutputFull => {}
        }
        Ok(())
    }
}

impl Read for Transcoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.spare_from == self.spare.len() {
            if self.is_done {
                return Ok(0);
            }
            self.fill()?;
        }
        let rest = &self.spare[self.spare_from..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.spare_from += count;
        Ok(count)
    }
}

/// Reads at least one byte, or none at the end.
pub(crate) fn read_some(reader: &mut dyn Read, buffer: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => return other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{GBK, UTF_16LE, WINDOWS_1252};

    fn read(bytes: &'static [u8], encoding: &'static Encoding) -> Vec<u8> {
        let mut text = Vec::new();
        let mut reader = decoded(Box::new(bytes), encoding).unwrap();
        reader.read_to_end(&mut text).unwrap();
        text
    }

    #[test]
    fn encodings_become_utf8() {
        assert_eq!(read(b"\xd6\xd0\xce\xc4", GBK), "中文".as_bytes());
        assert_eq!(read(b"caf\xe9", WINDOWS_1252), "café".as_bytes());
        assert_eq!(read(b"\xff\xfea\0b\0", UTF_16LE), b"ab");
        assert_eq!(read(b"\xef\xbb\xbfab", UTF_8), b"ab");
    }

    /// The mark is not UTF-8, and only the malformed sequence is replaced: two bytes, or only the first if
    /// ASCII follows.
    #[test]
    fn malformed_bytes_are_marked() {
        assert_eq!(read(b"a,\xd6\xff,b\n", GBK), b"a,\xff,b\n");
        assert_eq!(read(b"a\xd6,b\n", GBK), b"a\xff,b\n");
        assert_eq!(read(b"a\xd6", GBK), b"a\xff", "cut at the end");
    }

    #[test]
    fn utf16_is_not_taken_for_utf8() {
        let error = decoded(Box::new(&b"\xff\xfea\0"[..]), UTF_8).err().unwrap();
        assert!(error.to_string().contains("utf-16le"), "{error}");
        for mark in [&b"\xff\xfe\0\0a\0\0\0"[..], b"\0\0\xfe\xff\0\0\0a"] {
            for encoding in [UTF_8, UTF_16LE] {
                let error = decoded(Box::new(mark), encoding).err().unwrap();
                assert!(error.to_string().contains("iconv"), "{error}");
            }
        }
    }
}

//! The encodings of key parts, as types, which the options of `#[rowkey]` select.

// Implement the trait of a new encoding for each type, beside the type's other encodings: `integers.rs`, `text.rs`,
// `plain.rs`, `times.rs`, `ordered.rs`. The compiler does not report these places:
// - the lists for `Sequence` in `integers.rs`, and the list in `fixed_width.rs`;
// - the exports in `mod.rs` and `../private.rs`;
// - the tests `types/newtypes.rs`, `types/golden.rs` (if HBase has the encoding), `properties/fuzz.rs` and
//   `properties/order.rs`.

/// The type's default encoding.
#[derive(Clone, Copy, Debug)]
pub enum Native {}

/// `fixed = W`: exactly `W` bytes. Text of that length, integers as zero-padded digits, times as
/// digits.
#[derive(Clone, Copy, Debug)]
pub enum Fixed<const W: u16> {}

/// `fixed = W, pad_left = '…'` or `pad_right = '…'`: text padded to `W` bytes.
#[derive(Clone, Copy, Debug)]
pub enum Padded<const W: u16, const PAD: u8, const LEFT: bool> {}

/// `text`: an integer as plain decimal digits.
#[derive(Clone, Copy, Debug)]
pub enum PlainText {}

/// `java`: like `Bytes.toBytes`.
#[derive(Clone, Copy, Debug)]
pub enum Java {}

/// `ordered`: like `OrderedBytes`.
#[derive(Clone, Copy, Debug)]
pub enum Ordered {}

/// A time of the kind with the code `KIND` (`TimeKind::code`); newest first; at an offset from UTC in seconds; finer
/// times truncated; only multiples of `ALIGN_MS` milliseconds, unless that is 0.
#[derive(Clone, Copy, Debug)]
pub enum Time<
    const KIND: u8,
    const NEWEST: bool,
    const OFFSET_S: i32,
    const TRUNCATE: bool,
    const ALIGN_MS: u32 = 0,
> {}

/// `ms_of_day` or `minute_of_day`.
#[derive(Clone, Copy, Debug)]
pub enum OfDay<const MINUTES: bool, const TRUNCATE: bool> {}

/// `escape(…)`: text with these replacements.
#[derive(Clone, Copy, Debug)]
pub struct Escaped<R>(std::marker::PhantomData<R>);

/// `reverse_labels = "."`: text with its labels in reverse order, with the character `SEPARATOR` between them.
#[derive(Clone, Copy, Debug)]
pub enum Labels<const SEPARATOR: u8> {}

/// `length = …`: text or bytes after their length, of the kind with the code `KIND` (`LengthPrefix::code`).
#[derive(Clone, Copy, Debug)]
pub enum LengthPrefixed<const KIND: u8> {}

/// `repeat`: a list of elements of one width, at the end of the key; with `sorted`, they ascend by their bytes.
#[derive(Clone, Copy, Debug)]
pub enum ListOf<const SORTED: bool> {}

/// `desc`: descending.
#[derive(Clone, Copy, Debug)]
pub struct Desc<E>(std::marker::PhantomData<E>);

/// `desc` with a `terminator`: the inverted bytes of another encoding, followed by the inverted terminator, a byte 255.
#[derive(Clone, Copy, Debug)]
pub struct DescTerminated<E>(std::marker::PhantomData<E>);

/// `reverse`: reversed.
#[derive(Clone, Copy, Debug)]
pub struct Reverse<E>(std::marker::PhantomData<E>);

/// `omit_none`: an `Option`, of which `None` has no bytes, and a value has those of the other encoding.
#[derive(Clone, Copy, Debug)]
pub struct OmitNone<E>(std::marker::PhantomData<E>);

/// An encoding followed by a separator. It encodes like `E`, but has fewer ranges: text before a
/// separator does not sort as text. `NUL`: the separator is a NUL byte, before which text does sort.
#[derive(Clone, Copy, Debug)]
pub struct Closed<E, const NUL: bool = false>(std::marker::PhantomData<E>);

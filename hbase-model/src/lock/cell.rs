//! The facts of columns: type, codec, absent cells.

use super::key::last_segment;
use super::word::{Word, WordWriter, word};
use super::writer::FactWriter;
use super::{LockedCell, encoding};
use crate::codes::next_code;
use crate::described::{
    Absence, AbsentCell, CellCodec, CellFacts, CellFormat, EmptyCell, LogicalType, PartFormat,
    TimeLibrary,
};

/// The options of a column.
pub(super) const COUNTER: &str = "counter";
pub(super) const CODED: &str = "coded";

impl FactWriter<'_> {
    /// Writes a fact for the column, and one for each code of its enum.
    pub const fn cell(&mut self, cell: &LockedCell<'_>) {
        self.begin(word!("cell"));
        self.column(cell);
        self.value(cell.facts, cell.codec);
        self.known(absent(cell.facts, cell.default, cell.counter));
        if cell.counter {
            self.known(word!(COUNTER));
        }
        if !cell.codes.is_empty() {
            self.known(word!(CODED));
        }
        self.end();
        let mut codes = cell.codes.as_bytes();
        while let Some((code, rest)) = next_code(codes) {
            self.begin(word!("code"));
            self.column(cell);
            self.code(code);
            codes = rest;
        }
    }

    const fn column(&mut self, cell: &LockedCell<'_>) {
        self.name(cell.family);
        if cell.prefix.is_empty() {
            self.name(cell.qualifier);
        } else {
            self.open().joined(cell.prefix, cell.qualifier);
            self.end_word();
        }
    }

    /// Writes the words of a type and a codec.
    pub(super) const fn value(&mut self, facts: CellFacts, of: CellCodec<&str>) {
        cell_type(self.open(), facts.logical_type);
        self.end_word();
        codec(self.open(), of, facts);
        self.end_word();
    }
}

pub(super) const fn absent(facts: CellFacts, default: bool, counter: bool) -> &'static Word {
    let writes_empty = matches!(facts.empty, EmptyCell::Absent);
    let may_omit = !matches!(facts.absence, Absence::Never);
    match AbsentCell::of(facts, default, counter) {
        AbsentCell::Error => word!("required"),
        AbsentCell::Null => word!("optional"),
        AbsentCell::NullAsEmpty => word!("optional-empty"),
        AbsentCell::Defaulted if writes_empty => word!("default-empty"),
        AbsentCell::Defaulted if may_omit => word!("default-optional"),
        AbsentCell::Defaulted => word!("default"),
        AbsentCell::Zero => word!("zero"),
        AbsentCell::Unknown => word!("unknown"),
    }
}

/// The type of a value, by Rust's name if it has one.
pub(super) const fn cell_type(word: &mut WordWriter<'_>, of: LogicalType) {
    match of {
        LogicalType::Unknown => word.text("unknown"),
        LogicalType::Integer { width, signed } => number(word, signed, width),
        LogicalType::Float { width } => float(word, width),
        LogicalType::Bool => word.text("bool"),
        LogicalType::Text => word.text("text"),
        LogicalType::Bytes => word.text("bytes"),
        LogicalType::FixedBytes { width } => {
            word.text("bytes");
            word.number(width as u64, 0);
        }
        LogicalType::Uuid => word.text("uuid"),
        LogicalType::Timestamp => word.text("timestamp"),
        LogicalType::TimeOfDay => word.text("time_of_day"),
        LogicalType::Moment { library } => of_library(word, library, "moment"),
        LogicalType::DateTime { library } => of_library(word, library, "datetime"),
        LogicalType::Date { library } => of_library(word, library, "date"),
        LogicalType::Time { library } => of_library(word, library, "time"),
        LogicalType::Decimal => word.text("decimal"),
        LogicalType::RustDecimal => word.text("rust_decimal"),
        LogicalType::Json => word.text("json"),
    }
}

const fn number(word: &mut WordWriter<'_>, signed: bool, width: u8) {
    word.text(if signed { "i" } else { "u" });
    word.number(width as u64 * 8, 0);
}

const fn float(word: &mut WordWriter<'_>, width: u8) {
    word.text("f");
    word.number(width as u64 * 8, 0);
}

const fn of_library(word: &mut WordWriter<'_>, library: TimeLibrary, name: &str) {
    word.text(match library {
        TimeLibrary::Chrono => "chrono_",
        TimeLibrary::Jiff => "jiff_",
    });
    word.text(name);
}

/// The format of the bytes, in the words of `#[column]`.
pub(super) const fn codec(word: &mut WordWriter<'_>, codec: CellCodec<&str>, facts: CellFacts) {
    match facts.format {
        CellFormat::Integer { width, signed } => {
            word.text("java");
            if !is_integer(facts.logical_type, width, signed) {
                word.text("-");
                number(word, signed, width);
            }
        }
        CellFormat::Float { width } => {
            word.text("java");
            if !matches!(facts.logical_type, LogicalType::Float { width: of } if of == width) {
                word.text("-");
                float(word, width);
            }
        }
        CellFormat::Bool | CellFormat::BigDecimal => word.text("java"),
        CellFormat::Text => word.text("text"),
        CellFormat::DecimalText => word.text("digits"),
        CellFormat::JavaFloatText { .. } => word.text("java_text"),
        CellFormat::Bytes => word.text("bytes"),
        CellFormat::Json => word.text("json"),
        CellFormat::Part(format) => part(word, format),
        CellFormat::Custom => own(word, codec),
    }
}

const fn is_integer(of: LogicalType, bytes: u8, is_signed: bool) -> bool {
    matches!(of, LogicalType::Integer { width, signed } if width == bytes && signed == is_signed)
}

const fn part(word: &mut WordWriter<'_>, format: PartFormat) {
    word.text("part:");
    encoding::write_locked(word, format.encoding());
    word.text(if format.is_desc() { ",desc" } else { "" });
    word.text(if format.is_reversed() { ",reverse" } else { "" });
}

/// A codec of the program: the name of its module, if it has one.
const fn own(word: &mut WordWriter<'_>, codec: CellCodec<&str>) {
    match codec {
        CellCodec::With(module) => {
            word.text("with:");
            last_segment(word, module);
        }
        CellCodec::WithName(module) => {
            word.text("with_name:");
            last_segment(word, module);
        }
        CellCodec::Java
        | CellCodec::Text
        | CellCodec::JavaText
        | CellCodec::Json
        | CellCodec::Part => word.text("own"),
    }
}

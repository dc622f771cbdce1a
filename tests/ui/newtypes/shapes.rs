use hbase_schema::{CellValue, KeyPart};

#[derive(CellValue)]
#[cell_value("PHONE")]
struct Literal(String);

#[derive(KeyPart, Debug)]
struct Nothing;

#[derive(KeyPart, Debug)]
enum Never {}

#[derive(CellValue)]
struct Point {
    x: u32,
    y: u32,
}

#[derive(KeyPart, Debug)]
struct TwoFieldsInTheKey(u16, u64);

#[derive(KeyPart)]
union Union {
    number: u64,
    float: f64,
}

#[derive(KeyPart, Debug)]
#[key_part(fixed = 11)]
struct UnknownOption(String);

#[derive(CellValue, Clone, Copy)]
#[repr(u8)]
enum VariantWithFields {
    Low = 1,
    Other(u8),
}

#[derive(KeyPart, Debug, Clone, Copy)]
enum WidthNotSaid {
    Low = 1,
    High = 2,
}

fn main() {}

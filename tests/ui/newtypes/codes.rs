use hbase_schema::{CellValue, KeyPart};

#[derive(CellValue, Clone, Copy)]
enum CodeIsANumber {
    #[code = 1]
    Low,
}

#[derive(KeyPart, Debug)]
struct Phone(#[code = "P"] u64);

#[derive(CellValue, Clone, Copy)]
enum CodeWithoutValue {
    #[code]
    Low,
}

#[derive(CellValue, Clone, Copy)]
enum EmptyText {
    #[code = ""]
    Low,
}

#[derive(CellValue, Clone, Copy)]
enum OneTextMissing {
    #[code = "L"]
    Low,
    High,
}

#[derive(CellValue, Clone, Copy)]
enum SameTextTwice {
    #[code = "L"]
    Low,
    #[code = "L"]
    Little,
}

#[derive(CellValue, Clone, Copy)]
enum TwoCodesOfOneVariant {
    #[code = "L"]
    #[code = "l"]
    Low,
}

#[derive(KeyPart, Debug, Clone, Copy)]
enum VariantWithoutCode {
    Low,
    High,
}

fn main() {}

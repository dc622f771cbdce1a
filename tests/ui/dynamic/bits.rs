use hbase_schema::Qualifier;

#[derive(Qualifier, Debug)]
struct WrongTypes {
    #[qualifier(bits = 12)]
    small: u8,
    #[qualifier(bits = 2)]
    flag: bool,
    #[qualifier(bits = 2, always = 1)]
    mark: u8,
    #[qualifier(bits = 16)]
    signed: i16,
    #[qualifier(bits = 32)]
    text: String,
}

#[derive(Qualifier, Debug)]
struct NoBytes {
    number: u16,
    #[qualifier(bits = 5)]
    five: u8,
    #[qualifier(bits = 4, always = 16)]
    mark: (),
}

#[derive(Qualifier, Debug)]
struct Separated {
    #[qualifier(bits = 8, java, separator = "-")]
    one: u8,
    #[qualifier(always = 1)]
    two: u8,
    // Without bits, it has no bytes.
    unused: (),
}

fn main() {}

#[derive(Debug)]
#[qualifier(separator = "-")]
struct Entry {
    #[qualifier(fixed = 14, reverse_ts)]
    at: Timestamp,
    number: u32,
}

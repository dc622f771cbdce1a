use hbase_schema::row_index::IndexedEntry;

#[derive(IndexedEntry)]
struct Mail {
    #[index(tag = 1)]
    from: String,
    #[index(tag = 0x01)]
    to: String,
    #[index]
    subject: String,
    #[index(tag = 255)]
    size: i64,
    #[index(tag = b'\xff')]
    score: i64,
    #[index(tag = "F")]
    list: String,
    #[index(tag)]
    thread: String,
    #[index(tag = 9, tag = 10)]
    twice: String,
    #[index(tag = 11)]
    #[index(tag = 12)]
    both: String,
    #[index("DLQX:MAIL_BY_STATE")]
    state: String,
    #[index(tag = 13, splits = uniform(16))]
    flags: i64,
    #[index(tag = 14, native, encoding = hbase_schema::key::encoding::Native)]
    at: i64,
    #[index(tag = 15)]
    r#in: String,
    #[index(tag = 16)]
    r#IN: String,
    #[entry(json)]
    body: String,
}

#[derive(IndexedEntry)]
#[index(tag = 1)]
#[entry(json, with = module, codec = json)]
struct Empty {
    text: String,
}

#[derive(IndexedEntry)]
struct Tuple(String);

#[derive(IndexedEntry)]
enum Kind {
    One,
}

// Code that uses the struct reports no further errors.
const FIELDS: usize = Mail::FIELDS.len();

fn tokens() {
    let _ = (Mail::FROM, Mail::SUBJECT.declared(), FIELDS);
}

fn main() {}

use hbase_schema::KeyPart;

#[derive(KeyPart, Debug, Clone, Copy)]
enum Level {
    Low = 1,
    High = 2,
}

fn main() {}

use hbase_schema::KeyPart;

#[derive(KeyPart, Debug, Clone, Copy)]
enum Level {
    Low,
    High,
}

fn main() {}

use hbase_schema::KeyPart;

#[derive(KeyPart)]
union Phone {
    number: u64,
    float: f64,
}

fn main() {}

use hbase_schema::Qualifier;

#[derive(Qualifier, Debug)]
struct Named {
    name: String,
    number: u32,
}

#[derive(Qualifier, Debug)]
struct Digits {
    #[qualifier(text)]
    number: u32,
    name: String,
}

fn main() {}

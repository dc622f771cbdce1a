use hbase_schema::Qualifier;

#[derive(Qualifier, Debug)]
#[qualifier]
struct Salted {
    #[qualifier(salt, fixed = 3, ordered)]
    number: u32,
    name: String,
}

#[derive(Qualifier, Debug)]
#[qualifier(salt = buckets(4))]
struct Buckets<T> {
    number: T,
}

#[derive(Qualifier, Debug)]
struct Nothing {}

#[derive(Qualifier, Debug)]
struct Pair(u32, u32);

fn main() {}

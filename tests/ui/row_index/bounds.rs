use hbase_schema::Timestamp;
use hbase_schema::key::CodecError;
use hbase_schema::row_index::{FieldTag, IndexField, IndexWriter, IndexedEntry};

#[derive(IndexedEntry)]
struct DerivedTypes {
    #[index(tag = 1)]
    from: String,
    #[index(tag = 2)]
    size: u64,
    #[index(tag = 3)]
    list: Option<String>,
    #[index(tag = 4)]
    to: Vec<String>,
    #[index(tag = 5, native)]
    digest: Vec<u8>,
    #[index(tag = 6, native)]
    text: String,
    #[index(tag = 7)]
    at: Timestamp,
    #[index(tag = 8, native)]
    read: Timestamp,
}

struct FieldThatDoesNotSort {
    size: u64,
    digest: Vec<u8>,
}

impl FieldThatDoesNotSort {
    // `OrderedBytes` has no unsigned integers, and its bytes do not sort.
    const SIZE: IndexField<Self, u64> = IndexField::new("size", 1);
    const DIGEST: IndexField<Self, Vec<u8>> = IndexField::new("digest", 2);
}

impl IndexedEntry for FieldThatDoesNotSort {
    const FIELDS: &'static [FieldTag] = &[Self::SIZE.declared(), Self::DIGEST.declared()];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::SIZE, self.size)?;
        out.put(Self::DIGEST, &self.digest)
    }
}

fn main() {}

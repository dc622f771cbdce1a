use hbase_schema::key::CodecError;
use hbase_schema::row_index::{FieldTag, IndexField, IndexWriter, IndexedEntry};

struct Mail {
    size: u64,
    digest: Vec<u8>,
}

impl Mail {
    // `OrderedBytes` has no unsigned integers, and its bytes do not sort.
    const SIZE: IndexField<Self, u64> = IndexField::new("size", 1);
    const DIGEST: IndexField<Self, Vec<u8>> = IndexField::new("digest", 2);
}

impl IndexedEntry for Mail {
    const FIELDS: &'static [FieldTag] = &[Self::SIZE.declared(), Self::DIGEST.declared()];

    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
        out.put(Self::SIZE, self.size)?;
        out.put(Self::DIGEST, &self.digest)
    }
}

fn main() {}

//! The compressions of Parquet files.

use parquet::basic::Compression;
use parquet::file::metadata::ParquetMetaData;

/// Checks that the columns in use have compressions that can be read.
pub(super) fn check_compression(file: &ParquetMetaData, is_used: &[bool]) -> Result<(), String> {
    let schema = file.file_metadata().schema_descr();
    for (number, group) in file.row_groups().iter().enumerate() {
        for (leaf, column) in group.columns().iter().enumerate() {
            let root = schema.get_column_root_idx(leaf);
            let is_used = is_used.get(root).copied().unwrap_or(false);
            if is_used && !is_read(column.compression()) {
                return Err(format!(
                    "row group {number}, column `{}`: found the compression {}, expected Snappy, gzip, zstd, LZ4 or none: \
                     write the file with one of them, or skip the column",
                    column.column_path().string(),
                    column.compression()
                ));
            }
        }
    }
    Ok(())
}

const fn is_read(compression: Compression) -> bool {
    match compression {
        Compression::UNCOMPRESSED
        | Compression::SNAPPY
        | Compression::GZIP(_)
        | Compression::ZSTD(_)
        | Compression::LZ4
        | Compression::LZ4_RAW => true,
        Compression::LZO | Compression::BROTLI(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use parquet::basic::BrotliLevel;
    use parquet::data_type::Int64Type;
    use parquet::file::properties::WriterProperties;
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;
    use crate::mapping::Mapping;
    use crate::source::parquet::ParquetSource;
    use crate::source::{Chunk, Input, Source as _};
    use crate::value::Value;

    fn write(path: &Path, compression: Compression) {
        let schema = parse_message_type("message rows { required int64 id; }").unwrap();
        let properties = WriterProperties::builder().set_compression(compression);
        let file = std::fs::File::create(path).unwrap();
        let properties = Arc::new(properties.build());
        let mut writer = SerializedFileWriter::new(file, Arc::new(schema), properties).unwrap();
        let mut group = writer.next_row_group().unwrap();
        let mut column = group.next_column().unwrap().unwrap();
        let values: Vec<i64> = (0..1000).collect();
        let typed = column.typed::<Int64Type>();
        typed.write_batch(&values, None, None).unwrap();
        column.close().unwrap();
        group.close().unwrap();
        writer.close().unwrap();
    }

    #[tokio::test]
    async fn lz4_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        write(&path, Compression::LZ4_RAW);
        let mut source = ParquetSource::open(Input::File(path), &Mapping::default()).unwrap();
        let mut chunk = Chunk::new();
        source.read(&mut chunk).await.unwrap();
        assert_eq!(chunk.rows().len(), 1000);
        assert_eq!(chunk.rows().last().unwrap().value(0), Value::Int(999));
    }

    #[test]
    fn another_compression_is_named_where_the_column_is_used() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rows.parquet");
        write(&path, Compression::UNCOMPRESSED);
        let file = SerializedFileReader::new(std::fs::File::open(path).unwrap()).unwrap();
        let brotli = Compression::BROTLI(BrotliLevel::default());
        let group = file.metadata().row_group(0).clone();
        let column = group.column(0).clone().into_builder();
        let column = column.set_compression(brotli).build().unwrap();
        let group = group.into_builder().set_column_metadata(vec![column]);
        let metadata = file.metadata().clone().into_builder();
        let metadata = metadata
            .set_row_groups(vec![group.build().unwrap()])
            .build();
        let error = check_compression(&metadata, &[true]).unwrap_err();
        assert!(
            error.contains("column `id`: found the compression BROTLI"),
            "{error}"
        );
        assert_eq!(check_compression(&metadata, &[false]), Ok(()));
    }
}

//! Guards against damaged files, on which the library may panic.

use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};

/// Calls the library; a panic becomes an error. After an error, the called object must no longer be used.
pub(super) fn guarded<T>(
    call: impl FnOnce() -> Result<T, ParquetError>,
) -> Result<T, ParquetError> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            let text = text.unwrap_or("no message");
            Err(ParquetError::General(format!(
                "the file is damaged: {text}"
            )))
        }
    }
}

/// Checks the conditions that the library asserts about a file's row groups.
pub(super) fn check_offsets(file: &SerializedFileReader<File>) -> Result<(), ParquetError> {
    for (number, group) in file.metadata().row_groups().iter().enumerate() {
        let columns = group.columns().iter();
        let is_negative = columns.clone().any(|column| {
            let start = column.dictionary_page_offset();
            let start = start.unwrap_or(column.data_page_offset());
            start < 0 || column.data_page_offset() < 0 || column.compressed_size() < 0
        });
        if is_negative || group.num_rows() < 0 {
            let what = format!("row group {number}: found a negative number in its metadata");
            return Err(ParquetError::General(what));
        }
    }
    Ok(())
}

//! A file that gets its name once it is complete.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::error::CliError;

/// A file that is written as `NAME.part`, and removed unless it is completed.
pub(super) struct PartFile<'a> {
    name: &'a str,
    /// `None` for the standard output.
    part: Option<PathBuf>,
}

impl<'a> PartFile<'a> {
    /// `-` is the standard output.
    ///
    /// # Errors
    /// A file with this name exists.
    pub(super) fn new(name: &'a str) -> Result<Self, CliError> {
        if name == "-" {
            return Ok(Self { name, part: None });
        }
        if Path::new(name).exists() {
            return Err(CliError::usage("the file exists")
                .at(name)
                .expected("a new file")
                .help("remove it, or name another file"));
        }
        let part = Some(PathBuf::from(format!("{name}.part")));
        Ok(Self { name, part })
    }

    pub(super) fn create(&self) -> Result<Box<dyn Write + Send>, CliError> {
        let Some(part) = &self.part else {
            return Ok(Box::new(io::stdout()));
        };
        let file = File::create(part);
        let file =
            file.map_err(|error| CliError::cannot("create it", &error).at(part.display()))?;
        Ok(Box::new(file))
    }

    /// Gives the file its name.
    pub(super) fn complete(mut self) -> Result<(), CliError> {
        let Some(part) = self.part.take() else {
            return Ok(());
        };
        let renamed = fs::rename(&part, self.name);
        renamed.map_err(|error| CliError::cannot("rename it", &error).at(part.display()))
    }
}

impl Drop for PartFile<'_> {
    fn drop(&mut self) {
        if let Some(part) = &self.part {
            // If removing the file fails, nothing else can be done.
            let _ = fs::remove_file(part);
        }
    }
}

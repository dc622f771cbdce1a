//! Filters as text, in the language of `HBase`'s `ParseFilter`.

mod argument;
mod error;
mod reversed;
mod single;

use hbase_backend::{Error, Filter, Result};

use error::inexpressible;

/// Maximum bytes of the text, which `HBase` parses for each scan.
const MAX_TEXT: usize = 1 << 20;

/// The filter of a scan as text; `None` for one that passes every cell.
///
/// # Errors
/// [`Error::Unsupported`] for a filter that the language cannot express.
pub(crate) fn text(filter: &Filter, reversed: bool) -> Result<Option<Vec<u8>>> {
    let mut filter = filter.push_down_not()?;
    if matches!(&filter, Filter::And(none) if none.is_empty()) {
        return Ok(None);
    }
    if reversed {
        filter = reversed::in_reverse(filter)?;
    }
    let mut out = Vec::new();
    write(&filter, &mut out)?;
    if out.len() > MAX_TEXT {
        return Err(Error::too_large("filter as text", out.len(), MAX_TEXT));
    }
    Ok(Some(out))
}

/// Whether the filter counts rows, so that a reopened scan would return other rows.
pub(crate) fn counts_rows(filter: &Filter) -> bool {
    filter.any(&|part| matches!(part, Filter::Page(_) | Filter::WhileMatch(_)))
}

fn write(filter: &Filter, out: &mut Vec<u8>) -> Result<()> {
    match filter {
        Filter::And(filters) => list(filters, b" AND ", out),
        Filter::Or(filters) => list(filters, b" OR ", out),
        Filter::Skip(inner) => wrap(b"(SKIP ", inner, out),
        Filter::WhileMatch(inner) => wrap(b"(WHILE ", inner, out),
        leaf => single::write(leaf, out),
    }
}

fn list(filters: &[Filter], word: &[u8], out: &mut Vec<u8>) -> Result<()> {
    if filters.is_empty() {
        return Err(inexpressible("a list of no filters"));
    }
    out.push(b'(');
    for (index, filter) in filters.iter().enumerate() {
        if index > 0 {
            out.extend_from_slice(word);
        }
        write(filter, out)?;
    }
    out.push(b')');
    Ok(())
}

fn wrap(word: &[u8], inner: &Filter, out: &mut Vec<u8>) -> Result<()> {
    out.extend_from_slice(word);
    write(inner, out)?;
    out.push(b')');
    Ok(())
}

#[cfg(test)]
mod tests;

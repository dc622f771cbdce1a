//! Advice on tables without errors. Each names the attribute to write; the table's `allow(…)` excludes advice
//! that cannot be followed.

mod advised;
mod families;
mod indexes;
mod key;
mod names;

use hbase_model::DescribedTable;
use hbase_schema_syntax::parse_table;
use hbase_schema_syntax::source::SourceTable;

use super::diagnostic::Diagnostic;
use advised::Advised;

pub(super) fn of(source: &SourceTable, table: &DescribedTable) -> Vec<Diagnostic> {
    let Ok(syntax) = parse_table(&source.input) else {
        return Vec::new();
    };
    if syntax.allow.advice {
        return Vec::new();
    }
    let advised = Advised {
        source,
        syntax,
        table,
    };
    let advice = [
        key::splits(&advised),
        key::length(&advised),
        key::bound(&advised),
        key::order(&advised),
        key::unique(&advised),
        families::compression(&advised),
        families::one(&advised),
        families::versions(&advised),
    ];
    let mut advice: Vec<Diagnostic> = advice.into_iter().flatten().collect();
    advice.extend(indexes::hot(&advised));
    advice.extend(names::lengths(&advised));
    advice.sort_by_key(|diagnostic| (diagnostic.from.line, diagnostic.from.column));
    advice
}

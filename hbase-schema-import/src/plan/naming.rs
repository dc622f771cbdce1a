//! The names of a plan by the naming rules.

use hbase_model::name::{
    NameError, NamingRules, check_family, check_namespace, check_qualifier, check_table,
};

use super::Plan;

impl Plan {
    /// The errors by the naming rules of the names of the table, its namespace, its families and its columns, each once.
    ///
    /// A struct's names were checked by the derive. A policy's are of the command line and of the source, so that a table
    /// that is created for them gets whatever these are called.
    pub fn name_errors(&self, rules: NamingRules, allow_length: bool) -> Vec<NameError> {
        let of_table = [
            check_namespace(self.table.namespace(), rules, allow_length),
            check_table(self.table.qualifier(), rules, allow_length),
        ];
        let families = self.families();
        let of_families = families
            .iter()
            .map(|family| check_family(family, rules, allow_length));
        let of_columns = self
            .cells
            .iter()
            .map(|cell| check_qualifier(&cell.column.qualifier, rules, allow_length));
        let checked = of_table.into_iter().chain(of_families).chain(of_columns);
        let mut found: Vec<NameError> = Vec::new();
        for error in checked.filter_map(Result::err) {
            if !found.contains(&error) {
                found.push(error);
            }
        }
        found
    }
}

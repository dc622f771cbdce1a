//! Checks the names of a plan by the naming rules.

use hbase_model::name::{
    NameError, NamingRules, check_family, check_namespace, check_qualifier, check_table,
};

use super::Plan;

impl Plan {
    /// The naming errors of the table, its namespace, its families and its columns, each once.
    ///
    /// The derive has checked a struct's names. A policy's names come from the command line and the source;
    /// without this check, a table that is created for them could get any names.
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

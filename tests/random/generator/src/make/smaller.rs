//! Tables with one field or option less, for shrinking.

use crate::spec::{
    Absence, Column, DefaultValue, Field, FieldRole, Index, Part, Salt, Shape, Table,
};

use super::shapes;

impl Table {
    /// The table of an identifier: its seed, and then the indexes in [`smaller`](Self::smaller) that lead to it, as in
    /// `1042-3-0`. `None` if there is no such table.
    pub fn of_id(id: &str) -> Option<Self> {
        let mut numbers = id.split('-');
        let table = Self::of_seed(numbers.next()?.parse().ok()?);
        numbers.try_fold(table, |table, number| {
            let index: usize = number.parse().ok()?;
            table.smaller().into_iter().nth(index)
        })
    }

    /// The identifier of the table, which [`of_id`](Self::of_id) reads.
    pub fn id(&self) -> String {
        let removed = self.removed.iter().map(|index| format!("-{index}"));
        format!("{}{}", self.seed, removed.collect::<String>())
    }

    /// The tables that have one field or option less. Some of them break rules of the derive.
    pub fn smaller(&self) -> Vec<Self> {
        let mut tables: Vec<Self> = (0..self.fields.len())
            .filter_map(|at| self.without_field(at))
            .collect();
        tables.extend((0..self.key.parts.len()).filter_map(|at| self.without_part(at)));
        tables.extend(self.without_options());
        tables.extend(self.with_simpler_fields());
        tables.extend(self.with_simpler_parts());
        let items = self.items();
        tables.retain(|table| table.items() != items);
        for (index, table) in tables.iter_mut().enumerate() {
            table.removed.push(index);
        }
        tables
    }

    /// A copy that `change` changed.
    fn changed(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut table = self.clone();
        change(&mut table);
        table
    }

    /// Calls need a column that is a field of the struct itself.
    fn without_field(&self, at: usize) -> Option<Self> {
        if self.is_indexed(at) || matches!(self.fields[at].role, FieldRole::TableDate(_)) {
            return None;
        }
        let table = self.changed(|table| {
            table.fields.remove(at);
            table.remove_from_sets(self.key.parts.len() + at);
            table.remove_unused_families();
            let indexed = table.indexes.iter_mut();
            let indexed = indexed.flat_map(|index| &mut index.fields);
            indexed.for_each(|field| *field -= usize::from(*field > at));
        });
        let is_column = |field: &Field| matches!(field.role, FieldRole::Column(_));
        table.fields.iter().any(is_column).then_some(table)
    }

    fn without_part(&self, at: usize) -> Option<Self> {
        if self.key.parts.len() == 1 {
            return None;
        }
        let mut table = self.clone();
        table.key.parts.remove(at);
        table.remove_from_sets(at);
        for shape in &mut table.shapes {
            if at < shape.arguments.len() {
                shape.arguments.remove(at);
            }
            shape.condition = shape.condition.filter(|(part, _)| *part != at);
            if let Some((part, _)) = &mut shape.condition {
                *part -= usize::from(*part > at);
            }
        }
        table.remove_illegal_shapes();
        Some(table)
    }

    /// A row has one value less.
    fn remove_from_sets(&mut self, removed: usize) {
        for set in &mut self.sets {
            set.retain(|at| *at != removed);
            for at in set {
                *at -= usize::from(*at > removed);
            }
        }
        self.sets.retain(|set| !set.is_empty());
    }

    fn remove_unused_families(&mut self) {
        let is_stored = |field: &&mut Field| {
            !matches!(
                field.role,
                FieldRole::Skip | FieldRole::Timestamp(_) | FieldRole::TableDate(_)
            )
        };
        for at in (0..self.families.len()).rev() {
            let mut stored = self.fields.iter_mut().filter(is_stored);
            if stored.all(|field| field.family != at) {
                self.families.remove(at);
                let later = self.fields.iter_mut().filter(|field| field.family > at);
                later.for_each(|field| field.family -= 1);
            }
        }
    }

    fn remove_illegal_shapes(&mut self) {
        let legal: Vec<Shape> = shapes::legal(&self.key);
        let is_all =
            |shape: &Shape| shape.arguments.is_empty() && !shape.salted_by && !shape.any_salt;
        let is_legal = |shape: &Shape| {
            let without = Shape {
                condition: None,
                ..shape.clone()
            };
            legal.contains(&without)
        };
        self.shapes.retain(|shape| is_all(shape) || is_legal(shape));
        for shape in &mut self.shapes {
            let condition = shape.condition;
            shape.condition = condition.filter(|at| shapes::takes_condition(&self.key, *at));
        }
    }

    /// Options of the table, of its families, and of its key.
    fn without_options(&self) -> Vec<Self> {
        let options = 0..self.options.len();
        let mut tables: Vec<Self> = options
            .map(|at| self.changed(|table| drop(table.options.remove(at))))
            .collect();
        for (family, of) in self.families.iter().enumerate() {
            tables.extend((0..of.options.len()).map(|at| {
                self.changed(|table| {
                    let of = &mut table.families[family];
                    let option = of.options.remove(at);
                    if option.starts_with("versions") {
                        of.versions = 1;
                    } else if option.starts_with("ttl") {
                        of.ttl_ms = None;
                    }
                })
            }));
        }
        tables.extend(self.with_simpler_indexes());
        tables.push(self.changed(|table| table.key.derives = None));
        tables.push(self.changed(|table| table.key.separator = None));
        tables.push(self.changed(|table| {
            table.key.salt = Salt::None;
            table.key.parts.iter_mut().for_each(|part| part.salt = None);
        }));
        for table in &mut tables {
            table.remove_illegal_shapes();
        }
        tables
    }

    fn with_simpler_indexes(&self) -> Vec<Self> {
        const SIMPLER: &[fn(&mut Index)] = &[
            |index| index.splits = None,
            |index| index.ttl_ms = None,
            |index| index.desc = false,
            |index| index.buckets = None,
            |index| index.fields.truncate(1),
        ];
        let mut tables = Vec::new();
        for at in 0..self.indexes.len() {
            tables.push(self.changed(|table| drop(table.indexes.remove(at))));
            let simpler = SIMPLER.iter();
            tables
                .extend(simpler.map(|change| self.changed(|table| change(&mut table.indexes[at]))));
        }
        tables
    }

    fn with_simpler_fields(&self) -> Vec<Self> {
        let mut tables = Vec::new();
        for (at, field) in self.fields.iter().enumerate() {
            let with = |role| self.changed(|table| table.fields[at].role = role);
            match &field.role {
                FieldRole::Column(column) => {
                    let columns = simpler_columns(column).into_iter();
                    tables.extend(columns.map(|column| with(FieldRole::Column(column))));
                }
                FieldRole::Group(group) => {
                    let mut groups = vec![group.clone(); 3];
                    groups[0].optional = false;
                    groups[1].prefix = None;
                    groups[2].options = None;
                    for column in 0..group.columns.len() {
                        let mut group = group.clone();
                        group.columns.remove(column);
                        groups.extend((!group.columns.is_empty()).then_some(group));
                    }
                    tables.extend(
                        groups
                            .into_iter()
                            .map(|group| with(FieldRole::Group(group))),
                    );
                }
                _ => {}
            }
        }
        tables
    }

    fn with_simpler_parts(&self) -> Vec<Self> {
        const SIMPLER: &[fn(&mut Part)] = &[
            |part| part.optional = part.omit_none,
            |part| part.desc = false,
            |part| part.reverse = false,
            |part| part.truncate = false,
            |part| part.unseparated = false,
            |part| part.separator = None,
            |part| part.direct = false,
            |part| part.max = None,
        ];
        // Parts that may be left out need the end of the part before.
        let leaves_out = self.key.parts.iter().any(|part| part.omit_none);
        if leaves_out {
            return Vec::new();
        }
        let parts = 0..self.key.parts.len();
        let changes = parts.flat_map(|at| SIMPLER.iter().map(move |change| (at, change)));
        let tables = changes.map(|(at, change)| {
            self.changed(|table| {
                change(&mut table.key.parts[at]);
                table.remove_illegal_shapes();
            })
        });
        tables.collect()
    }
}

fn simpler_columns(column: &Column) -> Vec<Column> {
    let mut columns = vec![column.clone(); 3];
    columns[0].qualifier = None;
    columns[1].default = DefaultValue::None;
    columns[2].absence = Absence::Never;
    columns
}

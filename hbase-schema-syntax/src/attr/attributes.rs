//! Options that declare `HBase`'s attributes, one for each that has a field in its descriptor.

use hbase_model::descriptor::{AttributeKind, AttributeSpec};

use super::{Metadata, metadata, ttl};
use crate::ast::Spanned;
use crate::read::{Opt, Slot, value};

/// Declared attributes of a table or a family.
#[derive(Default)]
pub(crate) struct Attributes {
    declared: Vec<Declared>,
    metadata: Slot<Metadata>,
}

struct Declared {
    spec: &'static AttributeSpec,
    /// The value as `HBase` stores it.
    value: Slot<String>,
}

impl Attributes {
    /// Parses an option that declares one of `all`; `None` for another option.
    pub(super) fn take(
        &mut self,
        opt: &Opt<'_>,
        all: &'static [AttributeSpec],
    ) -> Option<syn::Result<()>> {
        let name = opt.name();
        if name == "metadata" {
            let filled = self.metadata.fill(opt, |opt| metadata::read(opt, all));
            return Some(filled);
        }
        let spec = all.iter().find(|spec| spec.field == Some(&name))?;
        Some(self.slot_of(spec).fill(opt, |opt| read(opt, spec)))
    }

    fn slot_of(&mut self, spec: &'static AttributeSpec) -> &mut Slot<String> {
        let known = self.declared.iter().position(|d| d.spec == spec);
        let index = known.unwrap_or(self.declared.len());
        if known.is_none() {
            let value = Slot::default();
            self.declared.push(Declared { spec, value });
        }
        &mut self.declared[index].value
    }

    /// The value of an attribute, by `HBase`'s name.
    pub(crate) fn get(&self, name: &str) -> Option<&Slot<String>> {
        let declared = self.declared.iter().find(|d| d.spec.name == name);
        declared.map(|d| &d.value)
    }

    /// The attributes with their values, those of `metadata` last.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let own = self.declared.iter();
        let own = own.filter_map(|d| Some((d.spec.name, d.value.get()?.as_str())));
        let metadata = self.metadata.get().into_iter().flatten();
        own.chain(metadata.map(|(name, value)| (name.value.as_str(), value.value.as_str())))
    }
}

fn read(opt: &Opt<'_>, spec: &AttributeSpec) -> syn::Result<Spanned<String>> {
    match spec.kind {
        AttributeKind::Number { min, max } | AttributeKind::Bytes { min, max } => {
            Ok(value::number(min..=max)(opt)?.map(|n| n.to_string()))
        }
        AttributeKind::Seconds { min, max } => {
            Ok(ttl::read(opt, &(min..=max))?.map(|n| n.to_string()))
        }
        AttributeKind::Bool => Ok(value::yes_or_no(opt)?.map(|b| b.to_string())),
        AttributeKind::Word { words, .. } => {
            let words = words.iter().map(|word| word.name);
            let words: Vec<_> = words.map(|w| (w.to_ascii_lowercase(), w)).collect();
            let stands_alone = !opt.has_value() && words.iter().any(|(_, word)| *word == "TRUE");
            if stands_alone {
                return Ok(value::flag(opt)?.map(|()| "TRUE".to_owned()));
            }
            Ok(value::word(opt, &words)?.map(str::to_owned))
        }
        _ => value::text(opt),
    }
}

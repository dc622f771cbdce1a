//! Sections and their values, in the order of the files.

use std::path::PathBuf;
use std::sync::Arc;

/// Where something is declared.
#[derive(Clone, Debug)]
pub(super) struct Source {
    pub(super) file: Arc<PathBuf>,
    pub(super) line: usize,
}

/// A section or a value.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) name: String,
    pub(super) source: Source,
    /// Whether later files cannot add to it.
    pub(super) is_final: bool,
    pub(super) content: Content,
}

#[derive(Debug)]
pub(super) enum Content {
    Value(String),
    Section(Vec<Node>),
}

/// All sections of all files.
#[derive(Debug, Default)]
pub(crate) struct Profile {
    pub(super) sections: Vec<Node>,
}

/// A value and its source.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    pub(super) text: &'a str,
    pub(super) source: &'a Source,
}

impl Profile {
    /// The nodes of a section, of all files.
    pub(super) fn section<'a>(&'a self, name: &str) -> Vec<&'a Node> {
        let sections = self.sections.iter().collect::<Vec<_>>();
        within(&sections, name)
    }
}

/// The nodes in all sections of a name among `nodes`.
pub(super) fn within<'a>(nodes: &[&'a Node], name: &str) -> Vec<&'a Node> {
    let sections = visible(nodes, name).into_iter();
    let nodes = sections.filter_map(|node| match &node.content {
        Content::Section(nodes) => Some(nodes),
        Content::Value(_) => None,
    });
    nodes.flatten().collect()
}

/// The values of a name among `nodes`.
pub(super) fn values<'a>(nodes: &[&'a Node], name: &str) -> Vec<Value<'a>> {
    let nodes = visible(nodes, name).into_iter();
    let values = nodes.filter_map(|node| match &node.content {
        Content::Value(text) => Some(Value {
            text,
            source: &node.source,
        }),
        Content::Section(_) => None,
    });
    values.collect()
}

/// The nodes of a name, without those of files after one in which it is final.
fn visible<'a>(nodes: &[&'a Node], name: &str) -> Vec<&'a Node> {
    let mut visible: Vec<&Node> = Vec::new();
    let mut last_file = None;
    for node in nodes.iter().filter(|node| node.name == name) {
        if last_file.is_some_and(|file| !Arc::ptr_eq(file, &node.source.file)) {
            break;
        }
        if node.is_final {
            last_file = Some(&node.source.file);
        }
        visible.push(node);
    }
    visible
}

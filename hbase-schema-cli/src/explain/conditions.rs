//! Conditions on key parts after a range: whether the server or the client tests them.

use std::fmt;

use hbase_model::{Encoding, KeyLayout};
use serde::Serialize;

/// Conditions on the parts after one that has a range.
#[derive(Serialize)]
pub(super) struct Conditions {
    /// The part with the range.
    after: String,
    /// The parts that the server tests.
    server: Vec<String>,
    /// The parts that the client tests.
    client: Vec<String>,
    /// The lists of whose elements the client tests conditions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elements: Vec<String>,
}

impl Conditions {
    /// For each part that takes ranges or prefixes.
    pub(super) fn of(layout: &KeyLayout) -> Vec<Self> {
        let parts = layout.parts.iter().enumerate();
        let open =
            parts.filter(|(at, part)| layout.check_range(*at).is_ok() || part.takes_prefix());
        let all = open.map(|(at, part)| Self::after(layout, at, &part.name));
        all.filter(|all| !all.server.is_empty() || !all.client.is_empty())
            .collect()
    }

    fn after(layout: &KeyLayout, open: usize, name: &str) -> Self {
        let (mut server, mut client, mut elements) = (Vec::new(), Vec::new(), Vec::new());
        for (at, part) in layout.parts.iter().enumerate().skip(open + 1) {
            // Only its type finds the end of an earlier part.
            if layout.endless_part(at).is_some() {
                break;
            }
            let tests = if layout.has_fixed_offset(open, at) {
                &mut server
            } else {
                &mut client
            };
            tests.push(part.name.to_string());
            if matches!(part.encoding, Encoding::List(_)) {
                elements.push(part.name.to_string());
            }
        }
        Self {
            after: name.to_owned(),
            server,
            client,
            elements,
        }
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`matching(…)` after a range of `{}`: ", self.after)?;
        let named = |names: &[String]| {
            let names = names.iter().map(|name| format!("`{name}`"));
            names.collect::<Vec<_>>().join(", ")
        };
        match (&*self.server, &*self.client) {
            (server, []) => write!(f, "the server tests {}", named(server))?,
            ([], client) => write!(f, "the client tests {}", named(client))?,
            (server, client) => write!(
                f,
                "the server tests {}, the client {}",
                named(server),
                named(client)
            )?,
        }
        match &*self.elements {
            [] => Ok(()),
            elements => write!(f, "; the client tests `contains(…)` of {}", named(elements)),
        }
    }
}

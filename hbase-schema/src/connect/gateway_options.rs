//! The options of a `thrift://` url: `?framed&compact&pool=4`.

/// Maximum connections of a pool.
const MOST_CONNECTIONS: usize = 1024;

const KNOWN: &str = "`framed`, `compact` or `pool=N`";

/// Transport, protocol and pool of a url's gateways.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GatewayOptions {
    /// Framed transport instead of buffered.
    pub(super) framed: bool,
    /// Compact protocol instead of binary.
    pub(super) compact: bool,
    /// The maximum number of connections.
    pub(super) pool: Option<usize>,
}

impl GatewayOptions {
    /// Parses the text after the `?`.
    pub(super) fn parse(options: &str) -> Result<Self, String> {
        let mut found = Self::default();
        let mut seen = Vec::new();
        for option in options.split('&') {
            let (name, value) = match option.split_once('=') {
                Some((name, value)) => (name, Some(value)),
                None => (option, None),
            };
            if seen.contains(&name) {
                return Err(format!("found the option `{name}` twice, expected it once"));
            }
            match name {
                "framed" => found.framed = flag(option, value)?,
                "compact" => found.compact = flag(option, value)?,
                "pool" => found.pool = Some(connections(option, value)?),
                _ => return Err(format!("found the option `{option}`, expected {KNOWN}")),
            }
            seen.push(name);
        }
        Ok(found)
    }
}

fn flag(option: &str, value: Option<&str>) -> Result<bool, String> {
    match value {
        None | Some("true") => Ok(true),
        Some("false") => Ok(false),
        Some(_) => Err(format!(
            "found the option `{option}`, expected its name alone, or `=true` or `=false` after it"
        )),
    }
}

fn connections(option: &str, value: Option<&str>) -> Result<usize, String> {
    // `parse` would also accept a sign.
    let digits = value.filter(|value| value.bytes().all(|byte| byte.is_ascii_digit()));
    let count = digits.and_then(|digits| digits.parse().ok());
    count
        .filter(|count| (1..=MOST_CONNECTIONS).contains(count))
        .ok_or_else(|| {
            format!("found the option `{option}`, expected `pool=` and 1 to {MOST_CONNECTIONS} connections")
        })
}

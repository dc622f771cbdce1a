//! `hbase-site.xml`: `<configuration><property><name>…</name><value>…</value></property>…`.

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, Event};

/// Parses a file's settings, in order. An error names its line.
pub(super) fn read(text: &[u8]) -> Result<Vec<(String, String)>, String> {
    let text = std::str::from_utf8(text).map_err(|error| error.to_string())?;
    let mut reader = Reader::from_str(text);
    let mut parser = SiteParser::default();
    loop {
        let read = match reader.read_event() {
            Ok(Event::Eof) => parser.end(),
            Ok(event) => parser.take(&event),
            Err(error) => Err(error.to_string()),
        };
        read.map_err(|what| format!("line {}: {what}", line(text, reader.buffer_position())))?;
        if parser.is_over {
            return Ok(parser.values);
        }
    }
}

/// The number of the line that contains the byte `at`.
fn line(text: &str, at: u64) -> usize {
    let at = usize::try_from(at).unwrap_or(text.len());
    text.get(..at).unwrap_or(text).lines().count().max(1)
}

/// A parser of the file's events.
#[derive(Default)]
struct SiteParser {
    /// The open elements, from the outermost.
    open: Vec<String>,
    text: String,
    name: Option<String>,
    value: Option<String>,
    values: Vec<(String, String)>,
    is_over: bool,
}

impl SiteParser {
    fn take(&mut self, event: &Event<'_>) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.start(tag.name().as_ref()),
            Event::Empty(tag) => {
                self.start(tag.name().as_ref())?;
                self.close();
                Ok(())
            }
            Event::End(_) => {
                self.close();
                Ok(())
            }
            Event::Text(text) => {
                self.text.push_str(&text.xml10_content());
                Ok(())
            }
            Event::CData(text) => {
                self.text.push_str(&text.xml10_content());
                Ok(())
            }
            Event::GeneralRef(name) => self.reference(name),
            _ => Ok(()),
        }
    }

    fn start(&mut self, tag: &str) -> Result<(), String> {
        if self.open.is_empty() && tag != "configuration" {
            return Err(format!("found <{tag}>, expected <configuration>"));
        }
        self.text.clear();
        if tag == "property" {
            (self.name, self.value) = (None, None);
        }
        self.open.push(tag.to_owned());
        Ok(())
    }

    fn close(&mut self) {
        let text = self.text.trim();
        match self.open.pop().as_deref() {
            Some("name") => self.name = Some(text.to_owned()),
            Some("value") => self.value = Some(text.to_owned()),
            // Hadoop ignores a property without a value.
            Some("property") => {
                if let (Some(name), Some(value)) = (self.name.take(), self.value.take()) {
                    self.values.push((name, value));
                }
            }
            _ => {}
        }
        self.text.clear();
    }

    fn reference(&mut self, name: &BytesRef<'_>) -> Result<(), String> {
        if let Some(letter) = name.resolve_char_ref().map_err(|error| error.to_string())? {
            self.text.push(letter);
            return Ok(());
        }
        let name = name.xml10_content();
        let Some(text) = resolve_predefined_entity(&name) else {
            return Err(format!(
                "found &{name};, expected one of XML's own entities"
            ));
        };
        self.text.push_str(text);
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        self.is_over = true;
        match self.open.last() {
            Some(tag) => Err(format!("found the end of the file, expected </{tag}>")),
            None => Ok(()),
        }
    }
}

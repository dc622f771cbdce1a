//! The layout of a row key as an SVG picture: a box for each segment, arrows from the parts that feed the salt, and the
//! encodings below.

mod boxes;

use unicode_width::UnicodeWidthStr;

use super::key::{KeySegments, Segment, SegmentKind};
use crate::picture::{Anchor, Picture, Point};
use crate::text::counted;
use boxes::{Drawn, HEIGHT, boxes};

/// The space at the left and the right.
const MARGIN: f64 = 40.0;
/// The minimum width of a picture.
const WIDTH: f64 = 960.0;
/// The average width of a character in a name, and in other text.
const NAME_CHARACTER: f64 = 8.0;
const CHARACTER: f64 = 7.4;
/// The distance of the arrows to the salt, and of the lines of text below.
const TRACK: f64 = 24.0;
const LINE: f64 = 26.0;

/// The parts of a table that a picture shows.
pub(super) struct Shown<'t> {
    pub(super) table: &'t str,
    pub(super) row: &'t str,
    pub(super) key: &'t KeySegments,
    /// The regions, in words.
    pub(super) regions: &'t str,
}

impl Shown<'_> {
    pub(super) fn picture(&self) -> Picture {
        let legend = Legend::of(&self.key.segments);
        let boxes = boxes(&self.key.segments, WIDTH - 2.0 * MARGIN, MARGIN);
        let end = boxes.last().map_or(0.0, |last| last.x + last.width);
        let width = WIDTH
            .max(end + MARGIN)
            .max(legend.width(self.regions) + MARGIN);
        let top = 76.0 + TRACK * inputs(&self.key.segments);
        let below = top + HEIGHT + 64.0;
        let height = below + LINE * legend.lines();
        let mut picture = Picture::new((width, height), &self.title(), &self.description());
        picture.text("title", (MARGIN, 34.0), Anchor::Start, self.title());
        picture.text("dim", (MARGIN, 56.0), Anchor::Start, self.about());
        inputs_to_salt(&boxes, top, &mut picture);
        for drawn in &boxes {
            drawn.draw(top, &mut picture);
        }
        legend.draw(below, self.regions, &mut picture);
        picture
    }

    fn title(&self) -> String {
        format!("Row key of {}", self.table)
    }

    fn about(&self) -> String {
        let length = match self.key.bytes {
            Some(bytes) => counted(bytes as u64, "byte"),
            None => "the length varies".to_owned(),
        };
        format!("rows of {} · {length}", self.row)
    }

    /// The picture in words.
    fn description(&self) -> String {
        let segments = self.key.segments.iter().map(|segment| {
            let (name, encoding) = (&segment.name, plain(&segment.encoding));
            format!("{name}, {}: {encoding}", bytes(segment))
        });
        let segments: Vec<String> = segments.collect();
        format!(
            "The segments in order: {}. Regions: {}.",
            segments.join("; "),
            self.regions
        )
    }
}

/// `11 bytes`.
fn bytes(segment: &Segment) -> String {
    segment
        .bytes
        .map_or("varies".to_owned(), |bytes| counted(bytes as u64, "byte"))
}

/// A text without the backticks of code.
fn plain(text: &str) -> String {
    text.replace('`', "")
}

/// The number of parts that feed the salt.
fn inputs(segments: &[Segment]) -> f64 {
    let inputs = segments.iter().filter(|segment| segment.input.is_some());
    inputs.fold(0.0, |count, _| count + 1.0)
}

/// Draws an arrow to the salt from each part that feeds it. Arrows do not cross: a farther part's arrow is
/// higher and ends farther to the left.
fn inputs_to_salt(boxes: &[Drawn<'_>], top: f64, picture: &mut Picture) {
    let Some(salt) = boxes.first() else { return };
    let inputs = boxes.iter().filter(|drawn| drawn.segment.input.is_some());
    let inputs: Vec<&Drawn<'_>> = inputs.collect();
    let mut track = top;
    let step = salt.width / (inputs.iter().fold(1.0, |count, _| count + 1.0));
    let mut end = salt.x + salt.width;
    for part in inputs {
        track -= TRACK;
        end -= step;
        arrow((part.middle(), top), track, (end, top), picture);
        let input = part.segment.input.as_deref().unwrap_or_default();
        let at = (part.middle() - 6.0, track - 5.0);
        picture.text("dim", at, Anchor::End, plain(input));
    }
}

/// Draws an arrow up from a point, along a track, and down to another point.
fn arrow(from: Point, track: f64, (x, y): Point, picture: &mut Picture) {
    let points = [from, (from.0, track), (x, track), (x, y - 8.0)];
    picture.polyline("input", &points);
    let head = [(x - 4.5, y - 9.0), (x + 4.5, y - 9.0), (x, y - 1.0)];
    picture.polygon("arrow", &head);
}

/// The lines below the boxes: name, bytes and encoding of each segment, and the regions.
struct Legend<'s> {
    segments: Vec<&'s Segment>,
    /// The left edges of the bytes and of the encodings.
    bytes: f64,
    encodings: f64,
}

impl<'s> Legend<'s> {
    fn of(segments: &'s [Segment]) -> Self {
        let is_listed = |segment: &&Segment| segment.kind != SegmentKind::Separator;
        let segments: Vec<&Segment> = segments.iter().filter(is_listed).collect();
        let names = segments.iter().map(|segment| width(&segment.name));
        let names = names.fold(width("regions"), f64::max);
        let bytes = MARGIN + 28.0 + names * NAME_CHARACTER + 20.0;
        Self {
            segments,
            bytes,
            encodings: bytes + 96.0,
        }
    }

    fn lines(&self) -> f64 {
        self.segments.iter().fold(1.0, |count, _| count + 1.0)
    }

    fn width(&self, regions: &str) -> f64 {
        let encodings = self.segments.iter().map(|segment| width(&segment.encoding));
        self.encodings + encodings.fold(width(regions), f64::max) * CHARACTER
    }

    fn draw(&self, top: f64, regions: &str, picture: &mut Picture) {
        let mut y = top;
        for segment in &self.segments {
            let swatch = (MARGIN, y - 12.0);
            picture.rectangle(segment.kind.class(), swatch, (16.0, 16.0));
            let texts = [bytes(segment), plain(&segment.encoding)];
            self.line(&segment.name, &texts, y, picture);
            y += LINE;
        }
        self.line("regions", &[String::new(), plain(regions)], y, picture);
    }

    fn line(&self, name: &str, [bytes, encoding]: &[String; 2], y: f64, picture: &mut Picture) {
        picture.text("name", (MARGIN + 28.0, y), Anchor::Start, name);
        if !bytes.is_empty() {
            picture.text("dim", (self.bytes, y), Anchor::Start, bytes);
        }
        picture.text("", (self.encodings, y), Anchor::Start, encoding);
    }
}

/// The width of a text, in characters.
fn width(text: &str) -> f64 {
    u32::try_from(text.width()).map_or(f64::from(u32::MAX), f64::from)
}

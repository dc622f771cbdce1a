//! Pictures in SVG: lines, boxes and texts, readable on light and dark backgrounds and by screen readers.

use std::fmt::{self, Display};
use std::fs;
use std::path::Path;

use svg::Document;
use svg::node::Text as Content;
use svg::node::element::{
    Description, Element, Line, Polygon, Polyline, Rectangle, Style, Text, Title,
};

use crate::error::CliError;

/// The styles of all pictures. A picture has its own background, because a page may be dark although its
/// reader's system is light.
const STYLE: &str = include_str!("picture/style.css");

/// A picture to which shapes are added.
pub(crate) struct Picture(Document);

/// A point, in pixels from the left and from the top.
pub(crate) type Point = (f64, f64);

/// The side of a text that is at its point.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Picture {
    /// An empty picture of a width and a height; a screen reader reads the title and the description.
    pub(crate) fn new((width, height): Point, title: &str, description: &str) -> Self {
        let document = Document::new()
            .set("width", pixels(width))
            .set("height", pixels(height))
            .set(
                "viewBox",
                format!("0 0 {} {}", pixels(width), pixels(height)),
            )
            .set("role", "img")
            .add(Title::new(title))
            .add(Description::new().add(Content::new(description)))
            .add(Style::new(STYLE.trim_end()));
        let mut picture = Self(document);
        picture.rectangle("background", (0.0, 0.0), (width, height));
        picture
    }

    /// Adds a line.
    pub(crate) fn line(&mut self, class: &str, (x1, y1): Point, (x2, y2): Point) {
        let line = Line::new()
            .set("class", class)
            .set("x1", pixels(x1))
            .set("y1", pixels(y1))
            .set("x2", pixels(x2))
            .set("y2", pixels(y2));
        self.add(line);
    }

    /// Adds a text.
    pub(crate) fn text(&mut self, class: &str, (x, y): Point, anchor: Anchor, text: impl Display) {
        let text = Text::new(text.to_string())
            .set("x", pixels(x))
            .set("y", pixels(y))
            .set("text-anchor", anchor.name());
        self.add(with_class(text.into(), class));
    }

    /// Adds a rectangle.
    pub(crate) fn rectangle(&mut self, class: &str, at: Point, size: Point) {
        self.add(rectangle(class, at, size));
    }

    /// Adds a rectangle with a tooltip.
    pub(crate) fn labelled_rectangle(
        &mut self,
        class: &str,
        at: Point,
        size: Point,
        tooltip: String,
    ) {
        self.add(rectangle(class, at, size).add(Title::new(tooltip)));
    }

    /// Adds a line through points.
    pub(crate) fn polyline(&mut self, class: &str, points: &[Point]) {
        let line = Polyline::new().set("class", class);
        self.add(line.set("points", listed(points)));
    }

    /// Adds a filled shape with these corners.
    pub(crate) fn polygon(&mut self, class: &str, points: &[Point]) {
        let shape = Polygon::new().set("class", class);
        self.add(shape.set("points", listed(points)));
    }

    /// Adds an element of another kind.
    pub(crate) fn add(&mut self, element: impl Into<Box<dyn svg::Node>>) {
        svg::Node::append(&mut self.0, element);
    }

    /// Writes the picture to a file.
    pub(crate) fn write(&self, path: &Path) -> Result<(), CliError> {
        fs::write(path, self.to_string())
            .map_err(|error| CliError::cannot("write the plot", &error).at(path.display()))
    }
}

impl Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.0)
    }
}

impl Anchor {
    const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Middle => "middle",
            Self::End => "end",
        }
    }
}

fn rectangle(class: &str, (x, y): Point, (width, height): Point) -> Rectangle {
    Rectangle::new()
        .set("class", class)
        .set("x", pixels(x))
        .set("y", pixels(y))
        .set("width", pixels(width))
        .set("height", pixels(height))
}

fn listed(points: &[Point]) -> String {
    let points = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
    points.collect::<Vec<_>>().join(" ")
}

fn with_class(mut element: Element, class: &str) -> Element {
    if !class.is_empty() {
        svg::Node::assign(&mut element, "class", class);
    }
    element
}

/// A length with two digits after the point: more are not visible.
pub(crate) fn pixels(length: f64) -> f64 {
    (length * 100.0).round() / 100.0
}

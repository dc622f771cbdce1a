//! The change of a struct since it was locked, and its report.

use hbase_model::lock::Message;

/// The change of a struct since it was locked.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// 0 if nothing changed; the number of the field plus 1; 1 if no field is concerned.
    field: usize,
    message: Option<Message>,
}

impl Finding {
    /// Nothing changed.
    pub(super) const NONE: Self = Self {
        field: 0,
        message: None,
    };

    pub(super) const fn too_long() -> Self {
        let text = "the facts of this table are not those of hbase.lock, and too long to be compared here: run \
                    `hbase-schema lock --check`";
        Self {
            field: 1,
            message: Some(Message::of_text(text)),
        }
    }

    /// A change, at the field of this number from 1; 0 if no field is concerned.
    pub(super) const fn at_field(number: usize, message: Message) -> Self {
        Self {
            field: number + 1,
            message: Some(message),
        }
    }

    /// The arm of the generated `match`: 0 if nothing changed.
    pub const fn field(&self) -> usize {
        self.field
    }
}

/// Ends the evaluation of a const with a message, at the caller.
///
/// # Panics
/// If the struct changed.
#[track_caller]
pub const fn report(found: &Finding) {
    if let Some(message) = &found.message {
        panic!("{}", message.as_str());
    }
}

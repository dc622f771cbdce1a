//! The change of a struct since it was locked, and its report.

use hbase_model::lock::Message;

/// The change of a struct since it was locked.
#[derive(Clone, Copy, Debug)]
pub struct Finding {
    /// The number of the field that changed, from 1; 0 if no field is concerned.
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
            field: 0,
            message: Some(Message::of_text(text)),
        }
    }

    /// A change, at the field of this number from 1; 0 if no field is concerned.
    pub(super) const fn at_field(number: usize, message: &Message) -> Self {
        Self {
            field: number,
            message: Some(*message),
        }
    }
}

/// Ends the evaluation of a const with a message, at the caller: the field of this number, or the struct if it is 0.
///
/// # Panics
/// If the field changed, or anything if the number is 0.
#[track_caller]
pub const fn report(found: &Finding, field: usize) {
    if let Some(message) = &found.message
        && (field == 0 || found.field == field)
    {
        panic!("{}", message.as_str());
    }
}

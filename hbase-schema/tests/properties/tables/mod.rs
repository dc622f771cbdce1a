//! Tables that together use every encoding and every salt.

mod binary;
mod ordered;
mod salts;
mod text;
mod times;

pub(crate) use binary::{Arrays, Javas, Numbers, Options};
pub(crate) use ordered::{Descending, Ordered};
pub(crate) use salts::{
    Bucketed, Calls, CallsKey, Days, Drawn, Hashed, HashedBytes, HashedKey, Logs, LogsKey,
    Remainders, Trades, Turns,
};
pub(crate) use text::{Backwards, Clamped, Closed, LatestClock, Mail, Open, Padded, Plain};
pub(crate) use times::{Clock, Events, EventsKey, Millis, Newest, Offsets};

/// Hands every table to a macro.
macro_rules! for_each_case {
    ($then:ident) => {
        $then! {
            numbers: Numbers;
            javas: Javas;
            arrays: Arrays;
            options: Options;
            ordered: Ordered;
            descending: Descending;
            calls: Calls;
            logs: Logs;
            trades: Trades;
            bucketed: Bucketed;
            hashed: Hashed;
            hashed_bytes: HashedBytes;
            remainders: Remainders;
            days: Days;
            drawn: Drawn;
            turns: Turns;
            clamped: Clamped;
            latest_clock: LatestClock;
            mail: Mail;
            open: Open;
            padded: Padded;
            plain: Plain;
            closed: Closed;
            backwards: Backwards;
            events: Events;
            newest: Newest;
            millis: Millis;
            offsets: Offsets;
            clock: Clock;
        }
    };
}
pub(crate) use for_each_case;

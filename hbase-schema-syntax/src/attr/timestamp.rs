//! `#[timestamp]`, on a field.

use hbase_model::time::PeriodUnit;

use super::options::options;
use super::parsed::Attr;
use super::{SetOptions, ttl};
use crate::ast::Spanned;
use crate::read::value::{flag, text};
use crate::read::{Opt, OptionList, OptionSet, TakesName};

options! {
    /// The options of `#[timestamp]`.
    TimestampOptions, TimestampOption {
        /// The start of the field's hour, in UTC. Every version then has every column, and a second
        /// record of the hour replaces the first one: a column whose type may be absent, such as an `Option`, needs
        /// `store_none` or `json`, and its family more than one version.
        Hour hour: () = "hour" by flag;
        /// The start of the field's day, in the same way.
        Day day: () = "day" by flag;
        /// The start of the field's month, in the same way.
        Month month: () = "month" by flag;
        /// The time for which each family must keep the versions of these periods, by `versions`
        /// and `ttl`: a year of days is up to 366 versions. A `ttl` counts from the period's start; so
        /// does this time for hours and days, while months need a `ttl` that is 31 days longer.
        Keep keep: Keep = "keep = \"365d\"" by keep;
    }
}

/// `#[timestamp]`.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[timestamp]`",
    example: "#[timestamp(day)]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(TimestampOption::SPECS)],
};

/// The maximum of `VERSIONS` and of a `TTL` in `HBase`.
const LONGEST: u64 = 2_147_483_647;

/// A time for which versions are kept.
#[derive(Clone)]
pub(crate) struct Keep {
    /// The time as in the source.
    pub(crate) written: String,
    pub(crate) seconds: u64,
}

/// `#[timestamp]`, on a field.
pub(crate) type TimestampAttr = Attr<TimestampOptions>;

impl TimestampAttr {
    /// The periods that are set; more than one is an error.
    pub(crate) fn periods(&self) -> Vec<Spanned<PeriodUnit>> {
        let known = [
            (TimestampOption::Hour, PeriodUnit::Hour),
            (TimestampOption::Day, PeriodUnit::Day),
            (TimestampOption::Month, PeriodUnit::Month),
        ];
        let span = |option| self.options.span_of(option);
        let set = known
            .into_iter()
            .filter_map(|(option, period)| Some(Spanned::new(period, span(option)?)));
        set.collect()
    }

    /// The period whose start the timestamp is.
    pub(crate) fn period(&self) -> Option<PeriodUnit> {
        self.periods().first().map(|period| period.value)
    }
}

// keep = "365d" | keep = "1d 12h"
fn keep(opt: &Opt<'_>) -> syn::Result<Spanned<Keep>> {
    let written = text(opt)?;
    let seconds = match ttl::sum_of(&written.value) {
        Ok(0) => Err("it is not a time".to_owned()),
        Ok(long) if long > LONGEST => Err(format!("it is over {LONGEST} seconds")),
        other => other,
    };
    let seconds = seconds.map_err(|reason| {
        let message = format!(
            "`keep = \"{}\"`: {reason}: write `{}`",
            written.value,
            opt.example()
        );
        syn::Error::new(written.span, message)
    })?;
    Ok(written.map(|written| Keep { written, seconds }))
}

//! Evaluates the conditions of `cfg` and `cfg_attr`.

use std::env::consts;

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Lit, LitBool, Meta, MetaList, MetaNameValue, Token};

/// The build for which conditions are evaluated: on this machine, outside of tests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Build {
    /// All features are on, and names that only flags and build scripts set, such as `docsrs`, are off.
    ///
    /// Of two branches, `feature = "x"` and `not(feature = "x")`, exactly one is on.
    #[default]
    AllFeatures,
    /// Each condition that depends on features, flags or build scripts has the opposite value.
    ///
    /// So what differs from [`AllFeatures`](Self::AllFeatures) exists in some builds only.
    Opposite,
}

impl Build {
    /// Whether a condition holds.
    pub(super) fn holds(self, condition: Condition) -> bool {
        match self {
            Self::AllFeatures => condition.holds,
            Self::Opposite => condition.holds == condition.is_fixed,
        }
    }

    /// Whether all conditions of an item hold.
    pub(super) fn all_hold(self, conditions: &[Condition]) -> bool {
        self.holds(Condition::combined(conditions, false))
    }
}

/// The value of a condition with all features.
#[derive(Clone, Copy)]
pub(super) struct Condition {
    holds: bool,
    /// Whether each build on this machine has the same value.
    is_fixed: bool,
}

impl Parse for Condition {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        if input.peek(LitBool) {
            let literal: LitBool = input.parse()?;
            return Ok(Self::fixed(literal.value));
        }
        Ok(match &input.parse()? {
            Meta::Path(path) => path
                .get_ident()
                .map_or(Self::flag(false), |name| Self::of_name(&name.to_string())),
            Meta::NameValue(pair) => Self::of_pair(pair),
            Meta::List(list) => Self::of_list(list),
        })
    }
}

impl Condition {
    const fn fixed(holds: bool) -> Self {
        Self {
            holds,
            is_fixed: true,
        }
    }

    const fn flag(holds: bool) -> Self {
        Self {
            holds,
            is_fixed: false,
        }
    }

    fn of_name(name: &str) -> Self {
        match name {
            "unix" => Self::fixed(cfg!(unix)),
            "windows" => Self::fixed(cfg!(windows)),
            "test" => Self::fixed(false),
            "debug_assertions" => Self::flag(true),
            _ => Self::flag(false),
        }
    }

    fn of_pair(pair: &MetaNameValue) -> Self {
        let Expr::Lit(ExprLit {
            lit: Lit::Str(value),
            ..
        }) = &pair.value
        else {
            return Self::flag(false);
        };
        let value = value.value();
        let name = pair.path.get_ident().map(ToString::to_string);
        match name.as_deref() {
            Some("feature") => Self::flag(true),
            Some("target_os") => Self::fixed(value == consts::OS),
            Some("target_arch") => Self::fixed(value == consts::ARCH),
            Some("target_family") => Self::fixed(value == consts::FAMILY),
            Some("target_pointer_width") => Self::fixed(value == usize::BITS.to_string()),
            Some("target_endian") => Self::fixed(value == ENDIAN),
            Some("panic") => Self::flag(value == "unwind"),
            _ => Self::flag(false),
        }
    }

    fn of_list(list: &MetaList) -> Self {
        let parse = Punctuated::<Self, Token![,]>::parse_terminated;
        // The compiler reports an invalid condition.
        let Ok(inner) = list.parse_args_with(parse) else {
            return Self::fixed(true);
        };
        let inner: Vec<Self> = inner.into_iter().collect();
        if list.path.is_ident("not") {
            let first = inner.first().copied().unwrap_or(Self::fixed(true));
            return Self {
                holds: !first.holds,
                ..first
            };
        }
        Self::combined(&inner, list.path.is_ident("any"))
    }

    /// The value of `any(…)` or `all(…)`. One fixed value may decide: a true one `any`, a false one `all`.
    fn combined(inner: &[Self], is_any: bool) -> Self {
        let decides = |one: &Self| one.holds == is_any;
        Self {
            holds: inner.iter().any(decides) == is_any,
            is_fixed: inner.iter().any(|one| one.is_fixed && decides(one))
                || inner.iter().all(|one| one.is_fixed),
        }
    }
}

const ENDIAN: &str = if cfg!(target_endian = "big") {
    "big"
} else {
    "little"
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a condition holds in both builds.
    fn both(condition: &str) -> [bool; 2] {
        let condition = syn::parse_str(condition).unwrap();
        [Build::AllFeatures, Build::Opposite].map(|build| build.holds(condition))
    }

    #[test]
    fn what_depends_on_the_build_has_both_values() {
        for on in [
            "feature = \"a\"",
            "debug_assertions",
            "any(docsrs, feature = \"a\")",
            "all(true, feature = \"a\")",
        ] {
            assert_eq!(both(on), [true, false], "{on}");
            assert_eq!(both(&format!("not({on})")), [false, true], "{on}");
        }
        assert_eq!(
            both("all(feature = \"a\", not(feature = \"b\"))"),
            [false, true]
        );
        assert_eq!(both("archive"), [false, true]);
    }

    #[test]
    fn what_each_build_has_alike_has_one_value() {
        let os = format!("target_os = \"{}\"", consts::OS);
        let any = format!("any(feature = \"a\", {os})");
        for on in [os.as_str(), &any, "not(test)", "all()", "true"] {
            assert_eq!(both(on), [true, true], "{on}");
            assert_eq!(both(&format!("not({on})")), [false, false], "{on}");
        }
        assert_eq!(both("all(test, feature = \"a\")"), [false, false]);
        assert_eq!(both("any()"), [false, false]);
    }
}

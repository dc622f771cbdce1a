::core::compile_error! {
    "`ttl` needs a unit: write `ttl = \"86400s\"` for seconds, or `ttl = \"365d\"`"
}
#[allow(missing_docs, dead_code)]
struct CallKey {
    id: u64,
}
#[allow(missing_docs)]
struct CallScan<__P = (), __S = ()>(
    ::hbase_schema::__private::PhantomData<fn() -> (Call, __P, __S)>,
);
#[doc(hidden)]
#[allow(warnings, clippy::all, clippy::pedantic)]
const _: () = {
    use ::hbase_schema::__private as __hs;
    impl __hs::fmt::Debug for CallKey {
        fn fmt(&self, _: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            ::core::unreachable!()
        }
    }
    impl __hs::Clone for CallKey {
        fn clone(&self) -> Self {
            ::core::unreachable!()
        }
    }
    impl __hs::PartialEq for CallKey {
        fn eq(&self, _: &Self) -> __hs::bool {
            ::core::unreachable!()
        }
    }
    impl ::core::cmp::Eq for CallKey {}
    impl ::core::hash::Hash for CallKey {
        fn hash<__H: ::core::hash::Hasher>(&self, _: &mut __H) {
            ::core::unreachable!()
        }
    }
    impl __hs::fmt::Display for CallKey {
        fn fmt(&self, _: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            ::core::unreachable!()
        }
    }
    impl ::core::convert::From<(u64,)> for CallKey {
        fn from(_: (u64,)) -> Self {
            ::core::unreachable!()
        }
    }
    impl __hs::RowKey for CallKey {
        const ROW: &'static __hs::str = "";
        const TABLE: &'static __hs::TableDescriptor = __hs::stand_in::TABLE;
        const LAYOUT: &'static __hs::KeyLayout = __hs::stand_in::LAYOUT;
        const WIDTH: __hs::Option<__hs::usize> = __hs::None;
        type Bytes = __hs::KeyBuf;
        fn write<__W: __hs::WholeKey>(
            &self,
            _: &mut __hs::KeyWriter<Self, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            ::core::unreachable!()
        }
    }
    impl<'__k> __hs::DecodeKey<'__k> for CallKey {
        fn read(
            _: &mut __hs::KeyReader<'__k, Self>,
        ) -> __hs::Result<Self, __hs::KeyError> {
            ::core::unreachable!()
        }
    }
    impl __hs::Table for Call {
        type Key = CallKey;
        type Time = __hs::Flag<true>;
        type Properties = __hs::Properties<true, true, true, true, true>;
        const SCHEMA: &'static __hs::TableSchema = __hs::stand_in::SCHEMA;
        const DDL: &'static __hs::str = "";
        fn write_key<__W: __hs::WholeKey>(
            &self,
            _: &mut __hs::KeyWriter<CallKey, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            ::core::unreachable!()
        }
        fn write_cells(&self, _: &mut __hs::CellWriter<'_>) {
            ::core::unreachable!()
        }
    }
    impl __hs::KeyFor<Call> for CallKey {}
    impl<'__k> __hs::FromRow<'__k> for Call {
        fn from_row(_: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
            ::core::unreachable!()
        }
    }
    impl __hs::DatedTable for Call {
        type Date = __hs::Timestamp;
        const UNIT: __hs::PeriodUnit = __hs::PeriodUnit::Hour;
    }
    impl __hs::lock::Declared for Call {}
    impl<__F> __hs::lock::AtField<__F> for Call {
        const REPORT: () = ();
    }
    impl __hs::OwnsItsData for Call {}
    impl __hs::RowParts for Call {
        type Key = CallKey;
        type Scan = CallScan;
        fn key_of_row(&self) -> CallKey {
            ::core::unreachable!()
        }
        fn start_scan() -> CallScan {
            ::core::unreachable!()
        }
    }
    impl __hs::ScanStart for CallScan {
        type Row = Call;
        type All = Self;
        fn all(self) -> Self {
            ::core::unreachable!()
        }
    }
    impl Call {
        const ID: __hs::stand_in::Part<Call> = __hs::stand_in::part();
        const SCHEMA: &'static __hs::TableSchema = __hs::stand_in::SCHEMA;
        const DDL: &'static __hs::str = "";
        fn key(&self) -> CallKey {
            ::core::unreachable!()
        }
        const DURATION_S: __hs::Column<Call, u32, __hs::NativeCell> = __hs::stand_in::column();
    }
    impl<__P, __S> __hs::Clone for CallScan<__P, __S> {
        fn clone(&self) -> Self {
            ::core::unreachable!()
        }
    }
    impl<__P, __S> __hs::fmt::Debug for CallScan<__P, __S> {
        fn fmt(&self, _: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            ::core::unreachable!()
        }
    }
    impl Call {
        fn scan() -> CallScan {
            ::core::unreachable!()
        }
    }
    impl CallScan {
        fn all(self) -> Self {
            ::core::unreachable!()
        }
        fn ranges(
            self,
        ) -> __hs::Result<__hs::KeyRanges<Call, __hs::Full>, __hs::KeyError> {
            ::core::unreachable!()
        }
        fn id<__A>(self, _: __A) -> Self {
            ::core::unreachable!()
        }
        fn any_salt(self) -> Self {
            ::core::unreachable!()
        }
        fn salted_by<__A0>(self, _: __A0) -> Self {
            ::core::unreachable!()
        }
        fn matching(
            self,
            condition: __hs::KeyCondition<Call>,
        ) -> __hs::MatchingQuery<Self> {
            __hs::KeyQuery::matching(self, condition)
        }
    }
    impl __hs::KeyQuery for CallScan {
        type Row = Call;
        type Cost = __hs::Full;
        fn into_ranges(
            self,
        ) -> __hs::Result<__hs::KeyRanges<Call, __hs::Full>, __hs::KeyError> {
            ::core::unreachable!()
        }
    }
};

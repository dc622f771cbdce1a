///The row key of [`Call`].
///
/**| offset | bytes | part | encoding |
|---|---|---|---|
| 0 | 1 | salt | `region_number(6)` |
| 1 | 1 | separator | `_` |
| 2 | 11 | `phone` | `fixed = 11`, feeds the salt |
| 13 | 1 | separator | `_` |
| 14 | 14 | `at` | `fixed = 14` |
*/
#[allow(deprecated, private_interfaces)]
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)]
pub struct CallKey {
    ///The key part `phone`.
    pub phone: String,
    ///The key part `at`.
    pub at: Timestamp,
}
///Scans rows of [`Call`] by the parts of their key, in order; made by `Call::scan()`.
#[must_use = "a scan does nothing until its rows are read"]
#[allow(deprecated)]
pub struct CallScan<
    __P = ::hbase_schema::__private::Start,
    __S = ::hbase_schema::__private::Pending<6u32>,
>(
    ::hbase_schema::__private::KeyScan,
    ::hbase_schema::__private::PhantomData<fn() -> (Call, __P, __S)>,
);
#[doc(hidden)]
#[allow(
    dead_code,
    non_upper_case_globals,
    unused_lifetimes,
    unused_qualifications,
    deprecated,
    private_bounds,
    private_interfaces,
    clippy::all,
    clippy::pedantic
)]
const _: () = {
    use ::hbase_schema::__private::{self as __hs, Unchecked as _};
    #[inline]
    fn __checks() {
        <__hs::PartOf<String, __hs::Fixed<11u16>>>::salts();
        <__hs::PartOf<String, __hs::Fixed<11u16>>>::owns();
        <__hs::PartOf<Timestamp, __hs::Fixed<14u16>>>::owns();
        <__hs::CellOf<u32, __hs::NativeCell>>::owns();
        <__hs::CellOf<u32, __hs::NativeCell>>::nests();
    }
    #[inline(always)]
    fn __write_key<__W: __hs::WholeKey>(
        __out: &mut __hs::KeyWriter<CallKey, __W>,
        __part_phone: &String,
        __part_at: &Timestamp,
    ) -> __hs::Result<(), __hs::KeyError>
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        if let __hs::Err(__error) = __out
            .part::<String, __hs::Fixed<11u16>>(0usize, __part_phone)
        {
            return __hs::Err(__error);
        }
        if let __hs::Err(__error) = __out
            .part::<Timestamp, __hs::Fixed<14u16>>(1usize, __part_at)
        {
            return __hs::Err(__error);
        }
        __hs::Ok(())
    }
    #[automatically_derived]
    impl __hs::RowKey for CallKey
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        const ROW: &'static __hs::str = "Call";
        const TABLE: &'static __hs::TableDescriptor = __TABLE;
        const LAYOUT: &'static __hs::KeyLayout = &__hs::KeyLayout {
            salt: __hs::Some(
                __hs::salt_layout(
                    __hs::Salt::RegionNumber {
                        regions: 6u32,
                        width: 1u8,
                    },
                    __hs::Some(b"_"),
                ),
            ),
            parts: __hs::Cow::Borrowed(
                &[
                    __hs::part_layout(
                        "phone",
                        <String as __hs::KeyPart<__hs::Fixed<11u16>>>::ENCODING,
                        <String as __hs::KeyPart<__hs::Fixed<11u16>>>::CODES,
                        [false, false],
                        __hs::Some(b"_"),
                        __hs::Some(__hs::SaltText::Last(4u16)),
                        __hs::None,
                    ),
                    __hs::part_layout(
                        "at",
                        <Timestamp as __hs::KeyPart<__hs::Fixed<14u16>>>::ENCODING,
                        <Timestamp as __hs::KeyPart<__hs::Fixed<14u16>>>::CODES,
                        [false, false],
                        __hs::None,
                        __hs::None,
                        __hs::None,
                    ),
                ],
            ),
        };
        const WIDTH: __hs::Option<__hs::usize> = __hs::key_width(
            3usize,
            &[
                <String as __hs::KeyPart<__hs::Fixed<11u16>>>::WIDTH,
                <Timestamp as __hs::KeyPart<__hs::Fixed<14u16>>>::WIDTH,
            ],
        );
        type Bytes = <__hs::Choice<
            { <__hs::KnownOf<CallKey>>::KNOWN_WIDTH.is_some() },
            { __hs::width_or_zero(<__hs::KnownOf<CallKey>>::KNOWN_WIDTH) },
        > as __hs::ChooseBytes>::Bytes;
        #[inline]
        fn write<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<Self, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, &self.phone, &self.at)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodeKey<'__k> for CallKey
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
        String: __hs::DecodePart<'__k, __hs::Fixed<11u16>>,
        Timestamp: __hs::DecodePart<'__k, __hs::Fixed<14u16>>,
    {
        #[inline]
        fn read(
            __reader: &mut __hs::KeyReader<'__k, Self>,
        ) -> __hs::Result<Self, __hs::KeyError> {
            __hs::Ok(Self {
                phone: match __reader.part::<String, __hs::Fixed<11u16>>(0usize) {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
                at: match __reader.part::<Timestamp, __hs::Fixed<14u16>>(1usize) {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
            })
        }
    }
    const _: () = {
        ::core::assert!(
            __hs::is_within(< __hs::KnownOf < CallKey < >> > ::KNOWN_LAYOUT, 32_767),
            "the row key is longer than 32767 bytes, which is the most that HBase takes: use \
                 shorter parts, or a hash of them",
        );
        ::core::assert!(
            false || __hs::is_within(< __hs::KnownOf < CallKey < >> > ::KNOWN_LAYOUT,
            100),
            "the row key is longer than 100 bytes, and every cell carries it: use shorter \
                 parts, or use `allow(key_length)` in `#[table]`",
        );
    };
    const _: () = ::core::assert!(
        ! __hs::is_optional(< __hs::KnownOf < CallKey < >> > ::KNOWN_LAYOUT, 0usize),
        "an optional part is for binary keys only, in which its first byte marks whether it \
                 has a value: leave out the `separator`, or use a type with its own value for \"none\"",
    );
    const _: () = ::core::assert!(
        ! __hs::is_optional(< __hs::KnownOf < CallKey < >> > ::KNOWN_LAYOUT, 1usize),
        "an optional part is for binary keys only, in which its first byte marks whether it \
                 has a value: leave out the `separator`, or use a type with its own value for \"none\"",
    );
    const _: () = ::core::assert!(
        __hs::feeds_by_text(< __hs::KnownOf < CallKey < >> > ::KNOWN_LAYOUT, 0usize),
        "the salt `region_number` is computed from text, and the bytes of `phone` in the key are not text: write a number or a time as digits by `fixed = n`, or use `buckets(N)` or `md5_hex(n)`, which take any bytes"
    );
    #[automatically_derived]
    impl ::core::cmp::Eq for CallKey
    where
        for<'__any> String: ::core::cmp::Eq,
        for<'__any> Timestamp: ::core::cmp::Eq,
        Self: __hs::PartialEq,
    {}
    #[automatically_derived]
    impl ::core::hash::Hash for CallKey
    where
        for<'__any> String: ::core::hash::Hash,
        for<'__any> Timestamp: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, __state: &mut __H) {
            ::core::hash::Hash::hash(&self.phone, __state);
            ::core::hash::Hash::hash(&self.at, __state);
        }
    }
    /// Prints the row key like HBase's shell.
    #[automatically_derived]
    impl __hs::fmt::Display for CallKey
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        fn fmt(&self, __f: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            __hs::fmt_key(self, __f)
        }
    }
    #[automatically_derived]
    impl ::core::convert::From<(String, Timestamp)> for CallKey {
        fn from((__part_0, __part_1): (String, Timestamp)) -> Self {
            CallKey {
                phone: __part_0,
                at: __part_1,
            }
        }
    }
    #[automatically_derived]
    impl Call
    where
        u32: __hs::EncodeCell<__hs::NativeCell>,
    {
        ///The column `D1:DURATION_S`.
        pub const DURATION_S: __hs::Column<Call, u32, __hs::NativeCell> = __hs::Column::new(
            &__hs::column::<
                u32,
                __hs::NativeCell,
            >(["duration_s", "D1", "DURATION_S", "u32"], __hs::CellCodec::Java),
        );
    }
    const __TABLE: &'static __hs::TableDescriptor = &__hs::TableDescriptor {
        name: __hs::TableName::from_static("DLQX", "CALL_RECORD"),
        families: __hs::Cow::Borrowed(
            &[
                __hs::FamilyDescriptor {
                    name: __hs::text("D1"),
                    versions: __hs::None,
                    min_versions: __hs::None,
                    ttl: __hs::Ttl::from_secs(31536000),
                    compression: __hs::None,
                    bloom: __hs::None,
                    block_size: __hs::None,
                    block_cache: __hs::None,
                    in_memory: __hs::None,
                    data_block_encoding: __hs::None,
                    replication_scope: __hs::None,
                    keep_deleted_cells: __hs::None,
                    metadata: __hs::Cow::Borrowed(&[]),
                },
            ],
        ),
        splits: __hs::Splits::None,
        max_filesize: __hs::None,
        split_policy: __hs::None,
        durability: __hs::None,
        memstore_flushsize: __hs::None,
        normalization_enabled: __hs::None,
        compaction_enabled: __hs::None,
        owner: __hs::None,
        metadata: __hs::Cow::Borrowed(&[]),
    };
    #[automatically_derived]
    impl __hs::Table for Call
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
    {
        type Key = CallKey;
        type Time = __hs::Flag<
            { __hs::has_time(<__hs::KnownOf<CallKey>>::KNOWN_LAYOUT) },
        >;
        type Properties = __hs::Properties<true, true, true, false, false>;
        const SCHEMA: &'static __hs::TableSchema = &{
            const fn __schema(
                __columns: &'static [__hs::ColumnEntry],
                __key: &'static __hs::KeyLayout,
            ) -> __hs::TableSchema {
                __hs::TableSchema::new("Call", __TABLE, __key, __columns, __hs::None)
            }
            __schema(
                &[__hs::ColumnEntry::Cell(Self::DURATION_S.schema())],
                <CallKey as __hs::RowKey>::LAYOUT,
            )
        };
        const DDL: &'static __hs::str = "begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end\ncreate 'DLQX:CALL_RECORD', {NAME => 'D1', TTL => 31536000}";
        #[inline]
        fn write_key<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<CallKey, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, &self.phone, &self.at)
        }
        #[inline]
        fn write_cells(&self, __out: &mut __hs::CellWriter<'_>) {
            __out
                .cell::<
                    u32,
                    __hs::NativeCell,
                >(Self::DURATION_S.schema(), &self.duration_s);
        }
    }
    #[automatically_derived]
    impl __hs::KeyFor<Call> for CallKey
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {}
    #[automatically_derived]
    impl Call
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
    {
        /// The table as data.
        pub const SCHEMA: &'static __hs::TableSchema = <Call as __hs::Table>::SCHEMA;
        /**The table as a statement of HBase's shell:

```text
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:CALL_RECORD', {NAME => 'D1', TTL => 31536000}
```*/
        pub const DDL: &'static __hs::str = <Call as __hs::Table>::DDL;
        /// The row's key.
        #[inline]
        pub fn key(&self) -> CallKey {
            CallKey {
                phone: __hs::Clone::clone(&self.phone),
                at: __hs::Clone::clone(&self.at),
            }
        }
    }
    #[automatically_derived]
    impl __hs::lock::Declared for Call {}
    #[automatically_derived]
    impl<__F: __hs::lock::Found> __hs::lock::AtField<__F> for Call {
        const REPORT: () = {
            let __found = &<__F as __hs::lock::Found>::FINDING;
            __hs::lock::report(__found, 1usize);
            __hs::lock::report(__found, 2usize);
            __hs::lock::report(__found, 3usize);
            __hs::lock::report(__found, 0usize)
        };
    }
    #[automatically_derived]
    impl<'__k> __hs::FromRow<'__k> for Call
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
        String: __hs::DecodePart<'__k, __hs::Fixed<11u16>>,
        Timestamp: __hs::DecodePart<'__k, __hs::Fixed<14u16>>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        u32: __hs::DecodeCell<'__k, __hs::NativeCell>,
    {
        #[inline]
        fn from_row(__row: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
            let __key = <CallKey as __hs::RowKey>::decode(__row.key())?;
            let __values: [_; 1usize] = __row
                .values(|__family, __qualifier| {
                    match (__family, __qualifier) {
                        (b"D1", b"DURATION_S") => __hs::Some(0usize),
                        _ => __hs::None,
                    }
                });
            __hs::Ok(Self {
                phone: __key.phone,
                at: __key.at,
                duration_s: match __row
                    .decode::<
                        u32,
                        __hs::NativeCell,
                    >(Self::DURATION_S.schema(), __values[0usize])
                {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
            })
        }
    }
    #[automatically_derived]
    impl __hs::OwnsItsData for Call {}
    #[automatically_derived]
    impl __hs::RowParts for Call
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        type Key = CallKey;
        type Scan = CallScan<__hs::Start, __hs::Pending<6u32>>;
        #[inline]
        fn key_of_row(&self) -> CallKey {
            CallKey {
                phone: __hs::Clone::clone(&self.phone),
                at: __hs::Clone::clone(&self.at),
            }
        }
        #[inline]
        fn start_scan() -> CallScan<__hs::Start, __hs::Pending<6u32>> {
            CallScan(__hs::KeyScan::new::<CallKey>(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl Call
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        ///The key part `phone`, for conditions.
        pub const PHONE: __hs::Part<Call, String, __hs::Closed<__hs::Fixed<11u16>>> = __hs::Part::new(
            0usize,
        );
        ///The key part `at`, for conditions.
        pub const AT: __hs::Part<Call, Timestamp, __hs::Fixed<14u16>> = __hs::Part::new(
            1usize,
        );
        /// Starts a scan by the parts of the row key.
        #[doc(alias = "at")]
        #[doc(alias = "phone")]
        #[inline]
        pub fn scan() -> CallScan<__hs::Start, __hs::Pending<6u32>> {
            CallScan(__hs::KeyScan::new::<CallKey>(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<__P, __S: __hs::SaltState> CallScan<__P, __S>
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        ///Gives the key part `phone`.
        pub fn phone<__A: __hs::KeyArg<String, __hs::Closed<__hs::Fixed<11u16>>>>(
            self,
            __part_phone: __A,
        ) -> CallScan<
            <__A as __hs::KeyArg<
                String,
                __hs::Closed<__hs::Fixed<11u16>>,
            >>::After<__hs::At<1usize>>,
            <__A as __hs::KeyArg<
                String,
                __hs::Closed<__hs::Fixed<11u16>>,
            >>::Salt<<__S as __hs::SaltState>::OnValue<__hs::Known>, __S>,
        >
        where
            __P: __hs::Takes<0usize>,
        {
            CallScan(
                self
                    .0
                    .part::<
                        String,
                        __hs::Closed<__hs::Fixed<11u16>>,
                    >(0usize, __part_phone),
                __hs::PhantomData,
            )
        }
        ///Gives the key part `at`.
        pub fn at<__A: __hs::KeyArg<Timestamp, __hs::Fixed<14u16>>>(
            self,
            __part_at: __A,
        ) -> CallScan<
            <__A as __hs::KeyArg<Timestamp, __hs::Fixed<14u16>>>::After<__hs::Done>,
            <__A as __hs::KeyArg<Timestamp, __hs::Fixed<14u16>>>::Salt<__S, __S>,
        >
        where
            __P: __hs::Takes<1usize>,
        {
            CallScan(
                self.0.part::<Timestamp, __hs::Fixed<14u16>>(1usize, __part_at),
                __hs::PhantomData,
            )
        }
    }
    #[automatically_derived]
    impl CallScan<__hs::Start, __hs::Pending<6u32>>
    where
        String: __hs::FixedPart<11u16>,
        Timestamp: __hs::FixedPart<14u16>,
    {
        /// Sets the parts that feed the salt ahead of their position: the scan then reads one
        /// salt value, and checks these parts of every row.
        #[inline]
        pub fn salted_by<__A0: __hs::SingleValue<String, __hs::Fixed<11u16>>>(
            self,
            __part_phone: __A0,
        ) -> CallScan<__hs::Start, __hs::Known> {
            CallScan(
                self.0.salt_part::<String, __hs::Fixed<11u16>>(0usize, __part_phone),
                __hs::PhantomData,
            )
        }
    }
    #[automatically_derived]
    impl CallScan<__hs::Start, __hs::Pending<6u32>> {
        /// Leaves the salt open: a skip scan, which jumps to the parts that follow under each
        /// value of the salt. Rows come in the order of the stored keys, by salt first.
        #[inline]
        pub fn any_salt(self) -> CallScan<__hs::Gap<__hs::Start>, __hs::AnySalt<6u32>> {
            CallScan(self.0.with_open_salt(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl __hs::ScanStart for CallScan<__hs::Start, __hs::Pending<6u32>> {
        type Row = Call;
        type All = CallScan<__hs::All, __hs::Pending<6u32>>;
        #[inline]
        fn all(self) -> CallScan<__hs::All, __hs::Pending<6u32>> {
            CallScan(self.0.whole_table(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<__S> CallScan<__hs::Start, __S> {
        /// Selects all rows: of the whole table, or with the salt that `salted_by` set. A whole
        /// salted table is read in the order of its stored keys, by salt first.
        pub fn all(self) -> CallScan<__hs::All, __S> {
            CallScan(self.0.whole_table(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<__P, __S> __hs::Clone for CallScan<__P, __S> {
        fn clone(&self) -> Self {
            CallScan(__hs::Clone::clone(&self.0), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<__P, __S> __hs::fmt::Debug for CallScan<__P, __S> {
        fn fmt(&self, __f: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            __hs::fmt::Debug::fmt(&self.0, __f)
        }
    }
    #[automatically_derived]
    impl<__P, __S> CallScan<__P, __S> {
        /// Selects only rows whose key parts match a condition; see `KeyQuery::matching`.
        pub fn matching(
            self,
            __condition: __hs::KeyCondition<Call>,
        ) -> __hs::MatchingQuery<Self>
        where
            __P: __hs::Scannable<__S>,
        {
            __hs::KeyQuery::matching(self, __condition)
        }
        /// The ranges of rows that the scan reads, with their cost in their type.
        pub fn ranges<__C: __hs::Cost>(
            self,
        ) -> __hs::Result<__hs::KeyRanges<Call, __C>, __hs::KeyError>
        where
            __P: __hs::Scannable<__S, Cost = __C>,
        {
            self.0.into_ranges()
        }
    }
    #[automatically_derived]
    impl<__P: __hs::Scannable<__S>, __S> __hs::KeyQuery for CallScan<__P, __S> {
        type Row = Call;
        type Cost = __P::Cost;
        fn into_ranges(
            self,
        ) -> __hs::Result<__hs::KeyRanges<Call, __P::Cost>, __hs::KeyError> {
            self.0.into_ranges()
        }
    }
};

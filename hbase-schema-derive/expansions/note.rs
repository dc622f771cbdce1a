///The row key of [`Note`].
///
/**| offset | bytes | part | encoding |
|---|---|---|---|
| 0 | by type | `author` | the type's own |
*/
#[allow(deprecated, private_interfaces)]
#[derive(::core::fmt::Debug, ::core::clone::Clone, ::core::cmp::PartialEq)]
struct NoteKey<'a> {
    ///The key part `author`.
    author: &'a str,
}
///Scans rows of [`Note`] by the parts of their key, in order; made by `Note::scan()`.
#[must_use = "a scan does nothing until its rows are read"]
#[allow(deprecated)]
struct NoteScan<
    'a,
    V,
    __P = crate::store::__private::Start,
    __S = crate::store::__private::Unsalted,
>(
    crate::store::__private::KeyScan,
    crate::store::__private::PhantomData<fn() -> (Note<'a, V>, __P, __S)>,
)
where
    V: Clone;
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
    use crate::store::__private::{self as __hs, Unchecked as _};
    #[inline]
    fn __checks<'a, V>()
    where
        V: Clone,
    {
        <__hs::PartOf<&'a str, __hs::Native>>::leads();
        <__hs::PartOf<&'a str, __hs::Native>>::reads();
        <__hs::CellOf<u32, __hs::NativeCell>>::owns();
        <__hs::CellOf<u32, __hs::NativeCell>>::nests();
        <__hs::GroupOf<Place>>::reads();
    }
    #[inline(always)]
    fn __write_key<'a, __W: __hs::WholeKey>(
        __out: &mut __hs::KeyWriter<NoteKey<'a>, __W>,
        __part_author: &&'a str,
    ) -> __hs::Result<(), __hs::KeyError>
    where
        &'a str: __hs::NativePart,
    {
        if let __hs::Err(__error) = __out
            .part::<&'a str, __hs::Native>(0usize, __part_author)
        {
            return __hs::Err(__error);
        }
        __hs::Ok(())
    }
    #[automatically_derived]
    impl<'a> __hs::RowKey for NoteKey<'a>
    where
        &'a str: __hs::NativePart,
    {
        const ROW: &'static __hs::str = "Note";
        const TABLE: &'static __hs::TableDescriptor = __TABLE;
        const LAYOUT: &'static __hs::KeyLayout = &__hs::KeyLayout {
            salt: __hs::None,
            parts: __hs::Cow::Borrowed(
                &[
                    __hs::part_layout(
                        "author",
                        <&'a str as __hs::KeyPart<__hs::Native>>::ENCODING,
                        <&'a str as __hs::KeyPart<__hs::Native>>::CODES,
                        [false, false],
                        __hs::None,
                        __hs::None,
                        __hs::None,
                    ),
                ],
            ),
        };
        const WIDTH: __hs::Option<__hs::usize> = __hs::key_width(
            0usize,
            &[<&'a str as __hs::KeyPart<__hs::Native>>::WIDTH],
        );
        type Bytes = __hs::KeyBuf;
        #[inline]
        fn write<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<Self, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, &self.author)
        }
    }
    #[automatically_derived]
    impl<'__k, 'a> __hs::DecodeKey<'__k> for NoteKey<'a>
    where
        &'a str: __hs::NativePart,
        &'a str: __hs::DecodePart<'__k, __hs::Native>,
        '__k: 'a,
    {
        #[inline]
        fn read(
            __reader: &mut __hs::KeyReader<'__k, Self>,
        ) -> __hs::Result<Self, __hs::KeyError> {
            __hs::Ok(Self {
                author: match __reader.part::<&'a str, __hs::Native>(0usize) {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
            })
        }
    }
    #[automatically_derived]
    impl<'a> ::core::cmp::Eq for NoteKey<'a>
    where
        for<'__any> &'a str: ::core::cmp::Eq,
        Self: __hs::PartialEq,
    {}
    #[automatically_derived]
    impl<'a> ::core::hash::Hash for NoteKey<'a>
    where
        for<'__any> &'a str: ::core::hash::Hash,
    {
        fn hash<__H: ::core::hash::Hasher>(&self, __state: &mut __H) {
            ::core::hash::Hash::hash(&self.author, __state);
        }
    }
    /// Prints the row key like HBase's shell.
    #[automatically_derived]
    impl<'a> __hs::fmt::Display for NoteKey<'a>
    where
        &'a str: __hs::NativePart,
    {
        fn fmt(&self, __f: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            __hs::fmt_key(self, __f)
        }
    }
    #[automatically_derived]
    impl<'a> ::core::convert::From<(&'a str,)> for NoteKey<'a> {
        fn from((__part_0,): (&'a str,)) -> Self {
            NoteKey { author: __part_0 }
        }
    }
    #[automatically_derived]
    impl<'a> ::core::convert::From<&'a str> for NoteKey<'a> {
        fn from(__part: &'a str) -> Self {
            NoteKey { author: __part }
        }
    }
    #[automatically_derived]
    impl<'a, V> Note<'a, V>
    where
        V: Clone,
        V: __hs::EncodeCell<__hs::JsonCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        Place: __hs::Columns,
        Timestamp: __hs::CellVersion,
    {
        ///The column `D1:VALUE`.
        const VALUE: __hs::Column<Note<'a, V>, V, __hs::JsonCell> = __hs::Column::new(
            &{
                #[allow(unused_imports)]
                use __hs::AnyJson as _;
                __hs::json_column::<
                    V,
                    __hs::JsonCell,
                >(["value", "D1", "VALUE", "V"], __hs::JsonOf::<V>::ABSENCE)
            },
        );
        ///The column `D1:SIZE`.
        const SIZE: __hs::Column<Note<'a, V>, u32, __hs::NativeCell> = __hs::Column::new(
                &__hs::with_default(
                    __hs::column::<
                        u32,
                        __hs::NativeCell,
                    >(["size", "D1", "SIZE", "u32"], __hs::CellCodec::Java),
                ),
            )
            .with_default(<u32 as __hs::Default>::default);
        #[doc(hidden)]
        const __GROUP_place: &'static __hs::ColumnGroupSchema = &__hs::ColumnGroupSchema {
            field: "place",
            family: "D1",
            prefix: __hs::ColumnQualifier::from_bytes(b"AT_"),
            may_be_absent: <Place as __hs::Columns>::MAY_BE_ABSENT,
            columns: <Place as __hs::Columns>::COLUMNS,
        };
    }
    #[automatically_derived]
    impl<'a, V> __hs::Flattens<2usize> for Note<'a, V>
    where
        V: Clone,
    {
        const FAMILY: &'static __hs::str = "D1";
        const PREFIX: &'static [__hs::u8] = b"AT_";
    }
    #[automatically_derived]
    impl<'a, V> Note<'a, V>
    where
        V: Clone,
        V: __hs::EncodeCell<__hs::JsonCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        Place: __hs::Columns,
        Timestamp: __hs::CellVersion,
        for<'__any> Place: __hs::GroupTokens<Note<'a, V>, 2usize>,
    {
        ///The columns of the field `place`.
        #[allow(dead_code, private_interfaces)]
        const PLACE: <Place as __hs::GroupTokens<Note<'a, V>, 2usize>>::Tokens = <Place as __hs::GroupTokens<
            Note<'a, V>,
            2usize,
        >>::TOKENS;
    }
    const __TABLE: &'static __hs::TableDescriptor = &__hs::TableDescriptor {
        name: __hs::TableName::from_static("DLQX", "CALL_NOTE"),
        families: __hs::Cow::Borrowed(
            &[
                __hs::FamilyDescriptor {
                    name: __hs::text("D1"),
                    versions: __hs::None,
                    min_versions: __hs::None,
                    ttl: __hs::None,
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
    impl<'a, V> __hs::Table for Note<'a, V>
    where
        V: Clone,
        &'a str: __hs::NativePart,
        V: __hs::EncodeCell<__hs::JsonCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        Place: __hs::Columns,
        Timestamp: __hs::CellVersion,
    {
        type Key = NoteKey<'a>;
        type Time = __hs::Flag<true>;
        type Properties = __hs::Properties<true, true, false, false, false>;
        const SCHEMA: &'static __hs::TableSchema = &{
            const fn __schema(
                __columns: &'static [__hs::ColumnEntry],
                __key: &'static __hs::KeyLayout,
            ) -> __hs::TableSchema {
                ::core::assert!(
                    __hs::is_free(__columns, 2usize),
                    "a column of the flattened group `place` has the name of another column of family `D1`: give the group another `prefix`, or rename the column"
                );
                __hs::TableSchema::new(
                    "Note",
                    __TABLE,
                    __key,
                    __columns,
                    __hs::Some("written"),
                )
            }
            __schema(
                &[
                    __hs::ColumnEntry::Cell(Self::VALUE.schema()),
                    __hs::ColumnEntry::Cell(Self::SIZE.schema()),
                    __hs::ColumnEntry::Group(Self::__GROUP_place),
                ],
                <NoteKey<'a> as __hs::RowKey>::LAYOUT,
            )
        };
        const DDL: &'static __hs::str = "begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end\ncreate 'DLQX:CALL_NOTE', {NAME => 'D1'}";
        #[inline]
        fn write_key<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<NoteKey<'a>, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, &self.author)
        }
        #[inline]
        fn write_cells(&self, __out: &mut __hs::CellWriter<'_>) {
            __out.cell::<V, __hs::JsonCell>(Self::VALUE.schema(), &self.value);
            __out.cell::<u32, __hs::NativeCell>(Self::SIZE.schema(), &self.size);
            __out
                .group(
                    Self::__GROUP_place,
                    |__out| {
                        <Place as __hs::Columns>::write_columns(&self.place, __out)
                    },
                );
        }
        const VERSIONED: __hs::bool = true;
        #[inline]
        fn timestamp(&self) -> __hs::Option<__hs::i64> {
            <Timestamp as __hs::CellVersion>::to_timestamp(&self.written)
        }
    }
    #[automatically_derived]
    impl<'a, V> __hs::KeyFor<Note<'a, V>> for NoteKey<'a>
    where
        V: Clone,
        &'a str: __hs::NativePart,
    {}
    #[automatically_derived]
    impl<'a, V> Note<'a, V>
    where
        V: Clone,
        &'a str: __hs::NativePart,
        V: __hs::EncodeCell<__hs::JsonCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        Place: __hs::Columns,
        Timestamp: __hs::CellVersion,
    {
        /// The table as data.
        const SCHEMA: &'static __hs::TableSchema = <Note<'a, V> as __hs::Table>::SCHEMA;
        /**The table as a statement of HBase's shell:

```text
begin; create_namespace 'DLQX'; rescue StandardError => e; raise unless e.message.include?('already exists'); end
create 'DLQX:CALL_NOTE', {NAME => 'D1'}
```*/
        const DDL: &'static __hs::str = <Note<'a, V> as __hs::Table>::DDL;
        /// The row's key.
        #[inline]
        fn key(&self) -> NoteKey<'a> {
            NoteKey {
                author: __hs::Clone::clone(&self.author),
            }
        }
    }
    #[automatically_derived]
    impl<'a, V> __hs::lock::Declared for Note<'a, V>
    where
        V: Clone,
    {}
    #[automatically_derived]
    impl<'a, V, __F: __hs::lock::Found> __hs::lock::AtField<__F> for Note<'a, V>
    where
        V: Clone,
    {
        const REPORT: () = {
            let __found = &<__F as __hs::lock::Found>::FINDING;
            __hs::lock::report(__found, 1usize);
            __hs::lock::report(__found, 2usize);
            __hs::lock::report(__found, 3usize);
            __hs::lock::report(__found, 4usize);
            __hs::lock::report(__found, 0usize)
        };
    }
    #[automatically_derived]
    impl<'__k, 'a, V> __hs::FromRow<'__k> for Note<'a, V>
    where
        V: Clone,
        &'a str: __hs::NativePart,
        &'a str: __hs::DecodePart<'__k, __hs::Native>,
        V: __hs::EncodeCell<__hs::JsonCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        Place: __hs::Columns,
        Timestamp: __hs::CellVersion,
        V: __hs::DecodeCell<'__k, __hs::JsonCell>,
        u32: __hs::DecodeCell<'__k, __hs::NativeCell>,
        Place: __hs::FromColumns<'__k>,
        '__k: 'a,
    {
        #[inline]
        fn from_row(__row: &__hs::RowCells<'__k>) -> __hs::Result<Self, __hs::RowError> {
            let __key = <NoteKey<'a> as __hs::RowKey>::decode(__row.key())?;
            let __values: [_; 2usize] = __row
                .values(|__family, __qualifier| {
                    match (__family, __qualifier) {
                        (b"D1", b"VALUE") => __hs::Some(0usize),
                        (b"D1", b"SIZE") => __hs::Some(1usize),
                        _ => __hs::None,
                    }
                });
            __hs::Ok(Self {
                author: __key.author,
                value: match __row
                    .decode::<V, __hs::JsonCell>(Self::VALUE.schema(), __values[0usize])
                {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
                size: __row
                    .decode_or::<
                        u32,
                        __hs::NativeCell,
                    >(
                        Self::SIZE.schema(),
                        __values[1usize],
                        || <u32 as __hs::Default>::default(),
                    )?,
                place: __row
                    .group(
                        Self::__GROUP_place,
                        |__row| {
                            <Place as __hs::FromColumns<'__k>>::from_columns(__row)
                        },
                    )?,
                cached: <bool as __hs::Default>::default(),
                written: <Timestamp as __hs::CellVersion>::from_timestamp(
                    __row.version(<Self as __hs::Table>::SCHEMA),
                ),
            })
        }
    }
    #[automatically_derived]
    impl<'a, V> Note<'a, V>
    where
        V: Clone,
        &'a str: __hs::NativePart,
    {
        ///The key part `author`, for conditions.
        const AUTHOR: __hs::Part<Note<'a, V>, &'a str, __hs::Native> = __hs::Part::new(
            0usize,
        );
        /// Starts a scan by the parts of the row key.
        #[doc(alias = "author")]
        #[inline]
        fn scan() -> NoteScan<'a, V, __hs::Start, __hs::Unsalted> {
            NoteScan(__hs::KeyScan::new::<NoteKey<'a>>(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'a, V, __P, __S: __hs::SaltState> NoteScan<'a, V, __P, __S>
    where
        V: Clone,
        &'a str: __hs::NativePart,
    {
        ///Gives the key part `author`.
        fn author<__A: __hs::KeyArg<&'a str, __hs::Native>>(
            self,
            __part_author: __A,
        ) -> NoteScan<
            'a,
            V,
            <__A as __hs::KeyArg<&'a str, __hs::Native>>::After<__hs::Done>,
            <__A as __hs::KeyArg<&'a str, __hs::Native>>::Salt<__S, __S>,
        >
        where
            __P: __hs::Takes<0usize>,
        {
            NoteScan(
                self.0.part::<&'a str, __hs::Native>(0usize, __part_author),
                __hs::PhantomData,
            )
        }
    }
    #[automatically_derived]
    impl<'a, V> __hs::ScanStart for NoteScan<'a, V, __hs::Start, __hs::Unsalted>
    where
        V: Clone,
    {
        type Row = Note<'a, V>;
        type All = NoteScan<'a, V, __hs::All, __hs::Unsalted>;
        #[inline]
        fn all(self) -> NoteScan<'a, V, __hs::All, __hs::Unsalted> {
            NoteScan(self.0.whole_table(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'a, V, __S> NoteScan<'a, V, __hs::Start, __S>
    where
        V: Clone,
    {
        /// Selects all rows: of the whole table, or with the salt that `salted_by` set. A whole
        /// salted table is read in the order of its stored keys, by salt first.
        fn all(self) -> NoteScan<'a, V, __hs::All, __S> {
            NoteScan(self.0.whole_table(), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'a, V, __P, __S> __hs::Clone for NoteScan<'a, V, __P, __S>
    where
        V: Clone,
    {
        fn clone(&self) -> Self {
            NoteScan(__hs::Clone::clone(&self.0), __hs::PhantomData)
        }
    }
    #[automatically_derived]
    impl<'a, V, __P, __S> __hs::fmt::Debug for NoteScan<'a, V, __P, __S>
    where
        V: Clone,
    {
        fn fmt(&self, __f: &mut __hs::fmt::Formatter<'_>) -> __hs::fmt::Result {
            __hs::fmt::Debug::fmt(&self.0, __f)
        }
    }
    #[automatically_derived]
    impl<'a, V, __P, __S> NoteScan<'a, V, __P, __S>
    where
        V: Clone,
    {
        /// Selects only rows whose key parts match a condition; see `KeyQuery::matching`.
        fn matching(
            self,
            __condition: __hs::KeyCondition<Note<'a, V>>,
        ) -> __hs::MatchingQuery<Self>
        where
            __P: __hs::Scannable<__S>,
        {
            __hs::KeyQuery::matching(self, __condition)
        }
        /// The ranges of rows that the scan reads, with their cost in their type.
        fn ranges<__C: __hs::Cost>(
            self,
        ) -> __hs::Result<__hs::KeyRanges<Note<'a, V>, __C>, __hs::KeyError>
        where
            __P: __hs::Scannable<__S, Cost = __C>,
        {
            self.0.into_ranges()
        }
    }
    #[automatically_derived]
    impl<'a, V, __P: __hs::Scannable<__S>, __S> __hs::KeyQuery
    for NoteScan<'a, V, __P, __S>
    where
        V: Clone,
    {
        type Row = Note<'a, V>;
        type Cost = __P::Cost;
        fn into_ranges(
            self,
        ) -> __hs::Result<__hs::KeyRanges<Note<'a, V>, __P::Cost>, __hs::KeyError> {
            self.0.into_ranges()
        }
    }
};

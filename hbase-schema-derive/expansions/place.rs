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
        <__hs::CellOf<u32, __hs::NativeCell>>::owns();
        <__hs::CellOf<u32, __hs::NativeCell>>::nests();
        <__hs::CellOf<u32, __hs::NativeCell>>::owns();
        <__hs::CellOf<u32, __hs::NativeCell>>::nests();
    }
    #[automatically_derived]
    impl __hs::Columns for Place
    where
        u32: __hs::EncodeCell<__hs::NativeCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
    {
        const COLUMNS: &'static [__hs::ColumnSchema] = &[
            __hs::column::<
                u32,
                __hs::NativeCell,
            >(["cell", "", "CELL", "u32"], __hs::CellCodec::Java),
            __hs::with_default(
                __hs::column::<
                    u32,
                    __hs::NativeCell,
                >(["area", "", "AREA", "u32"], __hs::CellCodec::Java),
            ),
        ];
        #[inline]
        fn write_columns(&self, __out: &mut __hs::CellWriter<'_>) {
            __out
                .cell::<
                    u32,
                    __hs::NativeCell,
                >(&<Self as __hs::Columns>::COLUMNS[0usize], &self.cell);
            __out
                .cell::<
                    u32,
                    __hs::NativeCell,
                >(&<Self as __hs::Columns>::COLUMNS[1usize], &self.area);
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::FromColumns<'__k> for Place
    where
        u32: __hs::EncodeCell<__hs::NativeCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
        u32: __hs::DecodeCell<'__k, __hs::NativeCell>,
        u32: __hs::DecodeCell<'__k, __hs::NativeCell>,
    {
        #[inline]
        fn from_columns(
            __row: &__hs::RowCells<'__k>,
        ) -> __hs::Result<Self, __hs::RowError> {
            __hs::Ok(Self {
                cell: match __row
                    .decode::<
                        u32,
                        __hs::NativeCell,
                    >(
                        &<Self as __hs::Columns>::COLUMNS[0usize],
                        __row.value(&<Self as __hs::Columns>::COLUMNS[0usize]),
                    )
                {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
                area: __row
                    .decode_or::<
                        u32,
                        __hs::NativeCell,
                    >(
                        &<Self as __hs::Columns>::COLUMNS[1usize],
                        __row.value(&<Self as __hs::Columns>::COLUMNS[1usize]),
                        || <u32 as __hs::Default>::default(),
                    )?,
            })
        }
    }
    #[allow(dead_code, missing_docs, private_interfaces, missing_debug_implementations)]
    pub struct PlaceColumns<__R> {
        ///The column of the field `cell`.
        pub cell: __hs::Column<__R, u32, __hs::NativeCell>,
        ///The column of the field `area`.
        pub area: __hs::Column<__R, u32, __hs::NativeCell>,
    }
    #[automatically_derived]
    #[allow(private_interfaces)]
    impl<
        __R: __hs::Flattens<__GROUP>,
        const __GROUP: __hs::usize,
    > __hs::GroupTokens<__R, __GROUP> for Place
    where
        u32: __hs::EncodeCell<__hs::NativeCell>,
        u32: __hs::EncodeCell<__hs::NativeCell>,
    {
        type Tokens = PlaceColumns<__R>;
        const TOKENS: Self::Tokens = PlaceColumns {
            cell: __hs::Column::new(
                <__hs::InGroup<__R, Place, __GROUP, 0usize>>::SCHEMA,
            ),
            area: __hs::Column::new(<__hs::InGroup<__R, Place, __GROUP, 1usize>>::SCHEMA)
                .with_default(<u32 as __hs::Default>::default),
        };
    }
};

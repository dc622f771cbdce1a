#[doc(hidden)]
#[allow(unused_qualifications, deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    use ::hbase_schema::__private as __hs;
    const __CODE_0: &'static __hs::str = "A";
    const __CODE_1: &'static __hs::str = "C";
    fn __get(__value: &State) -> &'static &'static __hs::str {
        match __value {
            State::Active => &__CODE_0,
            State::Closed => &__CODE_1,
        }
    }
    fn __make(__code: &__hs::str) -> __hs::Result<State, __hs::CodecError> {
        match __code {
            __CODE_0 => __hs::Ok(State::Active),
            __CODE_1 => __hs::Ok(State::Closed),
            __code => {
                __hs::Err(__hs::unknown_code(&__code, "\"A\" (Active), \"C\" (Closed)"))
            }
        }
    }
    #[automatically_derived]
    impl __hs::EncodeCell<__hs::NativeCell> for State
    where
        for<'__any> &'static __hs::str: __hs::EncodeCell<__hs::NativeCell>,
    {
        const FACTS: __hs::CellFacts = <&'static __hs::str as __hs::EncodeCell<
            __hs::NativeCell,
        >>::FACTS
            .never_empty();
        const CODES: &'static __hs::str = "A=Active,C=Closed";
        #[inline]
        fn encode_cell(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<__hs::bool, __hs::CodecError> {
            <&'static __hs::str as __hs::EncodeCell<
                __hs::NativeCell,
            >>::encode_cell(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodeCell<'__k, __hs::NativeCell> for State
    where
        &'__k __hs::str: __hs::DecodeCell<'__k, __hs::NativeCell>,
    {
        #[inline]
        fn decode_cell(
            __bytes: &'__k [__hs::u8],
        ) -> __hs::Result<Self, __hs::CodecError> {
            __make(
                <&'__k __hs::str as __hs::DecodeCell<
                    '__k,
                    __hs::NativeCell,
                >>::decode_cell(__bytes)?,
            )
        }
    }
    #[automatically_derived]
    impl __hs::CompareCell<__hs::NativeCell, Self> for State
    where
        for<'__any> &'static __hs::str: __hs::EncodeCell<__hs::NativeCell>,
    {
        fn filter(
            __column: &__hs::ColumnSchema,
            __op: __hs::CompareOp,
            __value: &Self,
        ) -> __hs::Result<__hs::Filter, __hs::CodecError> {
            __hs::compare_codes::<
                &'static __hs::str,
                __hs::NativeCell,
            >(__column, __op, __get(__value))
        }
    }
    #[automatically_derived]
    impl __hs::EncodeCell<__hs::TextCell> for State
    where
        for<'__any> &'static __hs::str: __hs::EncodeCell<__hs::TextCell>,
    {
        const FACTS: __hs::CellFacts = <&'static __hs::str as __hs::EncodeCell<
            __hs::TextCell,
        >>::FACTS
            .never_empty();
        const CODES: &'static __hs::str = "A=Active,C=Closed";
        #[inline]
        fn encode_cell(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<__hs::bool, __hs::CodecError> {
            <&'static __hs::str as __hs::EncodeCell<
                __hs::TextCell,
            >>::encode_cell(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodeCell<'__k, __hs::TextCell> for State
    where
        &'__k __hs::str: __hs::DecodeCell<'__k, __hs::TextCell>,
    {
        #[inline]
        fn decode_cell(
            __bytes: &'__k [__hs::u8],
        ) -> __hs::Result<Self, __hs::CodecError> {
            __make(
                <&'__k __hs::str as __hs::DecodeCell<
                    '__k,
                    __hs::TextCell,
                >>::decode_cell(__bytes)?,
            )
        }
    }
    #[automatically_derived]
    impl __hs::CompareCell<__hs::TextCell, Self> for State
    where
        for<'__any> &'static __hs::str: __hs::EncodeCell<__hs::TextCell>,
    {
        fn filter(
            __column: &__hs::ColumnSchema,
            __op: __hs::CompareOp,
            __value: &Self,
        ) -> __hs::Result<__hs::Filter, __hs::CodecError> {
            __hs::compare_codes::<
                &'static __hs::str,
                __hs::TextCell,
            >(__column, __op, __get(__value))
        }
    }
    #[automatically_derived]
    impl __hs::CompareValue for State {}
};

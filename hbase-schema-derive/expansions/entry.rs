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
    const __TABLE: &'static __hs::TableDescriptor = __hs::stand_in::TABLE;
    #[inline]
    fn __checks() {
        <__hs::PartOf<Timestamp, __hs::Time<14u8, true, { 0i32 }, false>>>::owns();
        <__hs::PartOf<u32, __hs::Native>>::owns();
    }
    #[inline(always)]
    fn __write_key<__W: __hs::WholeKey>(
        __out: &mut __hs::KeyWriter<Entry, __W>,
        __part_at: &Timestamp,
        __part_number: &u32,
    ) -> __hs::Result<(), __hs::KeyError>
    where
        Timestamp: __hs::TimePart,
        u32: __hs::NativePart,
    {
        if let __hs::Err(__error) = __out
            .part::<
                Timestamp,
                __hs::Time<14u8, true, { 0i32 }, false>,
            >(0usize, __part_at)
        {
            return __hs::Err(__error);
        }
        if let __hs::Err(__error) = __out
            .part::<u32, __hs::Native>(1usize, __part_number)
        {
            return __hs::Err(__error);
        }
        __hs::Ok(())
    }
    #[automatically_derived]
    impl __hs::RowKey for Entry
    where
        Timestamp: __hs::TimePart,
        u32: __hs::NativePart,
    {
        const ROW: &'static __hs::str = "Entry";
        const TABLE: &'static __hs::TableDescriptor = __TABLE;
        const LAYOUT: &'static __hs::KeyLayout = &__hs::KeyLayout {
            salt: __hs::None,
            parts: __hs::Cow::Borrowed(
                &[
                    __hs::part_layout(
                        "at",
                        <Timestamp as __hs::KeyPart<
                            __hs::Time<14u8, true, { 0i32 }, false>,
                        >>::ENCODING,
                        <Timestamp as __hs::KeyPart<
                            __hs::Time<14u8, true, { 0i32 }, false>,
                        >>::CODES,
                        [false, false],
                        __hs::Some(b"-"),
                        __hs::None,
                        __hs::None,
                    ),
                    __hs::part_layout(
                        "number",
                        <u32 as __hs::KeyPart<__hs::Native>>::ENCODING,
                        <u32 as __hs::KeyPart<__hs::Native>>::CODES,
                        [false, false],
                        __hs::None,
                        __hs::None,
                        __hs::None,
                    ),
                ],
            ),
        };
        const WIDTH: __hs::Option<__hs::usize> = __hs::key_width(
            1usize,
            &[
                <Timestamp as __hs::KeyPart<
                    __hs::Time<14u8, true, { 0i32 }, false>,
                >>::WIDTH,
                <u32 as __hs::KeyPart<__hs::Native>>::WIDTH,
            ],
        );
        type Bytes = <__hs::Choice<
            { <__hs::KnownOf<Entry>>::KNOWN_WIDTH.is_some() },
            { __hs::width_or_zero(<__hs::KnownOf<Entry>>::KNOWN_WIDTH) },
        > as __hs::ChooseBytes>::Bytes;
        #[inline]
        fn write<__W: __hs::WholeKey>(
            &self,
            __out: &mut __hs::KeyWriter<Self, __W>,
        ) -> __hs::Result<(), __hs::KeyError> {
            __write_key(__out, &self.at, &self.number)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodeKey<'__k> for Entry
    where
        Timestamp: __hs::TimePart,
        u32: __hs::NativePart,
        Timestamp: __hs::DecodePart<'__k, __hs::Time<14u8, true, { 0i32 }, false>>,
        u32: __hs::DecodePart<'__k, __hs::Native>,
    {
        #[inline]
        fn read(
            __reader: &mut __hs::KeyReader<'__k, Self>,
        ) -> __hs::Result<Self, __hs::KeyError> {
            __hs::Ok(Self {
                at: match __reader
                    .part::<Timestamp, __hs::Time<14u8, true, { 0i32 }, false>>(0usize)
                {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
                number: match __reader.part::<u32, __hs::Native>(1usize) {
                    __hs::Ok(__value) => __value,
                    __hs::Err(__error) => return __hs::Err(__error),
                },
            })
        }
    }
    const _: () = {
        ::core::assert!(
            __hs::is_within(< __hs::KnownOf < Entry < >> > ::KNOWN_LAYOUT, 32_767),
            "the row key is longer than 32767 bytes, which is the most that HBase takes: use \
                 shorter parts, or a hash of them",
        );
        ::core::assert!(
            true || __hs::is_within(< __hs::KnownOf < Entry < >> > ::KNOWN_LAYOUT, 100),
            "the row key is longer than 100 bytes, and every cell carries it: use shorter \
                 parts, or use `allow(key_length)` in `#[table]`",
        );
    };
    const _: () = ::core::assert!(
        ! __hs::is_optional(< __hs::KnownOf < Entry < >> > ::KNOWN_LAYOUT, 0usize),
        "an optional part is for binary keys only, in which its first byte marks whether it \
                 has a value: leave out the `separator`, or use a type with its own value for \"none\"",
    );
    const _: () = ::core::assert!(
        ! __hs::is_optional(< __hs::KnownOf < Entry < >> > ::KNOWN_LAYOUT, 1usize),
        "an optional part is for binary keys only, in which its first byte marks whether it \
                 has a value: leave out the `separator`, or use a type with its own value for \"none\"",
    );
    #[automatically_derived]
    impl __hs::Qualifier for Entry
    where
        Timestamp: __hs::TimePart,
        u32: __hs::NativePart,
        for<'__k> Timestamp: __hs::DecodePart<
            '__k,
            __hs::Time<14u8, true, { 0i32 }, false>,
        >,
        for<'__k> u32: __hs::DecodePart<'__k, __hs::Native>,
    {
        const LAYOUT: &'static __hs::KeyLayout = <Self as __hs::RowKey>::LAYOUT;
        fn encode_qualifier(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<(), __hs::CodecError> {
            __hs::encode_parts(self, __out)
        }
        fn decode_qualifier(
            __bytes: &[__hs::u8],
        ) -> __hs::Result<Self, __hs::CodecError> {
            __hs::decode_parts(__bytes)
        }
    }
    #[automatically_derived]
    impl __hs::OrderedQualifier for Entry
    where
        Self: __hs::Qualifier,
        for<'__any> Timestamp: __hs::RangePart<
            __hs::Closed<__hs::Time<14u8, true, { 0i32 }, false>>,
        >,
        for<'__any> u32: __hs::RangePart<__hs::Native>,
    {}
    #[automatically_derived]
    impl __hs::QualifierPrefix<Entry> for (Timestamp,)
    where
        Timestamp: __hs::TimePart,
        u32: __hs::NativePart,
    {
        fn encode_prefix(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<(), __hs::CodecError> {
            __hs::encode_start::<
                Entry,
            >(
                __out,
                |__out| {
                    __out
                        .part::<
                            Timestamp,
                            __hs::Time<14u8, true, { 0i32 }, false>,
                        >(0usize, &self.0)?;
                    __hs::Ok(())
                },
            )
        }
    }
    #[automatically_derived]
    impl __hs::QualifierBound<Entry> for (Timestamp,)
    where
        Self: __hs::QualifierPrefix<Entry>,
        for<'__any> Timestamp: __hs::RangePart<
            __hs::Closed<__hs::Time<14u8, true, { 0i32 }, false>>,
        >,
    {
        const IS_PREFIX: __hs::bool = true;
        fn encode_bound(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<(), __hs::CodecError> {
            <Self as __hs::QualifierPrefix<Entry>>::encode_prefix(self, __out)
        }
    }
};

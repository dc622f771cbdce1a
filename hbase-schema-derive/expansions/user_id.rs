#[doc(hidden)]
#[allow(unused_qualifications, deprecated, clippy::all, clippy::pedantic)]
const _: () = {
    use ::hbase_schema::__private as __hs;
    #[inline(always)]
    fn __get<'__v>(__value: &'__v UserId) -> &'__v u64 {
        &__value.0
    }
    #[inline(always)]
    fn __wrap(__inner: u64) -> UserId {
        UserId { 0: __inner }
    }
    #[inline(always)]
    fn __make(__inner: u64) -> __hs::Result<UserId, __hs::CodecError> {
        __hs::Ok(__wrap(__inner))
    }
    const _: fn() = {
        fn __required<__T: ::core::fmt::Debug>() {}
        __required::<UserId>
    };
    #[automatically_derived]
    impl __hs::NativePart for UserId
    where
        for<'__any> u64: __hs::NativePart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const ENCODING: __hs::Encoding = <u64 as __hs::NativePart>::ENCODING;
        const CODES: &'static __hs::str = <u64 as __hs::NativePart>::CODES;
        const WIDTH: __hs::Option<__hs::usize> = <u64 as __hs::NativePart>::WIDTH;
        #[inline]
        fn encode_native<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <u64 as __hs::NativePart>::encode_native(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl<const __W: ::core::primitive::u16> __hs::FixedPart<__W> for UserId
    where
        for<'__any> u64: __hs::FixedPart<__W>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const ENCODING: __hs::Encoding = <u64 as __hs::FixedPart<__W>>::ENCODING;
        const CODES: &'static __hs::str = <u64 as __hs::FixedPart<__W>>::CODES;
        #[inline]
        fn encode_fixed<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <u64 as __hs::FixedPart<__W>>::encode_fixed(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::PlainTextPart for UserId
    where
        for<'__any> u64: __hs::PlainTextPart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const ENCODING: __hs::Encoding = <u64 as __hs::PlainTextPart>::ENCODING;
        const CODES: &'static __hs::str = <u64 as __hs::PlainTextPart>::CODES;
        #[inline]
        fn encode_plain<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <u64 as __hs::PlainTextPart>::encode_plain(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::JavaPart for UserId
    where
        for<'__any> u64: __hs::JavaPart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const ENCODING: __hs::Encoding = <u64 as __hs::JavaPart>::ENCODING;
        const CODES: &'static __hs::str = <u64 as __hs::JavaPart>::CODES;
        const JAVA_WIDTH: __hs::usize = <u64 as __hs::JavaPart>::JAVA_WIDTH;
        #[inline]
        fn encode_java<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <u64 as __hs::JavaPart>::encode_java(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::OrderedPart for UserId
    where
        for<'__any> u64: __hs::OrderedPart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const ENCODING: __hs::Encoding = <u64 as __hs::OrderedPart>::ENCODING;
        const CODES: &'static __hs::str = <u64 as __hs::OrderedPart>::CODES;
        const ORDERED_WIDTH: __hs::Option<__hs::usize> = <u64 as __hs::OrderedPart>::ORDERED_WIDTH;
        fn measure_ordered(
            __bytes: &[__hs::u8],
        ) -> __hs::Result<__hs::usize, __hs::CodecError> {
            <u64 as __hs::OrderedPart>::measure_ordered(__bytes)
        }
        #[inline]
        fn encode_ordered<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<(), __hs::CodecError> {
            <u64 as __hs::OrderedPart>::encode_ordered(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::TextPart for UserId
    where
        for<'__any> u64: __hs::TextPart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const CODES: &'static __hs::str = <u64 as __hs::TextPart>::CODES;
        #[inline]
        fn as_text(&self) -> &__hs::str {
            <u64 as __hs::TextPart>::as_text(__get(self))
        }
    }
    #[automatically_derived]
    impl __hs::TimePart for UserId
    where
        for<'__any> u64: __hs::TimePart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn to_millis(&self) -> (__hs::i64, __hs::bool) {
            <u64 as __hs::TimePart>::to_millis(__get(self))
        }
        #[inline]
        fn from_millis(__millis: __hs::i64) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::TimePart>::from_millis(__millis)?)
        }
    }
    #[automatically_derived]
    impl __hs::TimeOfDayPart for UserId
    where
        for<'__any> u64: __hs::TimeOfDayPart,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn to_millis_of_day(&self) -> (::core::primitive::u32, __hs::bool) {
            <u64 as __hs::TimeOfDayPart>::to_millis_of_day(__get(self))
        }
        #[inline]
        fn from_millis_of_day(
            __millis: ::core::primitive::u32,
        ) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::TimeOfDayPart>::from_millis_of_day(__millis)?)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodePart<'__k, __hs::Native> for UserId
    where
        u64: __hs::DecodePart<'__k, __hs::Native>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::DecodePart<'__k, __hs::Native>>::decode(__bytes)?)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodePart<'__k, __hs::PlainText> for UserId
    where
        u64: __hs::DecodePart<'__k, __hs::PlainText>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::DecodePart<'__k, __hs::PlainText>>::decode(__bytes)?)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodePart<'__k, __hs::Java> for UserId
    where
        u64: __hs::DecodePart<'__k, __hs::Java>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::DecodePart<'__k, __hs::Java>>::decode(__bytes)?)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodePart<'__k, __hs::Ordered> for UserId
    where
        u64: __hs::DecodePart<'__k, __hs::Ordered>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::DecodePart<'__k, __hs::Ordered>>::decode(__bytes)?)
        }
    }
    #[automatically_derived]
    impl<
        '__k,
        const __W: ::core::primitive::u16,
    > __hs::DecodePart<'__k, __hs::Fixed<__W>> for UserId
    where
        u64: __hs::DecodePart<'__k, __hs::Fixed<__W>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(<u64 as __hs::DecodePart<'__k, __hs::Fixed<__W>>>::decode(__bytes)?)
        }
    }
    #[automatically_derived]
    impl<
        '__k,
        const __W: ::core::primitive::u16,
        const __PAD: __hs::u8,
        const __LEFT: __hs::bool,
    > __hs::DecodePart<'__k, __hs::Padded<__W, __PAD, __LEFT>> for UserId
    where
        u64: __hs::DecodePart<'__k, __hs::Padded<__W, __PAD, __LEFT>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        #[inline]
        fn decode(__bytes: &'__k [__hs::u8]) -> __hs::Result<Self, __hs::CodecError> {
            __make(
                <u64 as __hs::DecodePart<
                    '__k,
                    __hs::Padded<__W, __PAD, __LEFT>,
                >>::decode(__bytes)?,
            )
        }
    }
    #[automatically_derived]
    impl __hs::SelfDelimiting<__hs::Native> for UserId
    where
        for<'__any> u64: __hs::SelfDelimiting<__hs::Native>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::SelfDelimiting<__hs::PlainText> for UserId
    where
        for<'__any> u64: __hs::SelfDelimiting<__hs::PlainText>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::SelfDelimiting<__hs::Java> for UserId
    where
        for<'__any> u64: __hs::SelfDelimiting<__hs::Java>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::SelfDelimiting<__hs::Ordered> for UserId
    where
        for<'__any> u64: __hs::SelfDelimiting<__hs::Ordered>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<const __W: ::core::primitive::u16> __hs::SelfDelimiting<__hs::Fixed<__W>>
    for UserId
    where
        for<'__any> u64: __hs::SelfDelimiting<__hs::Fixed<__W>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<
        const __W: ::core::primitive::u16,
        const __PAD: __hs::u8,
        const __LEFT: __hs::bool,
    > __hs::SelfDelimiting<__hs::Padded<__W, __PAD, __LEFT>> for UserId
    where
        for<'__any> u64: __hs::SelfDelimiting<__hs::Padded<__W, __PAD, __LEFT>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::SaltPart for UserId
    where
        for<'__any> u64: __hs::SaltPart,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::FixedWidth<__hs::Native> for UserId
    where
        for<'__any> u64: __hs::NativePart,
        for<'__any> u64: __hs::FixedWidth<__hs::Native>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::FixedWidth<__hs::Ordered> for UserId
    where
        for<'__any> u64: __hs::OrderedPart,
        for<'__any> u64: __hs::FixedWidth<__hs::Ordered>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<__E> __hs::KeyArg<UserId, __E> for __hs::RangeFull
    where
        for<'__any> UserId: ::core::fmt::Debug,
    {
        type After<__Next> = __hs::Ended;
        type Salt<__V: __hs::SaltState, __R: __hs::SaltState> = __R;
        fn apply(self, __scan: &mut __hs::KeyScan, _: __hs::usize) {
            __scan.set_unbounded();
        }
    }
    #[automatically_derived]
    impl __hs::IndexValue for UserId
    where
        for<'__any> u64: __hs::IndexValue,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        type Encoding = <u64 as __hs::IndexValue>::Encoding;
        const ENCODING: __hs::Encoding = <u64 as __hs::IndexValue>::ENCODING;
        fn encode_entry(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<(), __hs::CodecError> {
            <u64 as __hs::IndexValue>::encode_entry(__get(self), __out)
        }
        fn encode_entry_bound(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::IndexValue>::encode_entry_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::LeadingPart<__hs::Native> for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::Native>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::RangePart<__hs::Native> for UserId
    where
        for<'__any> u64: __hs::NativePart,
        for<'__any> u64: __hs::RangePart<__hs::Native>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const DESCENDING: __hs::bool = <u64 as __hs::RangePart<
            __hs::Native,
        >>::DESCENDING;
        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::RangePart<__hs::Native>>::encode_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::LeadingPart<__hs::PlainText> for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::PlainText>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::RangePart<__hs::PlainText> for UserId
    where
        for<'__any> u64: __hs::PlainTextPart,
        for<'__any> u64: __hs::RangePart<__hs::PlainText>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const DESCENDING: __hs::bool = <u64 as __hs::RangePart<
            __hs::PlainText,
        >>::DESCENDING;
        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::RangePart<__hs::PlainText>>::encode_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::LeadingPart<__hs::Java> for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::Java>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::RangePart<__hs::Java> for UserId
    where
        for<'__any> u64: __hs::JavaPart,
        for<'__any> u64: __hs::RangePart<__hs::Java>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const DESCENDING: __hs::bool = <u64 as __hs::RangePart<__hs::Java>>::DESCENDING;
        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::RangePart<__hs::Java>>::encode_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl __hs::LeadingPart<__hs::Ordered> for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::Ordered>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::RangePart<__hs::Ordered> for UserId
    where
        for<'__any> u64: __hs::OrderedPart,
        for<'__any> u64: __hs::RangePart<__hs::Ordered>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const DESCENDING: __hs::bool = <u64 as __hs::RangePart<
            __hs::Ordered,
        >>::DESCENDING;
        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::RangePart<__hs::Ordered>>::encode_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl<const __W: ::core::primitive::u16> __hs::LeadingPart<__hs::Fixed<__W>>
    for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::Fixed<__W>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<const __W: ::core::primitive::u16> __hs::RangePart<__hs::Fixed<__W>> for UserId
    where
        for<'__any> u64: __hs::FixedPart<__W>,
        for<'__any> u64: __hs::RangePart<__hs::Fixed<__W>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const DESCENDING: __hs::bool = <u64 as __hs::RangePart<
            __hs::Fixed<__W>,
        >>::DESCENDING;
        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::RangePart<__hs::Fixed<__W>>>::encode_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl<
        const __W: ::core::primitive::u16,
        const __PAD: __hs::u8,
        const __LEFT: __hs::bool,
    > __hs::LeadingPart<__hs::Padded<__W, __PAD, __LEFT>> for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::Padded<__W, __PAD, __LEFT>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<
        const __W: ::core::primitive::u16,
        const __PAD: __hs::u8,
        const __LEFT: __hs::bool,
    > __hs::RangePart<__hs::Padded<__W, __PAD, __LEFT>> for UserId
    where
        for<'__any> u64: __hs::TextPart,
        for<'__any> u64: __hs::RangePart<__hs::Padded<__W, __PAD, __LEFT>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        const DESCENDING: __hs::bool = <u64 as __hs::RangePart<
            __hs::Padded<__W, __PAD, __LEFT>,
        >>::DESCENDING;
        #[inline]
        fn encode_bound<__S: __hs::KeySink>(
            &self,
            __out: &mut __S,
        ) -> __hs::Result<__hs::BoundAt, __hs::CodecError> {
            <u64 as __hs::RangePart<
                __hs::Padded<__W, __PAD, __LEFT>,
            >>::encode_bound(__get(self), __out)
        }
    }
    #[automatically_derived]
    impl<__E> __hs::DescPart<__E> for UserId
    where
        for<'__any> u64: __hs::DescPart<__E>,
        UserId: __hs::KeyPart<__E>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<__E> __hs::TerminatedDescPart<__E> for UserId
    where
        for<'__any> u64: __hs::TerminatedDescPart<__E>,
        UserId: __hs::KeyPart<__E>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<__E> __hs::ReversePart<__E> for UserId
    where
        for<'__any> u64: __hs::ReversePart<__E>,
        UserId: __hs::KeyPart<__E>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl<__E> __hs::LeadingPart<__hs::Reverse<__E>> for UserId
    where
        for<'__any> u64: __hs::LeadingPart<__hs::Reverse<__E>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {}
    #[automatically_derived]
    impl __hs::PrefixPart<__hs::Native> for UserId
    where
        for<'__any> u64: __hs::NativePart,
        for<'__any> u64: __hs::PrefixPart<__hs::Native>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
            <u64 as __hs::PrefixPart<__hs::Native>>::prefix_bytes(__prefix)
        }
    }
    #[automatically_derived]
    impl __hs::PrefixPart<__hs::PlainText> for UserId
    where
        for<'__any> u64: __hs::PlainTextPart,
        for<'__any> u64: __hs::PrefixPart<__hs::PlainText>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
            <u64 as __hs::PrefixPart<__hs::PlainText>>::prefix_bytes(__prefix)
        }
    }
    #[automatically_derived]
    impl __hs::PrefixPart<__hs::Java> for UserId
    where
        for<'__any> u64: __hs::JavaPart,
        for<'__any> u64: __hs::PrefixPart<__hs::Java>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
            <u64 as __hs::PrefixPart<__hs::Java>>::prefix_bytes(__prefix)
        }
    }
    #[automatically_derived]
    impl __hs::PrefixPart<__hs::Ordered> for UserId
    where
        for<'__any> u64: __hs::OrderedPart,
        for<'__any> u64: __hs::PrefixPart<__hs::Ordered>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
            <u64 as __hs::PrefixPart<__hs::Ordered>>::prefix_bytes(__prefix)
        }
    }
    #[automatically_derived]
    impl<const __W: ::core::primitive::u16> __hs::PrefixPart<__hs::Fixed<__W>> for UserId
    where
        for<'__any> u64: __hs::FixedPart<__W>,
        for<'__any> u64: __hs::PrefixPart<__hs::Fixed<__W>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
            <u64 as __hs::PrefixPart<__hs::Fixed<__W>>>::prefix_bytes(__prefix)
        }
    }
    #[automatically_derived]
    impl<
        const __W: ::core::primitive::u16,
        const __PAD: __hs::u8,
        const __LEFT: __hs::bool,
    > __hs::PrefixPart<__hs::Padded<__W, __PAD, __LEFT>> for UserId
    where
        for<'__any> u64: __hs::TextPart,
        for<'__any> u64: __hs::PrefixPart<__hs::Padded<__W, __PAD, __LEFT>>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        fn prefix_bytes(__prefix: &[__hs::u8]) -> __hs::Cow<'_, [__hs::u8]> {
            <u64 as __hs::PrefixPart<
                __hs::Padded<__W, __PAD, __LEFT>,
            >>::prefix_bytes(__prefix)
        }
    }
    #[automatically_derived]
    impl<__A, __E> __hs::KeyArg<UserId, __E> for __hs::Prefix<__A>
    where
        __hs::Prefix<__A>: __hs::KeyArg<u64, __E>,
        UserId: __hs::PrefixPart<__E>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        type After<__Next> = <Self as __hs::KeyArg<u64, __E>>::After<__Next>;
        type Salt<__V: __hs::SaltState, __R: __hs::SaltState> = <Self as __hs::KeyArg<
            u64,
            __E,
        >>::Salt<__V, __R>;
        fn apply(self, __scan: &mut __hs::KeyScan, __index: __hs::usize) {
            <Self as __hs::KeyArg<u64, __E>>::apply(self, __scan, __index);
        }
    }
    #[automatically_derived]
    impl<__A, __E> __hs::KeyArg<UserId, __E> for __hs::Under<__A>
    where
        __hs::Under<__A>: __hs::KeyArg<u64, __E>,
        UserId: __hs::LabelsPart<__E>,
        for<'__any> UserId: ::core::fmt::Debug,
    {
        type After<__Next> = <Self as __hs::KeyArg<u64, __E>>::After<__Next>;
        type Salt<__V: __hs::SaltState, __R: __hs::SaltState> = <Self as __hs::KeyArg<
            u64,
            __E,
        >>::Salt<__V, __R>;
        fn apply(self, __scan: &mut __hs::KeyScan, __index: __hs::usize) {
            <Self as __hs::KeyArg<u64, __E>>::apply(self, __scan, __index);
        }
    }
};

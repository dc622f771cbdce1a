#[doc(hidden)]
#[allow(
    unused_qualifications,
    deprecated,
    private_bounds,
    private_interfaces,
    clippy::all,
    clippy::pedantic
)]
const _: () = {
    use ::hbase_schema::__private as __hs;
    #[automatically_derived]
    impl Mail {
        ///The indexed field `from`, whose tag is 1.
        #[allow(dead_code)]
        const FROM: __hs::IndexField<Mail, String, __hs::Ordered> = __hs::IndexField::new(
            "from",
            1u8,
        );
        ///The indexed field `sent`, whose tag is 2.
        #[allow(dead_code)]
        const SENT: __hs::IndexField<Mail, Timestamp, __hs::Native> = __hs::IndexField::new(
            "sent",
            2u8,
        );
    }
    #[automatically_derived]
    impl __hs::IndexedEntry for Mail
    where
        String: __hs::EntryValue<__hs::Ordered>,
        Timestamp: __hs::EntryValue<__hs::Native>,
    {
        const FIELDS: &'static [__hs::FieldTag] = &[
            Self::FROM.declared(),
            Self::SENT.declared(),
        ];
        fn write_index(
            &self,
            __out: &mut __hs::IndexWriter<'_, Self>,
        ) -> __hs::Result<(), __hs::CodecError> {
            __out.put(Self::FROM, &self.from)?;
            __out.put(Self::SENT, &self.sent)?;
            __hs::Ok(())
        }
    }
    #[automatically_derived]
    impl __hs::EncodeCell<__hs::NativeCell> for Mail
    where
        Mail: __hs::EncodeCell<__hs::JsonCell>,
    {
        const FACTS: __hs::CellFacts = <Self as __hs::EncodeCell<__hs::JsonCell>>::FACTS;
        fn encode_cell(
            &self,
            __out: &mut __hs::Vec<__hs::u8>,
        ) -> __hs::Result<__hs::bool, __hs::CodecError> {
            <Self as __hs::EncodeCell<__hs::JsonCell>>::encode_cell(self, __out)
        }
    }
    #[automatically_derived]
    impl<'__k> __hs::DecodeCell<'__k, __hs::NativeCell> for Mail
    where
        Mail: __hs::DecodeCell<'__k, __hs::JsonCell>,
    {
        fn decode_cell(
            __bytes: &'__k [__hs::u8],
        ) -> __hs::Result<Self, __hs::CodecError> {
            <Self as __hs::DecodeCell<'__k, __hs::JsonCell>>::decode_cell(__bytes)
        }
    }
};

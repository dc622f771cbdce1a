//! Fragments of `macro_rules!` come as groups without brackets.

use hbase_schema_syntax::ast::{Codec, ColumnKind};
use hbase_schema_syntax::parse_table;
use proc_macro2::{Delimiter, Group, TokenStream};
use quote::quote;

fn fragment(tokens: TokenStream) -> Group {
    Group::new(Delimiter::None, tokens)
}

#[test]
fn fragments_stand_for_any_value() {
    let (name, family) = (fragment(quote!("DLQX:CALL_RECORD")), fragment(quote!("D1")));
    let (width, ttl) = (fragment(quote!(14)), fragment(quote!("365d")));
    let size = fragment(quote!(10_737_418_240));
    let (separator, codec) = (fragment(quote!("_")), fragment(quote!(my::codec)));
    let (count, field) = (fragment(quote!(6)), fragment(quote!(u32)));
    let input = syn::parse2(quote! {
        #[table(#name, max_filesize = #size, splits = [#separator])]
        #[rowkey(salt = random(#count), separator = #separator)]
        #[family(#family, ttl = #ttl)]
        struct Call {
            #[rowkey(fixed = #width)] at: Timestamp,
            #[column(with = #codec)] v: #field,
        }
    })
    .unwrap();
    let Err(errors) = parse_table(&input) else {
        panic!("the split is no digit")
    };
    assert_eq!(errors.iter().count(), 1, "{errors}");
    assert!(errors.to_string().contains("split keys need"), "{errors}");
}

#[test]
fn a_path_may_be_a_fragment() {
    let codec = fragment(quote!(my::codec));
    let input = syn::parse2(quote! {
        #[table("DLQX:CALL_RECORD", crate = #codec)]
        #[family("D1")]
        struct Call { #[rowkey] id: u64, #[column(with = #codec)] v: u32 }
    })
    .unwrap();
    let table = parse_table(&input).unwrap();
    let ColumnKind::Cell(cell) = &table.columns[0].kind else {
        panic!("a group")
    };
    assert!(matches!(&cell.codec, Codec::With(path) if path.segments.len() == 2));
}

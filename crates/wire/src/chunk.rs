//! Bytes as an instruction argument.

use crate::codec::borsh::io::{Read, Result, Write};
use crate::codec::*;

use crate::decode;

/// A piece of an account's content, encoded like `Vec<u8>`. Borsh's own decoder for `Vec<u8>` allocates up to 1 MiB
/// before it reads a byte; a program's heap has 32 KiB.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk(pub Vec<u8>);

impl AnchorSerialize for Chunk {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.0.serialize(writer)
    }
}

impl AnchorDeserialize for Chunk {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        decode::bytes(reader).map(Self)
    }
}

#[cfg(feature = "idl-build")]
impl IdlBuild for Chunk {
    fn create_type() -> Option<anchor_lang::idl::types::IdlTypeDef> {
        use anchor_lang::idl::types::{IdlSerialization, IdlType, IdlTypeDef, IdlTypeDefTy};
        Some(IdlTypeDef {
            name: Self::get_full_path(),
            docs: vec!["A piece of an account's content.".into()],
            serialization: IdlSerialization::Borsh,
            repr: None,
            generics: vec![],
            ty: IdlTypeDefTy::Type { alias: IdlType::Bytes },
        })
    }
}

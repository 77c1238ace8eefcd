//! Path nodes. A whole path is decoded at once.

use crate::codec::borsh::io::{Read, Result, Write};
use crate::codec::*;
use linesman_verifier::{Node, Path, Rule};

use crate::decode;

/// One node of a path: the sibling's hash and whether the sibling is on the right. 33 bytes both in Borsh and in
/// memory, so a path is read in one piece and hashed in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct ProofNode(Node);

impl ProofNode {
    /// A node from its parts.
    #[must_use]
    pub fn new(hash: [u8; 32], is_right_sibling: bool) -> Self {
        Self(Node::new(hash, is_right_sibling))
    }
}

impl From<Node> for ProofNode {
    fn from(node: Node) -> Self {
        Self(node)
    }
}

/// The nodes as a verifier path.
#[inline(always)]
#[must_use]
pub fn path(nodes: &[ProofNode]) -> Path<'_> {
    // SAFETY: `ProofNode` is a transparent wrapper of `Node`.
    Path(unsafe { core::slice::from_raw_parts(nodes.as_ptr().cast::<Node>(), nodes.len()) })
}

impl AnchorSerialize for ProofNode {
    fn serialize<W: Write>(&self, writer: &mut W) -> Result<()> {
        writer.write_all(self.0.hash())?;
        self.0.is_right_sibling().serialize(writer)
    }
}

impl AnchorDeserialize for ProofNode {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let hash = decode::fixed(reader)?;
        Ok(Self(Node::new(hash, bool::deserialize_reader(reader)?)))
    }

    /// Reads a path at once. Borsh calls this for `Vec<ProofNode>`; if it ever stops, the method above gives the same
    /// result, only slower.
    #[inline]
    fn vec_from_reader<R: Read>(length: u32, reader: &mut R) -> Result<Option<Vec<Self>>> {
        if length > decode::MAX_ENTRIES {
            return Err(decode::undecodable());
        }
        let length = length as usize;
        let mut bytes = vec![0; length * Node::SIZE];
        reader.read_exact(&mut bytes)?;
        // A flag other than 0 or 1 would be a second encoding of the same path.
        let mut flags = bytes.iter().skip(Node::SIZE - 1).step_by(Node::SIZE);
        if flags.any(|flag| *flag > 1) && !Rule::FlagByte.is_removed() {
            return Err(decode::undecodable());
        }
        let mut bytes = core::mem::ManuallyDrop::new(bytes);
        // SAFETY: a `ProofNode` has the layout of `[u8; 33]` (below), so size, alignment and capacity agree; every flag
        // is 0 or 1; the buffer has one owner, because `bytes` is not dropped.
        Ok(Some(unsafe { Vec::from_raw_parts(bytes.as_mut_ptr().cast::<Self>(), length, length) }))
    }
}

/// 33 bytes without padding. `Node` is `#[repr(C)]`: the hash, then the flag.
const _: () = assert!(size_of::<ProofNode>() == Node::SIZE && align_of::<ProofNode>() == 1);

#[cfg(feature = "idl-build")]
impl IdlBuild for ProofNode {
    fn create_type() -> Option<anchor_lang::idl::types::IdlTypeDef> {
        borsh_form::ProofNode::create_type()
    }

    fn get_full_path() -> String {
        borsh_form::ProofNode::get_full_path()
    }
}

/// The type as the IDL shows it.
#[cfg(feature = "idl-build")]
mod borsh_form {
    use crate::codec::*;

    /// One node of a path, leaf first.
    #[derive(AnchorSerialize)]
    pub struct ProofNode {
        /// The sibling's hash.
        pub hash: [u8; 32],
        /// Whether the sibling is on the right.
        pub is_right_sibling: bool,
    }
}

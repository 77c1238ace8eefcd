//! Borsh: the one that Anchor brings, or the crate itself. Both have the same traits, so the bytes are the same; only
//! derived IDLs need Anchor.

#[cfg(feature = "idl-build")]
pub(crate) use anchor_lang::prelude::IdlBuild;
#[cfg(feature = "anchor")]
pub(crate) use anchor_lang::prelude::{borsh, AnchorDeserialize, AnchorSerialize};
#[cfg(not(feature = "anchor"))]
pub(crate) use borsh::{self, BorshDeserialize as AnchorDeserialize, BorshSerialize as AnchorSerialize};

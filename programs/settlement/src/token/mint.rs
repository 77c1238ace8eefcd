use std::ops::Deref;

use anchor_lang::prelude::*;
use anchor_spl::token_2022::spl_token_2022::{
    extension::{BaseStateWithExtensions, StateWithExtensions},
    state::Mint,
};

use super::extension;
use crate::error::SettlementError;

/// None of these can move, freeze, burn or take a share of tokens.
const ALLOWED: [u16; 5] = [
    extension::METADATA_POINTER,
    extension::TOKEN_METADATA,
    extension::GROUP_POINTER,
    extension::GROUP_MEMBER_POINTER,
    extension::TOKEN_GROUP_MEMBER,
];

/// A mint of SPL Token, or of Token-2022 with nothing but metadata, group pointers and group membership. Reading one is
/// the check: a mint with any other extension is refused (6208) and named in the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainMint(Mint);

impl AccountDeserialize for PlainMint {
    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let Ok(mint) = StateWithExtensions::<Mint>::unpack(data) else {
            msg!("the account is not an initialised mint");
            return err!(SettlementError::UnsupportedMint);
        };
        match extension::first_refused(mint.get_tlv_data(), &ALLOWED) {
            Ok(None) => Ok(Self(mint.base)),
            Ok(Some(number)) => {
                msg!("the mint has the extension {} ({})", extension::name(number), number);
                err!(SettlementError::UnsupportedMint)
            }
            Err(extension::Malformed) => {
                msg!("the extensions of the mint run past its end");
                err!(SettlementError::UnsupportedMint)
            }
        }
    }
}

impl AccountSerialize for PlainMint {}

impl Owners for PlainMint {
    fn owners() -> &'static [Pubkey] {
        <anchor_spl::token_interface::TokenInterface as anchor_lang::Ids>::ids()
    }
}

impl Deref for PlainMint {
    type Target = Mint;

    fn deref(&self) -> &Mint {
        &self.0
    }
}

/// A foreign account: the IDL does not describe it.
#[cfg(feature = "idl-build")]
mod idl {
    impl anchor_lang::IdlBuild for super::PlainMint {}
    impl anchor_lang::Discriminator for super::PlainMint {
        const DISCRIMINATOR: &'static [u8] = &[];
    }
}

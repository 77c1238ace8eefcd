use std::ops::Deref;

use anchor_lang::prelude::*;
use anchor_spl::token_2022::spl_token_2022::{
    extension::{BaseStateWithExtensions, StateWithExtensions},
    state::Account as State,
};

use super::extension;
use crate::error::SettlementError;

/// A token account without extensions, except that its owner may be immutable. Reading one is the check: anything else
/// is refused (6209), with the reason in the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainTokenAccount(State);

impl PlainTokenAccount {
    /// Reads an account that may be anything: it has to belong to `token_program` and to be of `mint` (6231).
    pub fn read(info: &AccountInfo, token_program: &Pubkey, mint: &Pubkey) -> Result<Self> {
        if info.owner != token_program {
            msg!("{} is not an account of the token program", info.key);
            return err!(SettlementError::UnsupportedTokenAccount);
        }
        let account = Self::try_deserialize(&mut &info.try_borrow_data()?[..])?;
        require_keys_eq!(account.mint, *mint, SettlementError::WrongMint);
        Ok(account)
    }
}

impl AccountDeserialize for PlainTokenAccount {
    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let Ok(account) = StateWithExtensions::<State>::unpack(data) else {
            msg!("the account is not an initialised token account");
            return err!(SettlementError::UnsupportedTokenAccount);
        };
        match extension::first_refused(account.get_tlv_data(), &[extension::IMMUTABLE_OWNER]) {
            Ok(None) => Ok(Self(account.base)),
            Ok(Some(number)) => {
                msg!("the token account has the extension {} ({})", extension::name(number), number);
                err!(SettlementError::UnsupportedTokenAccount)
            }
            Err(extension::Malformed) => {
                msg!("the extensions of the token account run past its end");
                err!(SettlementError::UnsupportedTokenAccount)
            }
        }
    }
}

impl AccountSerialize for PlainTokenAccount {}

impl Owners for PlainTokenAccount {
    fn owners() -> &'static [Pubkey] {
        <anchor_spl::token_interface::TokenInterface as anchor_lang::Ids>::ids()
    }
}

impl Deref for PlainTokenAccount {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

/// A foreign account: the IDL does not describe it.
#[cfg(feature = "idl-build")]
mod idl {
    impl anchor_lang::IdlBuild for super::PlainTokenAccount {}
    impl anchor_lang::Discriminator for super::PlainTokenAccount {
        const DISCRIMINATOR: &'static [u8] = &[];
    }
}

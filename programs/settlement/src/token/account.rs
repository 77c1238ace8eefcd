use std::ops::Deref;

use anchor_lang::prelude::*;
use anchor_spl::token_2022::spl_token_2022::{
    extension::{BaseStateWithExtensions, StateWithExtensions},
    state::Account as State,
};

use super::extension;
use crate::error::SettlementError;

/// A token account on the way out of a pool: initialised, of SPL Token or Token-2022, with any extensions. The token
/// program decides whether it can receive, and may give new accounts new extensions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseTokenAccount(State);

impl BaseTokenAccount {
    /// Reads an unchecked account. It must belong to `token_program` (6209) and have the mint `mint` (6231).
    pub fn read(info: &AccountInfo, token_program: &Pubkey, mint: &Pubkey) -> Result<Self> {
        read(info, token_program, mint)
    }
}

impl AccountDeserialize for BaseTokenAccount {
    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        Ok(Self(unpack(data)?.base))
    }
}

/// A token account on the way into a pool: no extensions except ImmutableOwner, so only a freeze can stop transfers.
/// Deserialising one is the check: any other account is refused (6209), with the reason in the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlainTokenAccount(BaseTokenAccount);

impl PlainTokenAccount {
    /// Reads an unchecked account. It must belong to `token_program` (6209) and have the mint `mint` (6231).
    pub fn read(info: &AccountInfo, token_program: &Pubkey, mint: &Pubkey) -> Result<Self> {
        read(info, token_program, mint)
    }
}

impl AccountDeserialize for PlainTokenAccount {
    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let account = unpack(data)?;
        match extension::first_refused(account.get_tlv_data(), &[extension::IMMUTABLE_OWNER]) {
            Ok(None) => Ok(Self(BaseTokenAccount(account.base))),
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

fn read<T>(info: &AccountInfo, token_program: &Pubkey, mint: &Pubkey) -> Result<T>
where
    T: AccountDeserialize + Deref<Target = State>,
{
    if info.owner != token_program {
        msg!("{} is not an account of the token program", info.key);
        return err!(SettlementError::UnsupportedTokenAccount);
    }
    let account = T::try_deserialize(&mut &info.try_borrow_data()?[..])?;
    require_keys_eq!(account.mint, *mint, SettlementError::WrongMint);
    Ok(account)
}

fn unpack<'a>(data: &&'a [u8]) -> Result<StateWithExtensions<'a, State>> {
    StateWithExtensions::unpack(data).map_err(|_| {
        msg!("the account is not an initialised token account");
        SettlementError::UnsupportedTokenAccount.into()
    })
}

impl AccountSerialize for BaseTokenAccount {}
impl AccountSerialize for PlainTokenAccount {}

impl Owners for BaseTokenAccount {
    fn owners() -> &'static [Pubkey] {
        <anchor_spl::token_interface::TokenInterface as anchor_lang::Ids>::ids()
    }
}

impl Owners for PlainTokenAccount {
    fn owners() -> &'static [Pubkey] {
        BaseTokenAccount::owners()
    }
}

impl Deref for BaseTokenAccount {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

impl Deref for PlainTokenAccount {
    type Target = State;

    fn deref(&self) -> &State {
        &self.0
    }
}

/// Foreign accounts: the IDL does not describe them.
#[cfg(feature = "idl-build")]
mod idl {
    impl anchor_lang::IdlBuild for super::BaseTokenAccount {}
    impl anchor_lang::Discriminator for super::BaseTokenAccount {
        const DISCRIMINATOR: &'static [u8] = &[];
    }
    impl anchor_lang::IdlBuild for super::PlainTokenAccount {}
    impl anchor_lang::Discriminator for super::PlainTokenAccount {
        const DISCRIMINATOR: &'static [u8] = &[];
    }
}

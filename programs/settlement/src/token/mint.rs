use std::ops::Deref;

use anchor_lang::prelude::*;
use anchor_spl::token_2022::spl_token_2022::{
    extension::{BaseStateWithExtensions, StateWithExtensions},
    state::Mint,
};

use super::extension;
use crate::error::SettlementError;

/// The accepted extensions. None of them can ever move, freeze, burn or take a share of tokens.
const ALLOWED: [u16; 6] = [
    extension::METADATA_POINTER,
    extension::TOKEN_METADATA,
    extension::GROUP_POINTER,
    extension::TOKEN_GROUP,
    extension::GROUP_MEMBER_POINTER,
    extension::TOKEN_GROUP_MEMBER,
];

/// A mint on the way out of a pool: initialised, of SPL Token or Token-2022, with any extensions.
///
/// IMPORTANT: the mint's authority can add some extensions after a market is created. Payouts, sweeps, closing and
/// refunds must not depend on extensions, or that authority could lock every stake.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BaseMint(Mint);

impl AccountDeserialize for BaseMint {
    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        Ok(Self(unpack(data)?.base))
    }
}

/// A mint accepted on the way into a pool: SPL Token, or Token-2022 with only metadata and groups. Deserialising one is
/// the check: any other extension is refused (6208) and named in the log.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoneyMint(BaseMint);

impl AccountDeserialize for MoneyMint {
    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let mint = unpack(data)?;
        match extension::first_refused(mint.get_tlv_data(), &ALLOWED) {
            Ok(None) => Ok(Self(BaseMint(mint.base))),
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

fn unpack<'a>(data: &&'a [u8]) -> Result<StateWithExtensions<'a, Mint>> {
    StateWithExtensions::unpack(data).map_err(|_| {
        msg!("the account is not an initialised mint");
        SettlementError::UnsupportedMint.into()
    })
}

impl AccountSerialize for BaseMint {}
impl AccountSerialize for MoneyMint {}

impl Owners for BaseMint {
    fn owners() -> &'static [Pubkey] {
        <anchor_spl::token_interface::TokenInterface as anchor_lang::Ids>::ids()
    }
}

impl Owners for MoneyMint {
    fn owners() -> &'static [Pubkey] {
        BaseMint::owners()
    }
}

impl Deref for BaseMint {
    type Target = Mint;

    fn deref(&self) -> &Mint {
        &self.0
    }
}

impl Deref for MoneyMint {
    type Target = Mint;

    fn deref(&self) -> &Mint {
        &self.0
    }
}

/// Foreign accounts: the IDL does not describe them.
#[cfg(feature = "idl-build")]
mod idl {
    impl anchor_lang::IdlBuild for super::BaseMint {}
    impl anchor_lang::Discriminator for super::BaseMint {
        const DISCRIMINATOR: &'static [u8] = &[];
    }
    impl anchor_lang::IdlBuild for super::MoneyMint {}
    impl anchor_lang::Discriminator for super::MoneyMint {
        const DISCRIMINATOR: &'static [u8] = &[];
    }
}

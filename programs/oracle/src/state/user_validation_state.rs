//! A user's validation credits.

use anchor_lang::prelude::*;
use linesman_verifier::same_bytes;
use linesman_wire::{create_account, require, require_keys_eq, NewAccount};

use crate::error::OracleError;

/// Credits in a pack.
pub const PACK: u32 = 100;

/// Credits of one user. Each call of `validate_stat_v4` or `validate_odds_v4` costs one. At the PDA of the seeds
/// `user_state` and the user's key.
#[account]
#[derive(InitSpace)]
pub struct UserValidationState {
    /// The user.
    pub owner: Pubkey,
    /// Credits left.
    pub credits: u32,
}

impl UserValidationState {
    /// First seed of the address; the second is the user's key.
    pub const SEED: &'static [u8] = b"user_state";
    /// Length of the account's data.
    pub const SIZE: usize = 8 + Self::INIT_SPACE;

    /// Takes one credit from the user's account.
    ///
    /// The address need not be derived: no account of this program with this discriminator exists at any other address
    /// than its user's.
    ///
    /// # Errors
    /// 6079 if the account is not owned by this program, is not a credits account, belongs to another user, or has no
    /// credits left.
    #[inline(always)]
    pub fn spend(account: &AccountInfo, user: &Pubkey) -> Result<()> {
        if !same_bytes(account.owner.as_array(), crate::ID.as_array()) {
            return Err(insufficient());
        }
        let mut data = account.try_borrow_mut_data()?;
        let data = (&mut **data).try_into().map_err(|_| insufficient())?;
        Self::take_credit(data, user.as_array()).ok_or_else(insufficient)
    }

    /// Takes one credit. `None`, with nothing changed, if the data is not a credits account of this user or has no
    /// credits left. The caller must have checked that this program owns the account.
    #[inline(always)]
    pub fn take_credit(data: &mut [u8; Self::SIZE], user: &[u8; 32]) -> Option<()> {
        // Compares word by word, which is cheaper than a syscall.
        let (discriminator, rest) = data.split_first_chunk_mut::<8>()?;
        let (owner, rest) = rest.split_first_chunk_mut::<32>()?;
        let credits = rest.first_chunk_mut::<4>()?;
        if discriminator.as_slice() != Self::DISCRIMINATOR || !same_bytes(owner, user) {
            return None;
        }
        *credits = u32::from_le_bytes(*credits).checked_sub(1)?.to_le_bytes();
        Some(())
    }

    /// Adds packs of [`PACK`] credits to the user's account. Creates the account if missing; `payer` pays for it.
    ///
    /// # Errors
    /// 6086 zero packs, 2006 wrong address, 6027 more credits than a u32 holds, 6018 or 6057 not a credits account of
    /// this user.
    pub fn add_packs<'info>(
        account: &AccountInfo<'info>,
        user: &Pubkey,
        packs: u32,
        payer: &AccountInfo<'info>,
    ) -> Result<()> {
        require!(packs > 0, OracleError::InvalidPackQuantity);
        let (address, bump) = Pubkey::find_program_address(&[Self::SEED, user.as_ref()], &crate::ID);
        require_keys_eq!(*account.key, address, ErrorCode::ConstraintSeeds);
        let mut state = if account.data_is_empty() && account.owner == &System::id() {
            let seeds: &[&[u8]] = &[Self::SEED, user.as_ref(), &[bump]];
            create_account(&NewAccount { account, payer, owner: &crate::ID, space: Self::SIZE, seeds })?;
            Self { owner: *user, credits: 0 }
        } else {
            require_keys_eq!(*account.owner, crate::ID, OracleError::InvalidAccountOwner);
            Self::try_deserialize(&mut &account.try_borrow_data()?[..])?
        };
        require_keys_eq!(state.owner, *user, OracleError::InvalidAccountData);
        state.credits = packs
            .checked_mul(PACK)
            .and_then(|credits| state.credits.checked_add(credits))
            .ok_or(OracleError::Overflow)?;
        let mut data = account.try_borrow_mut_data()?;
        state.try_serialize(&mut &mut data[..])
    }
}

#[cold]
#[inline(never)]
fn insufficient() -> Error {
    OracleError::InsufficientCredits.into()
}

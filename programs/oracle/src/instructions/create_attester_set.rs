//! `create_attester_set`: names the keys that vouch for roots together.

use anchor_lang::prelude::*;
use linesman_verifier::attestation;
use linesman_wire::{create_account, require, NewAccount};

use crate::error::OracleError;
use crate::state::{attester_set, AttesterSet};

/// Accounts of `create_attester_set`.
#[derive(Accounts)]
#[instruction(id: u64)]
pub struct CreateAttesterSet<'info> {
    /// Anybody; pays.
    #[account(mut)]
    pub creator: Signer<'info>,
    /// CHECK: created here, at the address of the seeds.
    #[account(mut, seeds = [AttesterSet::SEED, creator.key().as_ref(), &id.to_le_bytes()], bump)]
    pub set: UncheckedAccount<'info>,
    /// Creates the account.
    pub system_program: Program<'info, System>,
}

/// Writes the set, once. Refused if the keys are not 1 to 16 distinct ones (6108) or if the set exists (6066).
#[cold]
#[inline(never)]
pub(crate) fn create_attester_set(ctx: Context<CreateAttesterSet>, id: u64, keys: Vec<Pubkey>) -> Result<()> {
    let CreateAttesterSet { creator, set: account, .. } = ctx.accounts;
    attester_set::check_keys(&keys)?;
    require!(account.data_is_empty(), OracleError::InvalidAccount);
    let bump = ctx.bumps.set;
    let seeds: &[&[u8]] = &[AttesterSet::SEED, creator.key.as_ref(), &id.to_le_bytes(), &[bump]];
    create_account(&NewAccount {
        account,
        payer: creator,
        owner: &crate::ID,
        space: attestation::set_size(keys.len()),
        seeds,
    })?;
    let set = AttesterSet { version: attestation::VERSION, bump, creator: creator.key(), id, keys };
    let mut data = account.try_borrow_mut_data()?;
    set.try_serialize(&mut &mut data[..])
}

//! `validate_stat_v3`: one to five stats, sharing one multiproof, against a strategy.

use anchor_lang::prelude::*;
use linesman_verifier::{validate, Sha256, Trust};
use linesman_wire::{NDimensionalStrategy, StatValidationInputV3};

use crate::error::refused;
use crate::roots_data;

/// Accounts of `validate_stat_v3`.
#[derive(Accounts)]
pub struct ValidateStatV3<'info> {
    /// CHECK: owner, length, discriminator and day are checked.
    pub daily_scores_merkle_roots: UncheckedAccount<'info>,
}

/// Returns the verdict as return data, `01` or `00`; an invalid proof or strategy is an error.
///
/// There is no sport argument: all zero proofs of a call must use one layout, but any layout is accepted. Do not rely
/// on this for zero stats unless you know the sport.
pub(crate) fn validate_stat_v3(
    ctx: Context<ValidateStatV3>,
    payload: StatValidationInputV3,
    strategy: NDimensionalStrategy,
) -> Result<bool> {
    let roots = roots_data::borrow(&ctx.accounts.daily_scores_merkle_roots)?;
    let proof = payload.in_place().map_err(refused)?;
    let verdict = validate::stat::<Sha256, _, _>(&proof, &strategy.view(), &roots, Trust::AnyOne).map_err(refused)?;
    Ok(verdict.is_true())
}

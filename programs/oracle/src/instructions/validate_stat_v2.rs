//! `validate_stat_v2`: one to five stats, each with its own path, against a strategy.

use anchor_lang::prelude::*;
use linesman_verifier::{validate, Sha256, Trust};
use linesman_wire::{NDimensionalStrategy, StatValidationInput};

use crate::error::refused;
use crate::roots_data;

/// Accounts of `validate_stat_v2`.
#[derive(Accounts)]
pub struct ValidateStatV2<'info> {
    /// CHECK: owner, length, discriminator and day are checked.
    pub daily_scores_merkle_roots: UncheckedAccount<'info>,
}

/// Returns the verdict as return data, `01` or `00`; an invalid proof or strategy is an error.
///
/// There is no sport argument: all zero proofs of a call must use one layout, but any layout is accepted. Do not rely
/// on this for zero stats unless you know the sport.
pub(crate) fn validate_stat_v2(
    ctx: Context<ValidateStatV2>,
    payload: StatValidationInput,
    strategy: NDimensionalStrategy,
) -> Result<bool> {
    let roots = roots_data::borrow(&ctx.accounts.daily_scores_merkle_roots)?;
    let proof = payload.in_place().map_err(refused)?;
    let verdict = validate::stat::<Sha256, _, _>(&proof, &strategy.view(), &roots, Trust::AnyOne).map_err(refused)?;
    Ok(verdict.is_true())
}

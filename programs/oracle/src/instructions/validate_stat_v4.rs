//! `validate_stat_v4`: like v3, for a payload signed by the oracle; costs one credit.

use anchor_lang::prelude::*;
use linesman_verifier::{ed25519, validate, Sha256, Trust};
use linesman_wire::{NDimensionalStrategy, StatValidationInputV4};

use crate::error::refused;
use crate::roots_data;
use crate::signed_call::*;
use crate::state::UserValidationState;

/// Accounts of `validate_stat_v4`.
#[derive(Accounts)]
pub struct ValidateStatV4<'info> {
    /// The user who spends a credit.
    #[account(mut)]
    pub user: Signer<'info>,
    /// CHECK: owner, discriminator and user are checked.
    #[account(mut)]
    pub user_validation_state: UncheckedAccount<'info>,
    /// CHECK: the instructions sysvar, by address; the instruction directly before this one is read from it.
    #[cfg_attr(not(feature = "removable-rules"), account(address = INSTRUCTIONS_SYSVAR))]
    #[cfg_attr(feature = "removable-rules", account(constraint = is_instructions_sysvar(&instructions_sysvar)
        @ ErrorCode::ConstraintAddress))]
    pub instructions_sysvar: UncheckedAccount<'info>,
    /// CHECK: owner, length, discriminator and day are checked.
    pub daily_scores_merkle_roots: UncheckedAccount<'info>,
    /// CHECK: owner, length and discriminator are checked.
    pub config: UncheckedAccount<'info>,
}

/// Returns the verdict as return data, `01` or `00`; every failure is an error. Every call that succeeds costs one
/// credit, whatever the verdict.
///
/// Checks, in this order: the credit (6079), the signature as in [`signed_message`], at most five stats (6069), the
/// signed digest (6085), then as `validate_stat_v3`.
pub(crate) fn validate_stat_v4(
    ctx: Context<ValidateStatV4>,
    payload: StatValidationInputV4,
    strategy: NDimensionalStrategy,
) -> Result<bool> {
    let accounts = ctx.accounts;
    UserValidationState::spend(&accounts.user_validation_state, accounts.user.key)?;
    let message = signed_message(&accounts.config, &accounts.instructions_sysvar)?;
    let proof = payload.in_place().map_err(refused)?;
    ed25519::check_message(&message, &proof.signed_digest::<Sha256>()).map_err(refused)?;
    let roots = roots_data::borrow(&accounts.daily_scores_merkle_roots)?;
    let verdict = validate::stat::<Sha256, _, _>(&proof, &strategy.view(), &roots, Trust::AnyOne).map_err(refused)?;
    Ok(verdict.is_true())
}

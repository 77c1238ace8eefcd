//! `validate_odds_v4`: like `validate_odds`, for a payload signed by the oracle; costs one credit.

use anchor_lang::prelude::*;
use linesman_verifier::{ed25519, Hasher, Sha256};
use linesman_wire::OddsValidationInputV4;

use crate::error::refused;
use crate::odds_proof;
use crate::signed_call::*;
use crate::state::UserValidationState;

/// Accounts of `validate_odds_v4`.
#[derive(Accounts)]
pub struct ValidateOddsV4<'info> {
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
    pub daily_odds_merkle_roots: UncheckedAccount<'info>,
    /// CHECK: owner, length and discriminator are checked.
    pub config: UncheckedAccount<'info>,
}

/// Returns true as return data `01`, or an error. Every call that succeeds costs one credit.
///
/// Checks, in this order: the credit (6079), the signature as in [`signed_message`], the signed digest (6085), then as
/// `validate_odds`.
pub(crate) fn validate_odds_v4(ctx: Context<ValidateOddsV4>, payload: OddsValidationInputV4) -> Result<bool> {
    let accounts = ctx.accounts;
    UserValidationState::spend(&accounts.user_validation_state, accounts.user.key)?;
    let message = signed_message(&accounts.config, &accounts.instructions_sysvar)?;
    let mut borsh = Vec::with_capacity(1024);
    payload.serialize(&mut borsh)?;
    ed25519::check_message(&message, &Sha256::hashv(&[&borsh])).map_err(refused)?;
    odds_proof::verify(&payload, &accounts.daily_odds_merkle_roots)
}

//! `close_attestation`: returns the rent of an attestation that nobody needs any more.

use anchor_lang::prelude::*;

use crate::error::OracleError;
use crate::state::Attestation;

/// Accounts of `close_attestation`.
#[derive(Accounts)]
pub struct CloseAttestation<'info> {
    /// The attester who paid for it. Signs, so that nobody else decides when the vouchers are gone.
    #[account(mut)]
    pub payer: Signer<'info>,
    /// The attestation. The payer is checked by the constraint (6015), the address in the handler.
    #[account(mut, close = payer, has_one = payer @ OracleError::InvalidRecipient)]
    pub attestation: Box<Account<'info, Attestation>>,
}

/// Closes an attestation 400 days after the later of its period's end and its making (6112).
#[cold]
#[inline(never)]
pub(crate) fn close_attestation(ctx: Context<CloseAttestation>) -> Result<()> {
    let attestation = &ctx.accounts.attestation;
    attestation.check_address(&attestation.key())?;
    attestation.check_kept(Clock::get()?.unix_timestamp)
}

//! `validate_fixture_batch`: proves the totals of an hour's batch of fixtures.

use anchor_lang::prelude::*;
use linesman_verifier::{validate, BatchProof, Sha256};
use linesman_wire::{path, BatchMetadata, ProofNode};

use crate::error::refused;
use crate::roots_data;

/// Accounts of `validate_fixture_batch`.
#[derive(Accounts)]
pub struct ValidateFixtureBatch<'info> {
    /// CHECK: owner, length, discriminator and window are checked.
    pub ten_daily_fixtures_roots: UncheckedAccount<'info>,
}

/// Returns true as return data `01`, or an error. `index` is the hour, in its ten-day window, of the metadata's start.
pub(crate) fn validate_fixture_batch(
    ctx: Context<ValidateFixtureBatch>,
    index: u8,
    metadata: BatchMetadata,
    proof: Vec<ProofNode>,
) -> Result<bool> {
    let roots = roots_data::borrow(&ctx.accounts.ten_daily_fixtures_roots)?;
    let proof = BatchProof { index, metadata: &metadata.into(), path: path(&proof) };
    let verdict = validate::fixture_batch::<Sha256>(&proof, &roots).map_err(refused)?;
    Ok(verdict.is_true())
}

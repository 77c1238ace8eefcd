//! `validate_fixture`: proves that a fixture record was published.

use anchor_lang::prelude::*;
use linesman_verifier::{validate, FixtureLeaf, FixtureProof, Sha256};
use linesman_wire::{path, Fixture, FixtureBatchSummary, ProofNode};

use crate::error::refused;
use crate::roots_data;

/// Accounts of `validate_fixture`.
#[derive(Accounts)]
pub struct ValidateFixture<'info> {
    /// CHECK: owner, length, discriminator and window are checked.
    pub ten_daily_fixtures_roots: UncheckedAccount<'info>,
}

/// Returns true as return data `01`, or an error.
pub(crate) fn validate_fixture(
    ctx: Context<ValidateFixture>,
    snapshot: Fixture,
    summary: FixtureBatchSummary,
    sub_tree_proof: Vec<ProofNode>,
    main_tree_proof: Vec<ProofNode>,
) -> Result<bool> {
    let roots = roots_data::borrow(&ctx.accounts.ten_daily_fixtures_roots)?;
    let mut borsh = Vec::with_capacity(256);
    snapshot.serialize(&mut borsh)?;
    let proof = FixtureProof {
        snapshot: FixtureLeaf::parse(&borsh).map_err(refused)?,
        summary: &summary.view(),
        sub_tree_path: path(&sub_tree_proof),
        main_path: path(&main_tree_proof),
    };
    let verdict = validate::fixture::<Sha256>(&proof, &roots).map_err(refused)?;
    Ok(verdict.is_true())
}

//! `validate_stat`: one stat, or the sum or difference of two, against a predicate.

use anchor_lang::prelude::*;
use linesman_verifier::validate::{self, StatV1};
use linesman_verifier::{Sha256, Trust};
use linesman_wire::{path, BinaryExpression, ProofNode, ScoresBatchSummary, StatTerm, TraderPredicate};

use crate::error::refused;
use crate::roots_data;

/// Accounts of `validate_stat`.
#[derive(Accounts)]
pub struct ValidateStat<'info> {
    /// CHECK: owner, length, discriminator and day are checked.
    pub daily_scores_merkle_roots: UncheckedAccount<'info>,
}

/// Returns the verdict as return data, `01` or `00`; an invalid proof is an error.
///
/// There is no sport argument: all zero proofs of a call must use one layout, but any layout is accepted. Do not rely
/// on this for zero stats unless you know the sport.
#[allow(clippy::too_many_arguments)]
pub(crate) fn validate_stat(
    ctx: Context<ValidateStat>,
    ts: i64,
    fixture_summary: ScoresBatchSummary,
    fixture_proof: Vec<ProofNode>,
    main_tree_proof: Vec<ProofNode>,
    predicate: TraderPredicate,
    stat_a: StatTerm,
    stat_b: Option<StatTerm>,
    op: Option<BinaryExpression>,
) -> Result<bool> {
    let roots = roots_data::borrow(&ctx.accounts.daily_scores_merkle_roots)?;
    let input = StatV1 {
        ts,
        summary: &fixture_summary,
        fixture_path: path(&fixture_proof),
        main_path: path(&main_tree_proof),
        predicate: predicate.into(),
        stat_a: stat_a.view(),
        stat_b: stat_b.as_ref().map(StatTerm::view),
        op: op.map(Into::into),
    };
    let verdict = validate::stat_v1::<Sha256>(&input, &roots, Trust::AnyOne).map_err(refused)?;
    Ok(verdict.is_true())
}

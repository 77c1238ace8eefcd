//! `validate_odds`: proves that an odds record was published.

use anchor_lang::prelude::*;
use linesman_wire::{Odds, OddsBatchSummary, OddsValidationInputV4, ProofNode};

use crate::odds_proof;

/// Accounts of `validate_odds`.
#[derive(Accounts)]
pub struct ValidateOdds<'info> {
    /// CHECK: owner, length, discriminator and day are checked.
    pub daily_odds_merkle_roots: UncheckedAccount<'info>,
}

/// Returns true as return data `01`, or an error.
pub(crate) fn validate_odds(
    ctx: Context<ValidateOdds>,
    ts: i64,
    odds_snapshot: Odds,
    summary: OddsBatchSummary,
    sub_tree_proof: Vec<ProofNode>,
    main_tree_proof: Vec<ProofNode>,
) -> Result<bool> {
    let input = OddsValidationInputV4 { ts, odds_snapshot, summary, sub_tree_proof, main_tree_proof };
    odds_proof::verify(&input, &ctx.accounts.daily_odds_merkle_roots)
}

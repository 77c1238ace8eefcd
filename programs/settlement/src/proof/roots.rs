use anchor_lang::prelude::*;
use linesman_verifier::{roots, ProvenEvent, ScoresProof, Sha256, Trust};

use super::refused;
use crate::{error::SettlementError, terms::Terms};

/// Verifies the proof against the oracle's roots account of its day.
///
/// IMPORTANT: the owner is the oracle program that the terms name, whatever program that is, and the address is the one
/// that this program derives for the day. Neither alone is enough: other programs can own the same bytes, and the same
/// program may own other accounts.
pub fn verify(proof: &ScoresProof, terms: &Terms, account: &AccountInfo) -> Result<ProvenEvent> {
    require_keys_eq!(*account.owner, terms.oracle_program, SettlementError::WrongOracle);
    let layout = terms.layout().ok_or(SettlementError::InvalidTerms)?;
    let data = account.try_borrow_data()?;
    let checked = proof.check().map_err(refused)?;
    let root = roots::scores_root(&data, checked.time()).map_err(refused)?;
    let bump = roots::bump(&data).map_err(refused)?;
    let oracle = terms.oracle_program.to_bytes();
    let address = roots::address::<Sha256>(&oracle, roots::SCORES_SEED, checked.time().epoch_day, bump);
    require!(account.key.to_bytes() == address, SettlementError::WrongRootsAddress);
    // The sport is the market's: a zero proof's layout byte is part of the claim, not of the evidence.
    checked.verify::<Sha256>(root, Trust::Sport(layout)).map_err(refused)
}

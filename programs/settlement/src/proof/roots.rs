use anchor_lang::prelude::*;
use linesman_verifier::{roots, Layout, ProvenCompact, ProvenEvent, ScoresProof, Sha256, SlotTime, Trust};
use linesman_wire::CompactProof;

use super::refused;
use crate::{error::SettlementError, terms::Terms};

/// Verifies the proof against the oracle's roots account of its day.
pub fn verify(proof: &ScoresProof, terms: &Terms, account: &AccountInfo) -> Result<ProvenEvent> {
    let layout = sport_of(terms, account)?;
    let data = account.try_borrow_data()?;
    let checked = proof.check().map_err(refused)?;
    let root = root(&data, account, terms, checked.time())?;
    // The sport is the market's: a zero proof's layout byte is part of the claim, not of the evidence.
    checked.verify::<Sha256>(root, Trust::Sport(layout)).map_err(refused)
}

/// Verifies a proof in the compact form, about the fixture and the keys of the terms, against the same account. A
/// function of its own: its frame would not fit beside that of the other forms.
#[inline(never)]
pub fn verify_compact(proof: &CompactProof, terms: &Terms, account: &AccountInfo) -> Result<ProvenCompact> {
    let layout = sport_of(terms, account)?;
    let data = account.try_borrow_data()?;
    let view = proof.view(terms.fixture_id, &terms.stat_keys);
    let checked = view.check().map_err(refused)?;
    let root = root(&data, account, terms, checked.time())?;
    checked.verify::<Sha256>(root, layout).map_err(refused)
}

/// The account's owner is the oracle program that the terms name, whatever program that is; gives the market's sport.
#[inline(always)]
fn sport_of(terms: &Terms, account: &AccountInfo) -> Result<Layout> {
    require_keys_eq!(*account.owner, terms.oracle_program, SettlementError::WrongOracle);
    Ok(terms.layout().ok_or(SettlementError::InvalidTerms)?)
}

/// The root of the slot.
///
/// IMPORTANT: beside the owner, the address is the one that this program derives for the day. Neither alone is enough:
/// other programs can own the same bytes, and the same program may own other accounts.
#[inline(always)]
fn root<'d>(data: &'d [u8], account: &AccountInfo, terms: &Terms, time: SlotTime) -> Result<&'d [u8; 32]> {
    let root = roots::scores_root(data, time).map_err(refused)?;
    let bump = roots::bump(data).map_err(refused)?;
    let oracle = terms.oracle_program.to_bytes();
    let address = roots::address::<Sha256>(&oracle, roots::SCORES_SEED, time.epoch_day, bump);
    require!(account.key.to_bytes() == address, SettlementError::WrongRootsAddress);
    Ok(root)
}

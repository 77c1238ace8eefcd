use anchor_lang::prelude::*;
use linesman_verifier::{
    roots, same_bytes, CompactProof, Layout, ProvenCompact, ProvenEvent, ScoresProof, Sha256, SlotTime, StatLeaves,
    Trust, MAX_STATS,
};
use linesman_wire as wire;
use linesman_wire::require;

use super::refused;
use crate::{error::SettlementError, terms::TermsView};

/// Verifies the proof against the roots account of its day. The owner of the account is the oracle, so the caller must
/// have checked the owner, or must say what it is.
///
/// IMPORTANT: the sport comes from the caller. A zero proof's layout byte is part of the claim and cannot be trusted.
#[inline(always)]
pub fn verify<L: StatLeaves>(proof: &ScoresProof<L>, layout: Layout, account: &AccountInfo) -> Result<ProvenEvent> {
    let data = account.try_borrow_data()?;
    let checked = proof.check().map_err(refused)?;
    let root = root(&data, account, checked.time())?;
    checked.verify::<Sha256>(root, Trust::Sport(layout)).map_err(refused)
}

/// Like [`verify`], for a compact proof of the market's fixture and keys, and of its oracle. Not inlined: the combined
/// stack frame would be too large.
#[inline(never)]
pub fn verify_compact(proof: &wire::CompactProof, terms: &TermsView, account: &AccountInfo) -> Result<ProvenCompact> {
    let layout = sport_of(terms, account)?;
    let mut keys = [0; MAX_STATS];
    let keys = keys.get_mut(..terms.stat_keys.len()).ok_or(ErrorCode::AccountDidNotDeserialize)?;
    keys.iter_mut().zip(terms.keys()).for_each(|(place, key)| *place = key);
    verify_compact_view(&proof.view(terms.fixture_id, keys), layout, account)
}

/// Like [`verify`], for a compact proof of the caller's fixture and keys.
#[inline(always)]
pub fn verify_compact_view(proof: &CompactProof, layout: Layout, account: &AccountInfo) -> Result<ProvenCompact> {
    let data = account.try_borrow_data()?;
    let checked = proof.check().map_err(refused)?;
    let root = root(&data, account, checked.time())?;
    checked.verify::<Sha256>(root, layout).map_err(refused)
}

/// Checks that the oracle program of the terms owns the account; returns the market's sport.
#[inline(always)]
pub fn sport_of(terms: &TermsView, account: &AccountInfo) -> Result<Layout> {
    require!(same_bytes(account.owner.as_array(), terms.oracle_program), SettlementError::WrongOracle);
    Ok(terms.layout().ok_or(SettlementError::InvalidTerms)?)
}

/// The root of the slot, from the roots account of its day.
///
/// IMPORTANT: checks the derived address as well as the owner. Neither is enough alone: another program can own the
/// same bytes, and the oracle program may own other accounts.
#[inline(always)]
fn root<'d>(data: &'d [u8], account: &AccountInfo, time: SlotTime) -> Result<&'d [u8; 32]> {
    let root = roots::scores_root(data, time).map_err(refused)?;
    let bump = roots::bump(data).map_err(refused)?;
    let oracle = account.owner.to_bytes();
    let address = roots::address::<Sha256>(&oracle, roots::SCORES_SEED, time.epoch_day, bump);
    require!(account.key.to_bytes() == address, SettlementError::WrongRootsAddress);
    Ok(root)
}

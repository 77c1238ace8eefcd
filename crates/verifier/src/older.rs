//! The older score tree (until 2026-06-30). For offline use; nothing else in the crate falls back to it.
//!
//! Every stat, zero or not, is a leaf of the stat tree. The fixture sub-tree has one leaf per update, its event stat
//! root. There are no zero maps.
//!
//! Moving one node between the fixture path and the stat path turns a proof of one tree into a valid proof of the
//! other. Such a proof still shows only present stats of the right update; `tests/vectors/README.md` explains why.

use crate::{
    rule::require,
    scores::{verify_present, Head},
    Error, Facts, Hasher, ProvenEvent, ScoresProof, StatProof,
};

/// Verifies a proof with single paths against a root of the older tree.
///
/// # Errors
/// As [`ScoresProof::verify`]; a multiproof is [`InvalidMultiproof`](Error::InvalidMultiproof): the older tree had
/// none.
pub fn verify_older<H: Hasher>(proof: &ScoresProof<'_>, root: &[u8; 32]) -> Result<ProvenEvent, Error> {
    let checked = proof.check()?;
    if proof.stat_proof != StatProof::Single {
        return Err(Error::InvalidMultiproof);
    }
    Head::of(proof).verify_summary::<H>(root)?;
    let updates = u64::from(proof.summary.update_stats.update_count.unsigned_abs());
    let path = proof.fixture_path;
    let leads_to_root = path.leads_to::<H>(proof.event_stat_root, &proof.summary.events_sub_tree_root);
    require!(FixturePathLength, path.has_depth_of(updates), Error::InvalidFixtureSubTreeProof);
    require!(UpdateIndex, path.leaf_index() < updates, Error::InvalidFixtureSubTreeProof);
    require!(EventRoot, leads_to_root, Error::InvalidFixtureSubTreeProof);
    let mut facts = Facts::NONE;
    for leaf in proof.leaves.as_slice() {
        facts.push(verify_present::<H>(&leaf.stat, leaf.path, proof.event_stat_root)?);
    }
    Ok(checked.proven(path.leaf_index() as u32, facts))
}

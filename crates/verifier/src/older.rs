//! The older score tree (until 2026-06-30), read offline and only when asked for by this name.
//!
//! All stats, zeros included, are leaves of the stat tree, and the fixture sub-tree has one leaf for each update: the
//! event stat root. There are no zero maps.
//!
//! A proof of either kind whose cut is moved by one node passes as one of the other. It proves stats that are present,
//! under the right update, and nothing else: `tests/vectors/README.md` says why.

use crate::{
    scores::{verify_present, Head},
    Error, Facts, Hasher, ProvenEvent, ScoresProof, StatProof,
};

/// Verifies a proof of single paths against a root of the older tree.
///
/// # Errors
/// As [`ScoresProof::verify`]; a multiproof is [`InvalidMultiproof`](Error::InvalidMultiproof): the older tree had none.
pub fn verify_older<H: Hasher>(proof: &ScoresProof<'_>, root: &[u8; 32]) -> Result<ProvenEvent, Error> {
    let checked = proof.check()?;
    if proof.stat_proof != StatProof::Single {
        return Err(Error::InvalidMultiproof);
    }
    Head::of(proof).verify_summary::<H>(root)?;
    let updates = u64::from(proof.summary.update_stats.update_count.unsigned_abs());
    if !proof.fixture_path.fits(updates)
        || !proof.fixture_path.leads_to::<H>(proof.event_stat_root, &proof.summary.events_sub_tree_root)
    {
        return Err(Error::InvalidFixtureSubTreeProof);
    }
    let mut facts = Facts::NONE;
    for leaf in proof.leaves.as_slice() {
        facts.push(verify_present::<H>(&leaf.stat, leaf.path, proof.event_stat_root)?);
    }
    Ok(checked.proven(proof.fixture_path.leaf_index() as u32, facts))
}

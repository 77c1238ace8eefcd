//! Compact proofs, built from the naive trees.

use linesman_verifier::{CompactProof, CompactWitness, Error, Layout, ProvenCompact, Sha256};

use super::{sample, Batch, Fixture, Hash};

/// A compact proof that owns its parts, so that tests can edit it.
#[derive(Clone, Debug)]
pub struct Compact {
    pub fixture_id: i64,
    pub keys: Vec<u32>,
    pub update_count: u32,
    pub min_timestamp: i64,
    pub max_timestamp: i64,
    pub update_index: u32,
    pub fixture_siblings: Vec<Hash>,
    pub main_index: u32,
    pub main_siblings: Vec<Hash>,
    pub period: i32,
    pub values: Vec<i32>,
    pub absent: u8,
    pub zero_map: Option<Hash>,
    pub witness: Option<CompactWitness>,
    pub leaf_indices: Vec<u32>,
    pub hashes: Vec<Hash>,
    pub event_stat_root: Option<Hash>,
}

impl Compact {
    pub fn view(&self) -> CompactProof<'_> {
        CompactProof {
            fixture_id: self.fixture_id,
            keys: &self.keys,
            update_count: self.update_count,
            min_timestamp: self.min_timestamp,
            max_timestamp: self.max_timestamp,
            update_index: self.update_index,
            fixture_siblings: &self.fixture_siblings,
            main_index: self.main_index,
            main_siblings: &self.main_siblings,
            period: self.period,
            values: &self.values,
            absent: self.absent,
            zero_map: self.zero_map.as_ref(),
            witness: self.witness,
            leaf_indices: &self.leaf_indices,
            hashes: &self.hashes,
            event_stat_root: self.event_stat_root.as_ref(),
        }
    }

    pub fn verify(&self, root: &Hash, sport: Layout) -> Result<ProvenCompact, Error> {
        self.view().verify::<Sha256>(root, sport)
    }

    /// Verifies against the sample's root.
    pub fn judge(&self) -> Result<ProvenCompact, Error> {
        self.verify(&sample().root(), Layout::Soccer)
    }
}

pub fn hashes(path: &[u8]) -> Vec<Hash> {
    path.chunks_exact(33).map(|node| node[..32].try_into().unwrap()).collect()
}

/// Builds the compact form from the trees, by its definition.
pub fn compact(batch: &Batch, fixture: usize, update: usize, keys: &[u32], witness: Option<u32>) -> Compact {
    let Fixture { summary, events, tree } = &batch.fixtures[fixture];
    let event = &events[update];
    let is_absent = |key: &u32| event.place(*key).is_none();
    let any_absent = keys.iter().any(is_absent);
    let places: Vec<usize> = keys.iter().chain(&witness).filter_map(|key| event.place(*key)).collect();
    let (siblings, leaf_indices) = if places.is_empty() { Default::default() } else { event.tree.multiproof(&places) };
    let value = |key: &u32| event.place(*key).map_or(0, |place| event.present[place].value);
    Compact {
        fixture_id: summary.fixture_id,
        keys: keys.to_vec(),
        update_count: summary.update_stats.update_count as u32,
        min_timestamp: summary.update_stats.min_timestamp,
        max_timestamp: summary.update_stats.max_timestamp,
        update_index: update as u32,
        fixture_siblings: hashes(&tree.path(2 * update + 1)).split_off(usize::from(any_absent)),
        main_index: fixture as u32 + 1,
        main_siblings: hashes(&batch.tree.path(fixture + 1)),
        period: if places.is_empty() { 0 } else { event.period },
        values: keys.iter().map(value).collect(),
        absent: keys.iter().enumerate().map(|(i, key)| u8::from(is_absent(key)) << i).sum(),
        zero_map: any_absent.then_some(event.map),
        witness: witness.map(|key| CompactWitness { key, value: value(&key) }),
        leaf_indices,
        hashes: hashes(&siblings),
        event_stat_root: places.is_empty().then(|| event.tree.root()),
    }
}

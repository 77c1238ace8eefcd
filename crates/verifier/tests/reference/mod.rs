//! Naive trees, built as the format describes and without any code of the crate. The tests build their proofs from
//! them.
//!
//! Shared by the tests of several crates and by `fuzz/`. Each includer must provide the hash as `crate::sha`.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use linesman_verifier::{
    Error, Layout, Leaves, Path, ProvenEvent, ScoresProof, ScoresSummary, Sha256, Stat, StatLeaf, StatProof, Trust,
    UpdateStats,
};

pub use crate::sha::sha;

pub mod compact;
pub mod fixture;
pub mod odds;

pub type Hash = [u8; 32];

pub fn hex(text: &str) -> Vec<u8> {
    assert!(text.len().is_multiple_of(2), "odd number of hex digits: {text}");
    (0..text.len() / 2).map(|i| u8::from_str_radix(&text[2 * i..2 * i + 2], 16).unwrap()).collect()
}

pub fn hash(text: &str) -> Hash {
    hex(text).try_into().unwrap()
}

/// Bytes of a path, 33 for each node.
pub fn path(nodes: &[(Hash, bool)]) -> Vec<u8> {
    nodes.iter().flat_map(|(hash, right)| hash.iter().copied().chain([u8::from(*right)])).collect()
}

/// A tree as a list of layers, leaves first.
#[derive(Clone, Debug)]
pub struct Tree(Vec<Vec<Hash>>);

impl Tree {
    pub fn new(leaves: Vec<Hash>) -> Self {
        let mut layers = vec![leaves];
        while layers.last().unwrap().len() > 1 {
            let below = layers.last().unwrap();
            let above = (0..below.len().div_ceil(2))
                .map(|i| {
                    let left = below[2 * i];
                    let right = below.get(2 * i + 1).copied().unwrap_or(left);
                    sha(&[&left, &right])
                })
                .collect();
            layers.push(above);
        }
        Self(layers)
    }

    pub fn root(&self) -> Hash {
        self.0.last().unwrap().first().copied().unwrap_or([0; 32])
    }

    pub fn depth(&self) -> usize {
        self.0.len() - 1
    }

    /// A node of a layer; past the end of an odd layer, its last node again.
    fn node(&self, layer: usize, index: usize) -> Hash {
        let layer = &self.0[layer];
        layer.get(index).copied().unwrap_or_else(|| layer[index - 1])
    }

    pub fn path(&self, leaf: usize) -> Vec<u8> {
        let nodes: Vec<_> = (0..self.depth())
            .map(|layer| {
                let index = leaf >> layer;
                (self.node(layer, index ^ 1), index.is_multiple_of(2))
            })
            .collect();
        path(&nodes)
    }

    /// Builds the multiproof by its definition: always take the largest heap number and merge it with its sibling or
    /// the next hash.
    pub fn multiproof(&self, leaves: &[usize]) -> (Vec<u8>, Vec<u32>) {
        let first = 1usize << self.depth();
        let indices: Vec<u32> = leaves.iter().map(|leaf| (first + leaf) as u32).collect();
        let mut work: BTreeSet<usize> = leaves.iter().map(|leaf| first + leaf).collect();
        let mut hashes = Vec::new();
        while let Some(number) = work.pop_last() {
            if number == 1 {
                break;
            }
            if !work.remove(&(number ^ 1)) {
                let layer = self.depth() - number.ilog2() as usize;
                let index = (number ^ 1) - (1 << number.ilog2());
                hashes.push((self.node(layer, index), number % 2 == 0));
            }
            work.insert(number >> 1);
        }
        (path(&hashes), indices)
    }
}

/// One record, including zero stats.
#[derive(Clone, Debug)]
pub struct Update {
    pub ts: i64,
    pub period: i32,
    pub stats: BTreeMap<u32, i32>,
}

#[derive(Clone, Debug)]
pub struct Event {
    pub period: i32,
    pub map: Hash,
    pub present: Vec<Stat>,
    pub tree: Tree,
}

/// The bit of a key, from the format's table.
pub fn bit(layout: Layout, key: u32) -> Option<usize> {
    let (block, offset) = ((key / 1000) as usize, (key % 1000) as usize);
    let blocks = [0, 1, 2, 10, 20, 30, 40];
    let place = blocks.iter().position(|known| *known == block);
    match layout {
        Layout::Soccer => (block <= 7 && (1..=8).contains(&offset)).then(|| 8 * block + offset - 1),
        Layout::Basketball => place.filter(|_| (1..=36).contains(&offset)).map(|i| 36 * i + offset - 1),
        Layout::UsFootball => {
            place.filter(|_| (1..=16).contains(&offset)).map(|i| [0, 18, 34, 50, 66, 82, 98][i] + offset - 1)
        }
    }
}

impl Event {
    pub fn new(layout: Layout, update: &Update) -> Self {
        let mut map = [0; 32];
        let mut present = Vec::new();
        for (key, value) in &update.stats {
            if *value == 0 {
                let bit = bit(layout, *key).unwrap();
                map[bit >> 3] |= 1 << (bit & 7);
            } else {
                present.push(Stat { key: *key, value: *value, period: update.period });
            }
        }
        let tree = Tree::new(present.iter().map(stat_leaf).collect());
        Self { period: update.period, map, present, tree }
    }

    pub fn place(&self, key: u32) -> Option<usize> {
        self.present.iter().position(|stat| stat.key == key)
    }
}

pub fn stat_leaf(stat: &Stat) -> Hash {
    sha(&[&stat.key.to_le_bytes(), &stat.value.to_le_bytes(), &stat.period.to_le_bytes()])
}

pub fn summary_leaf(summary: &ScoresSummary) -> Hash {
    sha(&[
        &[1],
        &summary.fixture_id.to_le_bytes(),
        &summary.update_stats.update_count.to_le_bytes(),
        &summary.update_stats.min_timestamp.to_le_bytes(),
        &summary.update_stats.max_timestamp.to_le_bytes(),
        &summary.events_sub_tree_root,
    ])
}

pub fn metadata_leaf(updates: i32, fixtures: i32, start: i64, end: i64) -> Hash {
    sha(&[&[0], &updates.to_le_bytes(), &fixtures.to_le_bytes(), &start.to_le_bytes(), &end.to_le_bytes()])
}

#[derive(Clone, Debug)]
pub struct Fixture {
    pub summary: ScoresSummary,
    pub events: Vec<Event>,
    pub tree: Tree,
}

/// One 5-minute slot.
#[derive(Clone, Debug)]
pub struct Batch {
    pub layout: Layout,
    pub fixtures: Vec<Fixture>,
    pub tree: Tree,
}

impl Batch {
    pub fn new(layout: Layout, fixtures: &BTreeMap<i64, Vec<Update>>) -> Self {
        let fixtures: Vec<Fixture> = fixtures
            .iter()
            .map(|(id, updates)| {
                let events: Vec<_> = updates.iter().map(|u| Event::new(layout, u)).collect();
                let leaves = events.iter().flat_map(|event| [sha(&[&event.map]), event.tree.root()]);
                let tree = Tree::new(leaves.collect());
                let times = updates.iter().map(|update| update.ts);
                Fixture {
                    summary: ScoresSummary {
                        fixture_id: *id,
                        update_stats: UpdateStats {
                            update_count: updates.len() as i32,
                            min_timestamp: times.clone().min().unwrap(),
                            max_timestamp: times.max().unwrap(),
                        },
                        events_sub_tree_root: tree.root(),
                    },
                    events,
                    tree,
                }
            })
            .collect();
        let stats = fixtures.iter().map(|fixture| fixture.summary.update_stats);
        let metadata = metadata_leaf(
            stats.clone().map(|stats| stats.update_count).sum(),
            fixtures.len() as i32,
            stats.clone().map(|stats| stats.min_timestamp).min().unwrap(),
            stats.map(|stats| stats.max_timestamp).max().unwrap(),
        );
        let summaries = fixtures.iter().map(|fixture| summary_leaf(&fixture.summary));
        let tree = Tree::new([metadata].into_iter().chain(summaries).collect());
        Self { layout, fixtures, tree }
    }

    pub fn root(&self) -> Hash {
        self.tree.root()
    }

    /// The parts common to all proofs of one update.
    pub fn head(&self, fixture: usize, update: usize) -> Proof {
        let Fixture { summary, events, tree } = &self.fixtures[fixture];
        Proof {
            ts: summary.update_stats.min_timestamp,
            summary: *summary,
            fixture_path: tree.path(2 * update + 1),
            main_path: self.tree.path(fixture + 1),
            event_stat_root: events[update].tree.root(),
            leaves: Vec::new(),
            multi: None,
        }
    }

    /// Each stat with its own path. A key that is not in the tree gets a zero proof, whatever the map says.
    pub fn single(&self, fixture: usize, update: usize, keys: &[u32]) -> Proof {
        let event = &self.fixtures[fixture].events[update];
        let mut proof = self.head(fixture, update);
        for key in keys {
            proof.leaves.push(match event.place(*key) {
                Some(place) => (event.present[place], event.tree.path(place)),
                None => zero_leaf(self.layout, event, *key),
            });
        }
        proof
    }

    /// All present stats in one multiproof.
    pub fn multi(&self, fixture: usize, update: usize, keys: &[u32]) -> Proof {
        let event = &self.fixtures[fixture].events[update];
        let mut proof = self.head(fixture, update);
        let mut places = Vec::new();
        for key in keys {
            proof.leaves.push(match event.place(*key) {
                Some(place) => {
                    places.push(place);
                    (event.present[place], Vec::new())
                }
                None => zero_leaf(self.layout, event, *key),
            });
        }
        proof.multi = Some(if places.is_empty() { (Vec::new(), Vec::new()) } else { event.tree.multiproof(&places) });
        proof
    }
}

pub fn zero_leaf(layout: Layout, event: &Event, key: u32) -> (Stat, Vec<u8>) {
    let stat = Stat { key, value: 0, period: event.period };
    (stat, path(&[(marker(layout.byte()), false), (event.map, false)]))
}

pub fn marker(layout: u8) -> Hash {
    let mut marker = [0xff; 32];
    marker[0] = layout;
    marker
}

/// A score proof that owns its bytes, so that tests can edit it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proof {
    pub ts: i64,
    pub summary: ScoresSummary,
    pub fixture_path: Vec<u8>,
    pub main_path: Vec<u8>,
    pub event_stat_root: Hash,
    pub leaves: Vec<(Stat, Vec<u8>)>,
    pub multi: Option<(Vec<u8>, Vec<u32>)>,
}

const MALFORMED: Error = Error::InstructionDidNotDeserialize;

impl Proof {
    pub fn view(&self) -> Result<ScoresProof<'_>, Error> {
        let leaves: Option<Vec<StatLeaf>> = self
            .leaves
            .iter()
            .map(|(stat, path)| Some(StatLeaf { stat: *stat, path: Path::from_bytes(path)? }))
            .collect();
        Ok(ScoresProof {
            ts: self.ts,
            summary: &self.summary,
            fixture_path: Path::from_bytes(&self.fixture_path).ok_or(MALFORMED)?,
            main_path: Path::from_bytes(&self.main_path).ok_or(MALFORMED)?,
            event_stat_root: &self.event_stat_root,
            leaves: Leaves::new(leaves.ok_or(MALFORMED)?)?,
            stat_proof: match &self.multi {
                None => StatProof::Single,
                Some((hashes, indices)) => {
                    StatProof::Multi { hashes: Path::from_bytes(hashes).ok_or(MALFORMED)?, indices }
                }
            },
        })
    }

    pub fn verify(&self, root: &Hash, trust: Trust) -> Result<ProvenEvent, Error> {
        self.view()?.verify::<Sha256>(root, trust)
    }

    /// Borsh `StatValidationInputV3`, or `StatValidationInput` without a multiproof.
    pub fn borsh(&self) -> Vec<u8> {
        let path = |bytes: &[u8]| {
            assert!(bytes.len().is_multiple_of(33));
            [&(bytes.len() as u32 / 33).to_le_bytes(), bytes].concat()
        };
        let stats = &self.summary.update_stats;
        let mut bytes = [
            &self.ts.to_le_bytes()[..],
            &self.summary.fixture_id.to_le_bytes(),
            &stats.update_count.to_le_bytes(),
            &stats.min_timestamp.to_le_bytes(),
            &stats.max_timestamp.to_le_bytes(),
            &self.summary.events_sub_tree_root,
            &path(&self.fixture_path),
            &path(&self.main_path),
            &self.event_stat_root,
            &(self.leaves.len() as u32).to_le_bytes(),
        ]
        .concat();
        for (stat, nodes) in &self.leaves {
            bytes.extend(stat.key.to_le_bytes());
            bytes.extend(stat.value.to_le_bytes());
            bytes.extend(stat.period.to_le_bytes());
            bytes.extend(path(nodes));
        }
        if let Some((hashes, indices)) = &self.multi {
            bytes.extend(path(hashes));
            bytes.extend((indices.len() as u32).to_le_bytes());
            bytes.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
        }
        bytes
    }

    /// The reverse of [`borsh`](Self::borsh); `None` if the bytes do not decode or some are left over.
    pub fn from_borsh(mut bytes: &[u8], multi: bool) -> Option<Self> {
        fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
            let (head, rest) = bytes.split_at_checked(count)?;
            *bytes = rest;
            Some(head)
        }
        fn array<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
            take(bytes, N)?.try_into().ok()
        }
        fn count(bytes: &mut &[u8]) -> Option<usize> {
            Some(u32::from_le_bytes(array(bytes)?) as usize)
        }
        fn path(bytes: &mut &[u8]) -> Option<Vec<u8>> {
            let length = count(bytes)?.checked_mul(33)?;
            Some(take(bytes, length)?.to_vec())
        }
        let input = &mut bytes;
        let proof = Self {
            ts: i64::from_le_bytes(array(input)?),
            summary: ScoresSummary {
                fixture_id: i64::from_le_bytes(array(input)?),
                update_stats: UpdateStats {
                    update_count: i32::from_le_bytes(array(input)?),
                    min_timestamp: i64::from_le_bytes(array(input)?),
                    max_timestamp: i64::from_le_bytes(array(input)?),
                },
                events_sub_tree_root: array(input)?,
            },
            fixture_path: path(input)?,
            main_path: path(input)?,
            event_stat_root: array(input)?,
            leaves: {
                let count = count(input)?;
                let mut leaves = Vec::new();
                for _ in 0..count {
                    let stat = Stat {
                        key: u32::from_le_bytes(array(input)?),
                        value: i32::from_le_bytes(array(input)?),
                        period: i32::from_le_bytes(array(input)?),
                    };
                    leaves.push((stat, path(input)?));
                }
                leaves
            },
            multi: if multi {
                let hashes = path(input)?;
                let count = count(input)?;
                let mut indices = Vec::new();
                for _ in 0..count {
                    indices.push(u32::from_le_bytes(array(input)?));
                }
                Some((hashes, indices))
            } else {
                None
            },
        };
        bytes.is_empty().then_some(proof)
    }
}

pub const TS: i64 = 1_800_000_001_000;

/// A fixed soccer batch for tests of single rules: three fixtures; fixture 1 has three updates with 5, 10 and 3 present
/// stats, so its sub-tree has six leaves, two of them under a duplicated node.
pub fn sample() -> &'static Batch {
    static SAMPLE: LazyLock<Batch> = LazyLock::new(build_sample);
    &SAMPLE
}

fn build_sample() -> Batch {
    let update =
        |ts, period, stats: &[(u32, i32)]| Update { ts: TS + ts, period, stats: stats.iter().copied().collect() };
    let first: &[(u32, i32)] = &[(1, 1), (2, 0), (7, 4), (8, 0), (1001, 1), (1007, 2), (3007, 2)];
    let second: &[(u32, i32)] = &[
        (1, 2),
        (2, 0),
        (3, 1),
        (4, 0),
        (7, 5),
        (8, 3),
        (1001, 1),
        (1002, 0),
        (1007, 2),
        (3001, 1),
        (3003, 1),
        (3007, 3),
        (3008, 3),
    ];
    let third: &[(u32, i32)] = &[(1, 3), (2, 0), (7, 6), (8, 3)];
    Batch::new(
        Layout::Soccer,
        &BTreeMap::from([
            (9_000_001, vec![update(4000, 4, first)]),
            (9_000_002, vec![update(0, 4, first), update(60_000, 100, second), update(61_000, 100, third)]),
            (9_000_003, vec![update(5000, 2, &[]), update(6000, 2, &[(1, 0), (2, 0)])]),
        ]),
    )
}

/// The fixture and update of the sample that most tests use.
pub const FIXTURE: usize = 1;
pub const UPDATE: usize = 1;

pub const SOCCER: Trust = Trust::Sport(Layout::Soccer);

/// Bytes of a roots account.
pub fn account(discriminator: [u8; 8], day: u16, slots: usize, roots: &[(usize, Hash)], bump: u8) -> Vec<u8> {
    let mut bytes = vec![0; 10 + 32 * slots + 6];
    bytes[..8].copy_from_slice(&discriminator);
    bytes[8..10].copy_from_slice(&day.to_le_bytes());
    for (slot, root) in roots {
        bytes[10 + 32 * slot..42 + 32 * slot].copy_from_slice(root);
    }
    bytes[10 + 32 * slots] = bump;
    bytes
}

/// The scores roots account with the sample's root.
pub fn sample_account(root: Hash) -> Vec<u8> {
    account(
        [0xd9, 0x0c, 0x0c, 0x17, 0x0a, 0xb7, 0x73, 0x7d],
        (TS / 86_400_000) as u16,
        288,
        &[((TS % 86_400_000 / 300_000) as usize, root)],
        254,
    )
}

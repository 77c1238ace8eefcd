//! Fixture records, batches and proofs, built from the naive trees.

use linesman_verifier::{
    roots, validate, BatchMetadata, BatchProof, Error, FixtureLeaf, FixtureProof, FixtureSummary, Path, Sha256, Verdict,
};

use super::{account, metadata_leaf, path, sha, Hash, Tree};

/// Day 20 833, 7 o'clock: window 20 830, hour 79.
pub const HOUR: i64 = 20_833 * 86_400_000 + 7 * 3_600_000;

pub fn string(text: &str) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

#[derive(Clone, Debug)]
pub struct Record {
    pub ts: i64,
    pub start_time: i64,
    pub competition: String,
    pub competition_id: i32,
    pub participant1: String,
    pub fixture_id: i64,
    pub home: bool,
}

impl Record {
    pub fn new() -> Self {
        Self {
            ts: HOUR,
            start_time: HOUR + 7,
            competition: "a cup".into(),
            competition_id: 41,
            participant1: "number one".into(),
            fixture_id: 9_000_001,
            home: true,
        }
    }

    pub fn borsh(&self) -> Vec<u8> {
        [
            &self.ts.to_le_bytes()[..],
            &self.start_time.to_le_bytes(),
            &string(&self.competition),
            &self.competition_id.to_le_bytes(),
            &11i32.to_le_bytes(),
            &12i32.to_le_bytes(),
            &string(&self.participant1),
            &13i32.to_le_bytes(),
            &string("two"),
            &self.fixture_id.to_le_bytes(),
            &[u8::from(self.home)],
        ]
        .concat()
    }
}

#[derive(Clone)]
pub struct Owned {
    pub record: Record,
    pub fixture_id: i64,
    pub competition_id: i32,
    pub competition: String,
    pub update_count: u32,
    pub times: (i64, i64),
    pub sub_tree_root: Hash,
    pub sub_tree_path: Vec<u8>,
    pub main_path: Vec<u8>,
    pub account: Vec<u8>,
}

pub fn hourly_account(root: Hash) -> Vec<u8> {
    account(roots::FIXTURES_DISCRIMINATOR, 20_830, 240, &[(79, root)], 255)
}

impl Owned {
    pub fn new(count: usize, place: usize) -> Self {
        let record = |i: usize| Record { ts: HOUR + 1000 * i as i64, ..Record::new() };
        let records: Vec<_> = (0..count).map(record).collect();
        let tree = Tree::new(records.iter().map(|record| sha(&[&record.borsh()])).collect());
        let mut proof = Self {
            record: records[place].clone(),
            fixture_id: 9_000_001,
            competition_id: 41,
            competition: "a cup".into(),
            update_count: count as u32,
            times: (records[0].ts, records.last().unwrap().ts),
            sub_tree_root: tree.root(),
            sub_tree_path: tree.path(place),
            main_path: path(&[([1; 32], false), ([2; 32], true)]),
            account: Vec::new(),
        };
        proof.republish();
        proof
    }

    pub fn summary_hash(&self) -> Hash {
        sha(&[
            &[1],
            &self.fixture_id.to_le_bytes(),
            &self.competition_id.to_le_bytes(),
            &string(&self.competition),
            &self.update_count.to_le_bytes(),
            &self.times.0.to_le_bytes(),
            &self.times.1.to_le_bytes(),
            &self.sub_tree_root,
        ])
    }

    pub fn republish(&mut self) {
        let root = Path::from_bytes(&self.main_path).unwrap().fold::<Sha256>(self.summary_hash());
        self.account = hourly_account(root);
    }

    pub fn run(&self) -> Result<Verdict, Error> {
        let borsh = self.record.borsh();
        let summary = FixtureSummary {
            fixture_id: self.fixture_id,
            competition_id: self.competition_id,
            competition: &self.competition,
            update_count: self.update_count,
            min_timestamp: self.times.0,
            max_timestamp: self.times.1,
            update_sub_tree_root: self.sub_tree_root,
        };
        let proof = FixtureProof {
            snapshot: FixtureLeaf::parse(&borsh)?,
            summary: &summary,
            sub_tree_path: Path::from_bytes(&self.sub_tree_path).unwrap(),
            main_path: Path::from_bytes(&self.main_path).unwrap(),
        };
        assert_eq!(summary.leaf::<Sha256>(), self.summary_hash());
        validate::fixture::<Sha256>(&proof, &self.account)
    }
}

/// A batch's metadata in a tree with as many fixtures as it claims.
#[derive(Clone)]
pub struct Batch {
    pub index: u8,
    pub metadata: BatchMetadata,
    pub path: Vec<u8>,
    pub account: Vec<u8>,
}

impl Batch {
    pub fn new(fixtures: usize) -> Self {
        let metadata = BatchMetadata {
            total_update_count: fixtures as i32,
            num_unique_fixtures: fixtures as i32,
            overall_batch_start_ts: HOUR,
            overall_batch_end_ts: HOUR + 5,
        };
        let leaf = metadata_leaf(fixtures as i32, fixtures as i32, HOUR, HOUR + 5);
        assert_eq!(metadata.leaf::<Sha256>(), leaf);
        let others = (0..fixtures).map(|i| [i as u8 + 1; 32]);
        let tree = Tree::new([leaf].into_iter().chain(others).collect());
        Self { index: 79, metadata, path: tree.path(0), account: hourly_account(tree.root()) }
    }

    pub fn run(&self) -> Result<Verdict, Error> {
        let proof =
            BatchProof { index: self.index, metadata: &self.metadata, path: Path::from_bytes(&self.path).unwrap() };
        validate::fixture_batch::<Sha256>(&proof, &self.account)
    }
}

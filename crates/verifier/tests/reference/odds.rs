//! Odds records and proofs, built from the naive trees.

use linesman_verifier::{roots, validate, Error, OddsLeaf, OddsProof, OddsSummary, Path, Sha256, Verdict};

use super::{account, sha, Hash, Tree, TS};

/// A record with the fields of its Borsh form.
#[derive(Clone, Debug)]
pub struct Record {
    pub fixture_id: i64,
    pub message_id: String,
    pub ts: i64,
    pub game_state: Option<String>,
    pub in_running: bool,
    pub names: Vec<String>,
    pub prices: Vec<i32>,
}

pub fn string(text: &str) -> Vec<u8> {
    [&(text.len() as u32).to_le_bytes(), text.as_bytes()].concat()
}

pub fn optional(text: &Option<String>) -> Vec<u8> {
    match text {
        None => vec![0],
        Some(text) => [vec![1], string(text)].concat(),
    }
}

impl Record {
    pub fn new(ts: i64) -> Self {
        Self {
            fixture_id: 9_000_001,
            message_id: format!("message {ts}"),
            ts,
            game_state: None,
            in_running: true,
            names: vec!["over".into(), "under".into()],
            prices: vec![1900, 2000],
        }
    }

    pub fn borsh(&self) -> Vec<u8> {
        let mut bytes = [
            &self.fixture_id.to_le_bytes()[..],
            &string(&self.message_id),
            &self.ts.to_le_bytes(),
            &string("a bookmaker"),
            &7i32.to_le_bytes(),
            &string("TOTALS"),
            &optional(&self.game_state),
            &[u8::from(self.in_running)],
            &optional(&Some("line=2.5".into())),
            &optional(&None),
            &(self.names.len() as u32).to_le_bytes(),
        ]
        .concat();
        for name in &self.names {
            bytes.extend(string(name));
        }
        bytes.extend((self.prices.len() as u32).to_le_bytes());
        for price in &self.prices {
            bytes.extend(price.to_le_bytes());
        }
        bytes
    }
}

#[derive(Clone)]
pub struct Owned {
    pub ts: i64,
    pub record: Record,
    pub summary: OddsSummary,
    pub sub_tree_path: Vec<u8>,
    pub main_path: Vec<u8>,
    pub account: Vec<u8>,
}

pub fn summary_hash(summary: &OddsSummary) -> Hash {
    sha(&[
        &[1],
        &summary.fixture_id.to_le_bytes(),
        &summary.update_count.to_le_bytes(),
        &summary.min_timestamp.to_le_bytes(),
        &summary.max_timestamp.to_le_bytes(),
        &summary.odds_sub_tree_root,
    ])
}

pub fn odds_account(root: Hash) -> Vec<u8> {
    account(roots::ODDS_DISCRIMINATOR, 20_833, 288, &[(96, root)], 254)
}

impl Owned {
    /// A slot with `count` records of a fixture, and a proof of the `place`-th.
    pub fn new(count: usize, place: usize) -> Self {
        let records: Vec<_> = (0..count).map(|i| Record::new(TS + 1000 * i as i64)).collect();
        Self::of(&records, place)
    }

    pub fn of(records: &[Record], place: usize) -> Self {
        let tree = Tree::new(records.iter().map(|record| sha(&[&record.borsh()])).collect());
        let summary = OddsSummary {
            fixture_id: 9_000_001,
            update_count: records.len() as u32,
            min_timestamp: records[0].ts,
            max_timestamp: records.last().unwrap().ts,
            odds_sub_tree_root: tree.root(),
        };
        let main = Tree::new(vec![[1; 32], summary_hash(&summary), [2; 32]]);
        Self {
            ts: records[place].ts,
            record: records[place].clone(),
            summary,
            sub_tree_path: tree.path(place),
            main_path: main.path(1),
            account: odds_account(main.root()),
        }
    }

    /// Publishes the root that the summary and main path lead to.
    pub fn republish(&mut self) {
        let root = Path::from_bytes(&self.main_path).unwrap().fold::<Sha256>(summary_hash(&self.summary));
        self.account = odds_account(root);
    }

    pub fn run(&self) -> Result<Verdict, Error> {
        let borsh = self.record.borsh();
        let proof = OddsProof {
            ts: self.ts,
            odds: OddsLeaf::parse(&borsh)?,
            summary: &self.summary,
            sub_tree_path: Path::from_bytes(&self.sub_tree_path).unwrap(),
            main_path: Path::from_bytes(&self.main_path).unwrap(),
        };
        validate::odds::<Sha256>(&proof, &self.account)
    }
}

//! A second implementation of the rules: naive and slow, with maps and wide integers. It uses no code of the crate
//! except the types of its answers.

use std::collections::{BTreeMap, BTreeSet};

use linesman_verifier::{
    ed25519::OwnInstruction, BinaryExpression, Comparison, Error, Fact, GeometricTarget, HourTime, Layout, Predicate,
    ScoresSummary, SlotTime, Stat, StatPredicate, Trust, Verdict,
};

use crate::reference::{bit, compact::Compact, sha, stat_leaf, summary_leaf, Hash, Proof};

const DAY: i64 = 86_400_000;

/// A sibling and whether it is on the right.
pub type Node = (Hash, bool);

pub fn nodes(path: &[u8]) -> Vec<Node> {
    path.chunks(33).map(|node| (node[..32].try_into().unwrap(), node[32] == 1)).collect()
}

pub fn fold(leaf: Hash, path: &[u8]) -> Hash {
    nodes(path)
        .iter()
        .fold(leaf, |hash, (sibling, right)| if *right { sha(&[&hash, sibling]) } else { sha(&[sibling, &hash]) })
}

/// The index of the leaf in its layer.
pub fn leaf_index(path: &[u8]) -> u128 {
    nodes(path).iter().enumerate().map(|(layer, (_, right))| u128::from(!right) << layer).sum()
}

/// ceil(log2(n)), n at least 1.
pub fn depth(leaves: u128) -> usize {
    (0..).find(|depth| 1u128 << depth >= leaves).unwrap()
}

fn too_long(path: &[u8]) -> bool {
    path.len() > 32 * 33
}

fn refuse(if_so: bool, error: Error) -> Result<(), Error> {
    if if_so {
        return Err(error);
    }
    Ok(())
}

fn in_days(millis: i64) -> Result<(), Error> {
    refuse(millis < 0 || millis / DAY > i64::from(u16::MAX), Error::Overflow)
}

pub fn slot(millis: i64) -> Result<SlotTime, Error> {
    in_days(millis)?;
    Ok(SlotTime { epoch_day: (millis / DAY) as u16, slot: (millis % DAY / 300_000) as u16 })
}

pub fn hour(millis: i64) -> Result<HourTime, Error> {
    in_days(millis)?;
    let window = millis / DAY / 10 * 10;
    Ok(HourTime { window: window as u16, index: ((millis - window * DAY) / 3_600_000) as u16 })
}

fn slot_of_range(first: i64, last: i64) -> Result<SlotTime, Error> {
    in_days(first)?;
    in_days(last)?;
    refuse(first > last || slot(first) != slot(last), Error::TimeSlotMismatch)?;
    slot(first)
}

/// Discriminators in hex, as in the format's documentation.
pub const SCORES: (&str, usize) = ("d90c0c170ab7737d", 9232);
pub const ODDS: (&str, usize) = ("0d6e05ed89f203dd", 9232);
pub const FIXTURES: (&str, usize) = ("3930b904a415a782", 7696);

/// The root at an index of a roots account. `errors` are those for a wrong length and a wrong day.
pub fn root(
    account: &[u8],
    (discriminator, size): (&str, usize),
    day: u16,
    place: u16,
    [other_length, other_day]: [Error; 2],
) -> Result<Hash, Error> {
    refuse(account.len() != size, other_length)?;
    refuse(account[..8] != crate::reference::hex(discriminator), Error::AccountDiscriminatorMismatch)?;
    refuse(u16::from(account[8]) + 256 * u16::from(account[9]) != day, other_day)?;
    let start = 10 + 32 * usize::from(place);
    let root: Hash = account[start..start + 32].try_into().unwrap();
    refuse(root == [0; 32], Error::RootNotAvailable)?;
    Ok(root)
}

pub fn scores_root(account: &[u8], time: SlotTime) -> Result<Hash, Error> {
    root(account, SCORES, time.epoch_day, time.slot, [Error::SliceError, Error::ConstraintSeeds])
}

pub fn odds_root(account: &[u8], time: SlotTime) -> Result<Hash, Error> {
    root(account, ODDS, time.epoch_day, time.slot, [Error::SliceError, Error::ConstraintSeeds])
}

pub fn fixtures_root(account: &[u8], time: HourTime, other_window: Error) -> Result<Hash, Error> {
    root(account, FIXTURES, time.window, time.index, [Error::AccountDataTooSmall, other_window])
}

/// A proven update.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    pub time: SlotTime,
    pub update_index: u128,
    pub facts: Vec<Fact>,
}

fn summary_times(summary: &ScoresSummary) -> Result<SlotTime, Error> {
    let stats = &summary.update_stats;
    let time = slot_of_range(stats.min_timestamp, stats.max_timestamp)?;
    refuse(stats.update_count < 1, Error::InvalidUpdateCount)?;
    Ok(time)
}

fn indices_are_leaves_of_one_layer(indices: &[u32]) -> bool {
    let distinct: BTreeSet<_> = indices.iter().collect();
    let layers: BTreeSet<_> = indices.iter().map(|index| index.checked_ilog2()).collect();
    distinct.len() == indices.len() && layers.len() <= 1 && !layers.contains(&None)
}

fn are_distinct(keys: &[u32]) -> bool {
    keys.iter().collect::<BTreeSet<_>>().len() == keys.len()
}

/// The checks before the first hash.
pub fn scores_form(proof: &Proof) -> Result<SlotTime, Error> {
    refuse(!(1..=5).contains(&proof.leaves.len()), Error::TooManyStats)?;
    refuse(proof.ts != proof.summary.update_stats.min_timestamp, Error::TimestampMismatch)?;
    let mut paths = vec![&proof.fixture_path, &proof.main_path];
    paths.extend(proof.leaves.iter().map(|(_, path)| path));
    paths.extend(proof.multi.iter().map(|(hashes, _)| hashes));
    refuse(paths.into_iter().any(|path| too_long(path)), Error::ProofTooLarge)?;
    let time = summary_times(&proof.summary)?;
    if let Some((_, indices)) = &proof.multi {
        let present = proof.leaves.iter().filter(|(_, path)| path.is_empty()).count();
        refuse(indices.len() != present, Error::LengthMismatch)?;
        refuse(!indices_are_leaves_of_one_layer(indices), Error::InvalidMultiproof)?;
        let keys: Vec<u32> = proof.leaves.iter().map(|(stat, _)| stat.key).collect();
        refuse(!are_distinct(&keys), Error::InvalidMultiproof)?;
    }
    Ok(time)
}

fn main_level(proof: &Proof, root: Hash) -> Result<(), Error> {
    let leads = fold(summary_leaf(&proof.summary), &proof.main_path) == root;
    refuse(proof.main_path.is_empty() || !leads, Error::InvalidMainTreeProof)
}

/// The update's index among the fixture's updates.
fn fixture_level(proof: &Proof) -> Result<u128, Error> {
    let leaves = 2 * proof.summary.update_stats.update_count as u128;
    let index = leaf_index(&proof.fixture_path);
    let fits = proof.fixture_path.len() / 33 == depth(leaves) && index % 2 == 1 && index < leaves;
    let leads = fold(proof.event_stat_root, &proof.fixture_path) == proof.summary.events_sub_tree_root;
    refuse(!fits || !leads, Error::InvalidFixtureSubTreeProof)?;
    Ok(index / 2)
}

/// The layout that the zero proofs of one call may have.
pub struct Zeros {
    trust: Trust,
    seen: BTreeSet<u8>,
    map_leaf: Option<Hash>,
}

impl Zeros {
    pub fn new(trust: Trust, fixture_path: &[u8]) -> Self {
        Self { trust, seen: BTreeSet::new(), map_leaf: nodes(fixture_path).first().map(|(hash, _)| *hash) }
    }

    fn check(&mut self, stat: &Stat, path: &[u8]) -> Result<(), Error> {
        let nodes = nodes(path);
        let shape = nodes.len() == 2 && nodes.iter().all(|(_, right)| !right) && nodes[0].0[1..] == [0xff; 31];
        refuse(!shape, Error::InvalidStatProof)?;
        let byte = nodes[0].0[0];
        let layout = Layout::ALL.into_iter().find(|layout| layout.byte() == byte).ok_or(Error::IndexOutOfBounds)?;
        let trusted = match self.trust {
            Trust::Sport(sport) => sport == layout,
            Trust::AnyOne => {
                self.seen.insert(byte);
                self.seen.len() == 1
            }
        };
        refuse(!trusted, Error::IndexOutOfBounds)?;
        let map = nodes[1].0;
        refuse(stat.value != 0 || self.map_leaf != Some(sha(&[&map])), Error::InvalidStatProof)?;
        zero_bit(layout, stat.key, &map)
    }
}

fn zero_bit(layout: Layout, key: u32, map: &Hash) -> Result<(), Error> {
    let bit = bit(layout, key).ok_or(Error::IndexOutOfBounds)?;
    refuse(map[bit / 8] & 1 << (bit % 8) == 0, Error::StatNotZero)
}

fn present(stat: &Stat) -> Fact {
    Fact::Present { key: stat.key, value: stat.value, period: stat.period }
}

pub fn witness(stat: &Stat, path: &[u8], root: Hash) -> Result<Fact, Error> {
    refuse(fold(stat_leaf(stat), path) != root, Error::InvalidStatProof)?;
    Ok(present(stat))
}

fn single(stat: &Stat, path: &[u8], root: Hash, zeros: &mut Zeros) -> Result<Fact, Error> {
    if nodes(path).first().is_some_and(|(hash, _)| hash[1..] == [0xff; 31]) {
        zeros.check(stat, path)?;
        return Ok(Fact::Absent { key: stat.key });
    }
    witness(stat, path, root)
}

/// Folds a multiproof by its definition; `side` returns a sibling's side if the sibling carries one.
fn multi_root(leaves: &[(u32, Hash)], siblings: &[(Hash, Option<bool>)]) -> Result<Hash, Error> {
    let mut work: BTreeMap<u32, Hash> = leaves.iter().copied().collect();
    let mut siblings = siblings.iter();
    loop {
        let (number, hash) = work.pop_last().unwrap();
        if number == 1 {
            refuse(siblings.next().is_some(), Error::InvalidProofPath)?;
            return Ok(hash);
        }
        let is_left = number % 2 == 0;
        let sibling = match work.remove(&(number ^ 1)) {
            Some(sibling) => sibling,
            None => {
                let (sibling, side) = siblings.next().ok_or(Error::MissingProofNode)?;
                refuse(side.is_some_and(|right| right != is_left), Error::InvalidProofPath)?;
                *sibling
            }
        };
        let parent = if is_left { sha(&[&hash, &sibling]) } else { sha(&[&sibling, &hash]) };
        work.insert(number / 2, parent);
    }
}

fn stat_level(proof: &Proof, trust: Trust) -> Result<Vec<Fact>, Error> {
    let mut zeros = Zeros::new(trust, &proof.fixture_path);
    let Some((hashes, indices)) = &proof.multi else {
        return proof.leaves.iter().map(|(stat, path)| single(stat, path, proof.event_stat_root, &mut zeros)).collect();
    };
    let mut facts = Vec::new();
    let mut leaves = Vec::new();
    for (stat, path) in &proof.leaves {
        if path.is_empty() {
            leaves.push((indices[leaves.len()], stat_leaf(stat)));
            facts.push(present(stat));
        } else {
            zeros.check(stat, path)?;
            facts.push(Fact::Absent { key: stat.key });
        }
    }
    if leaves.is_empty() {
        refuse(!hashes.is_empty(), Error::InvalidProofPath)?;
        return Ok(facts);
    }
    let siblings: Vec<_> = nodes(hashes).into_iter().map(|(hash, right)| (hash, Some(right))).collect();
    refuse(multi_root(&leaves, &siblings)? != proof.event_stat_root, Error::InvalidStatProof)?;
    Ok(facts)
}

pub fn scores(proof: &Proof, account: &[u8], trust: Trust) -> Result<Event, Error> {
    let time = scores_form(proof)?;
    main_level(proof, scores_root(account, time)?)?;
    let update_index = fixture_level(proof)?;
    Ok(Event { time, update_index, facts: stat_level(proof, trust)? })
}

fn holds(predicate: &Predicate, value: i128, threshold: i128) -> bool {
    match predicate.comparison {
        Comparison::GreaterThan => value > threshold,
        Comparison::LessThan => value < threshold,
        Comparison::EqualTo => value == threshold,
    }
}

fn operation(op: BinaryExpression, a: i32, b: i32) -> Result<i128, Error> {
    let value = match op {
        BinaryExpression::Add => i128::from(a) + i128::from(b),
        BinaryExpression::Subtract => i128::from(a) - i128::from(b),
    };
    refuse(i32::try_from(value).is_err(), Error::Overflow)?;
    Ok(value)
}

/// A claim that owns its parts.
#[derive(Clone, Debug)]
pub struct Claim {
    pub targets: Vec<GeometricTarget>,
    pub distance: Option<Predicate>,
    pub discrete: Vec<StatPredicate>,
}

impl Claim {
    fn places(&self) -> Vec<u8> {
        let mut places: Vec<u8> = self.targets.iter().map(|target| target.stat_index).collect();
        for predicate in &self.discrete {
            match predicate {
                StatPredicate::Single { index, .. } => places.push(*index),
                StatPredicate::Binary { index_a, index_b, .. } => places.extend([*index_a, *index_b]),
            }
        }
        places
    }

    /// The indices of the stats that are used.
    pub fn check_partial(&self, count: usize) -> Result<BTreeSet<u8>, Error> {
        refuse(!self.targets.is_empty() && self.distance.is_none(), Error::MissingDistancePredicate)?;
        let places = self.places();
        refuse(places.iter().any(|place| usize::from(*place) >= count), Error::IndexOutOfBounds)?;
        Ok(places.into_iter().collect())
    }

    pub fn check(&self, count: usize) -> Result<(), Error> {
        let used = self.check_partial(count)?;
        refuse(used.len() != self.places().len(), Error::DuplicateStatCoverage)?;
        refuse(used.len() != count, Error::IncompleteStatCoverage)
    }

    pub fn evaluate(&self, facts: &[Fact]) -> Result<Verdict, Error> {
        let value = |place: u8| facts[usize::from(place)].value();
        let far = |target: &GeometricTarget| {
            (i128::from(value(target.stat_index)) - i128::from(target.prediction)).unsigned_abs()
        };
        let distance = self.targets.iter().map(far).sum::<u128>();
        refuse(distance > u128::from(u32::MAX), Error::Overflow)?;
        let mut all = true;
        if let Some(predicate) = &self.distance {
            all &= holds(predicate, distance as i128, i128::from(predicate.threshold as u32));
        }
        for predicate in &self.discrete {
            let (value, predicate) = match predicate {
                StatPredicate::Single { index, predicate } => (i128::from(value(*index)), predicate),
                StatPredicate::Binary { index_a, index_b, op, predicate } => {
                    (operation(*op, value(*index_a), value(*index_b))?, predicate)
                }
            };
            all &= holds(predicate, value, i128::from(predicate.threshold));
        }
        Ok(if all { Verdict::True } else { Verdict::False })
    }
}

/// `validate_stat_v2`, `v3` and `v4`.
pub fn stat(proof: &Proof, claim: &Claim, account: &[u8], trust: Trust) -> Result<Verdict, Error> {
    let event = scores(proof, account, trust)?;
    claim.check(event.facts.len())?;
    claim.evaluate(&event.facts)
}

/// The further arguments of `validate_stat`, which takes the first leaves of a proof with single paths.
#[derive(Clone, Debug)]
pub struct Question {
    pub predicate: Predicate,
    /// The event stat root of the second stat, if there is one.
    pub second: Option<Hash>,
    pub op: Option<BinaryExpression>,
}

/// `validate_stat`.
pub fn stat_v1(proof: &Proof, question: &Question, account: &[u8], trust: Trust) -> Result<Verdict, Error> {
    let leaves = &proof.leaves[..1 + usize::from(question.second.is_some())];
    refuse(proof.ts != proof.summary.update_stats.min_timestamp, Error::TimestampMismatch)?;
    let mut paths = vec![&proof.fixture_path, &proof.main_path];
    paths.extend(leaves.iter().map(|(_, path)| path));
    refuse(paths.into_iter().any(|path| too_long(path)), Error::ProofTooLarge)?;
    let time = summary_times(&proof.summary)?;
    refuse(question.second.is_some() != question.op.is_some(), Error::InvalidStatCombination)?;
    main_level(proof, scores_root(account, time)?)?;
    let mut zeros = Zeros::new(trust, &proof.fixture_path);
    let a = single(&leaves[0].0, &leaves[0].1, proof.event_stat_root, &mut zeros)?.value();
    let value = match (question.second, question.op) {
        (Some(root), Some(op)) => {
            refuse(root != proof.event_stat_root, Error::InvalidStatCombination)?;
            let b = single(&leaves[1].0, &leaves[1].1, root, &mut zeros)?.value();
            operation(op, a, b)?
        }
        _ => i128::from(a),
    };
    fixture_level(proof)?;
    let all = holds(&question.predicate, value, i128::from(question.predicate.threshold));
    Ok(if all { Verdict::True } else { Verdict::False })
}

pub fn compact_form(proof: &Compact) -> Result<SlotTime, Error> {
    refuse(!(1..=5).contains(&proof.keys.len()), Error::TooManyStats)?;
    let fixture_path = proof.fixture_siblings.len() + usize::from(proof.zero_map.is_some());
    let lengths = [fixture_path, proof.main_siblings.len(), proof.hashes.len()];
    refuse(lengths.into_iter().any(|length| length > 32), Error::ProofTooLarge)?;
    let absent = |place: usize| proof.absent >> place & 1 == 1;
    let absent_keys = (0..8).filter(|place| absent(*place)).count();
    let no_key_for_bit = (proof.keys.len()..8).any(absent);
    refuse(no_key_for_bit, Error::InvalidCompactForm)?;
    let present_keys = proof.keys.len() - absent_keys;
    let present = present_keys + usize::from(proof.witness.is_some());
    let zeros = proof.values.iter().enumerate().all(|(place, value)| place >= 8 || !absent(place) || *value == 0);
    let needed = proof.values.len() == proof.keys.len()
        && zeros
        && proof.zero_map.is_some() == (absent_keys > 0)
        && (proof.witness.is_none() || present_keys == 0)
        && proof.event_stat_root.is_some() == (present == 0)
        && (present > 0 || proof.period == 0)
        && u128::from(proof.main_index) < 1 << proof.main_siblings.len();
    refuse(!needed, Error::InvalidCompactForm)?;
    let time = slot_of_range(proof.min_timestamp, proof.max_timestamp)?;
    refuse(proof.update_count < 1 || proof.update_count > i32::MAX as u32, Error::InvalidUpdateCount)?;
    refuse(proof.leaf_indices.len() != present, Error::LengthMismatch)?;
    refuse(!indices_are_leaves_of_one_layer(&proof.leaf_indices), Error::InvalidMultiproof)?;
    let keys: Vec<u32> = proof.keys.iter().copied().chain(proof.witness.map(|witness| witness.key)).collect();
    refuse(!are_distinct(&keys), Error::InvalidMultiproof)?;
    Ok(time)
}

/// A path from siblings and the index of the leaf, which determines their sides.
fn sided(siblings: &[Hash], index: u128) -> Vec<u8> {
    let nodes: Vec<Node> = siblings.iter().enumerate().map(|(layer, hash)| (*hash, index >> layer & 1 == 0)).collect();
    crate::reference::path(&nodes)
}

/// The claims of a compact proof, and the root that it leads to.
pub struct Reading {
    facts: Vec<Fact>,
    witness: Option<Fact>,
    pub root: Hash,
}

/// Everything except reading the account; the form must have been checked.
pub fn read_compact(proof: &Compact, sport: Layout) -> Result<Reading, Error> {
    refuse(proof.main_siblings.is_empty(), Error::InvalidMainTreeProof)?;
    let mut fixture_siblings = proof.fixture_siblings.clone();
    if let Some(map) = &proof.zero_map {
        fixture_siblings.insert(0, sha(&[map]));
    }
    let updates = u128::from(proof.update_count);
    let fits = fixture_siblings.len() == depth(2 * updates) && u128::from(proof.update_index) < updates;
    refuse(!fits, Error::InvalidFixtureSubTreeProof)?;

    let mut facts = Vec::new();
    let mut stats = Vec::new();
    for (place, (key, value)) in proof.keys.iter().zip(&proof.values).enumerate() {
        if proof.absent >> place & 1 == 1 {
            zero_bit(sport, *key, &proof.zero_map.unwrap())?;
            facts.push(Fact::Absent { key: *key });
        } else {
            let stat = Stat { key: *key, value: *value, period: proof.period };
            facts.push(present(&stat));
            stats.push(stat);
        }
    }
    let witness = proof.witness.map(|one| Stat { key: one.key, value: one.value, period: proof.period });
    stats.extend(witness);
    let siblings: Vec<_> = proof.hashes.iter().map(|hash| (*hash, None)).collect();
    let event_stat_root = match proof.event_stat_root {
        Some(_) if !siblings.is_empty() => return Err(Error::InvalidProofPath),
        Some(root) => root,
        None => {
            let leaves: Vec<_> = proof.leaf_indices.iter().copied().zip(stats.iter().map(stat_leaf)).collect();
            multi_root(&leaves, &siblings)?
        }
    };
    let fixture_path = sided(&fixture_siblings, 2 * u128::from(proof.update_index) + 1);
    let summary = ScoresSummary {
        fixture_id: proof.fixture_id,
        update_stats: linesman_verifier::UpdateStats {
            update_count: proof.update_count as i32,
            min_timestamp: proof.min_timestamp,
            max_timestamp: proof.max_timestamp,
        },
        events_sub_tree_root: fold(event_stat_root, &fixture_path),
    };
    let main_path = sided(&proof.main_siblings, u128::from(proof.main_index));
    let root = fold(summary_leaf(&summary), &main_path);
    Ok(Reading { facts, witness: witness.as_ref().map(present), root })
}

/// The event, and the witness.
pub fn compact(proof: &Compact, account: &[u8], sport: Layout) -> Result<(Event, Option<Fact>), Error> {
    let time = compact_form(proof)?;
    let root = scores_root(account, time)?;
    let reading = read_compact(proof, sport)?;
    refuse(reading.root != root, Error::InvalidMainTreeProof)?;
    let event = Event { time, update_index: u128::from(proof.update_index), facts: reading.facts };
    Ok((event, reading.witness))
}

/// Strict Borsh, field by field.
pub struct Borsh<'a>(pub &'a [u8]);

impl<'a> Borsh<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn integer(&mut self, bytes: usize) -> Option<i64> {
        let mut wide = [0; 8];
        wide[..bytes].copy_from_slice(self.take(bytes)?);
        Some(i64::from_le_bytes(wide) << (64 - 8 * bytes) >> (64 - 8 * bytes))
    }

    fn count(&mut self) -> Option<u32> {
        Some(self.integer(4)? as u32)
    }

    fn string(&mut self) -> Option<String> {
        let length = self.count()?;
        String::from_utf8(self.take(length as usize)?.to_vec()).ok()
    }

    fn tag(&mut self) -> Option<bool> {
        match self.take(1)? {
            [0] => Some(false),
            [1] => Some(true),
            _ => None,
        }
    }

    fn optional_string(&mut self) -> Option<Option<String>> {
        Some(if self.tag()? { Some(self.string()?) } else { None })
    }

    fn end(self) -> Option<()> {
        self.0.is_empty().then_some(())
    }
}

/// The fields of an odds record that the rules use.
#[derive(Clone, Debug, PartialEq)]
pub struct OddsFields {
    pub fixture_id: i64,
    pub message_id: String,
    pub ts: i64,
    pub names: u32,
    pub prices: u32,
}

pub fn odds_fields(bytes: &[u8]) -> Option<OddsFields> {
    let mut borsh = Borsh(bytes);
    let fixture_id = borsh.integer(8)?;
    let message_id = borsh.string()?;
    let ts = borsh.integer(8)?;
    borsh.string()?;
    borsh.integer(4)?;
    borsh.string()?;
    borsh.optional_string()?;
    borsh.tag()?;
    borsh.optional_string()?;
    borsh.optional_string()?;
    let names = borsh.count()?;
    for _ in 0..names {
        borsh.string()?;
    }
    let prices = borsh.count()?;
    for _ in 0..prices {
        borsh.integer(4)?;
    }
    borsh.end()?;
    Some(OddsFields { fixture_id, message_id, ts, names, prices })
}

/// The fields of a fixture record that the rules use.
#[derive(Clone, Debug, PartialEq)]
pub struct FixtureFields {
    pub ts: i64,
    pub start_time: i64,
    pub competition: String,
    pub competition_id: i32,
    pub fixture_id: i64,
}

pub fn fixture_fields(bytes: &[u8]) -> Option<FixtureFields> {
    let mut borsh = Borsh(bytes);
    let ts = borsh.integer(8)?;
    let start_time = borsh.integer(8)?;
    let competition = borsh.string()?;
    let competition_id = borsh.integer(4)? as i32;
    borsh.integer(4)?;
    borsh.integer(4)?;
    borsh.string()?;
    borsh.integer(4)?;
    borsh.string()?;
    let fixture_id = borsh.integer(8)?;
    borsh.tag()?;
    borsh.end()?;
    Some(FixtureFields { ts, start_time, competition, competition_id, fixture_id })
}

const UNDECODABLE: Error = Error::InstructionDidNotDeserialize;

fn sub_tree(bytes: &[u8], path: &[u8], count: u32, root: Hash) -> Result<(), Error> {
    let leaves = u128::from(count);
    let fits = path.len() / 33 == depth(leaves) && leaf_index(path) < leaves;
    refuse(!fits || fold(sha(&[bytes]), path) != root, Error::InvalidSubTreeProof)
}

fn main_tree(leaf: Hash, path: &[u8], root: Hash) -> Result<(), Error> {
    refuse(path.is_empty() || fold(leaf, path) != root, Error::InvalidMainTreeProof)
}

/// `validate_odds`; `bytes` is the record.
pub fn odds(proof: &crate::reference::odds::Owned, bytes: &[u8]) -> Result<Verdict, Error> {
    let record = odds_fields(bytes).ok_or(UNDECODABLE)?;
    let summary = &proof.summary;
    refuse(proof.ts != record.ts, Error::TimestampMismatch)?;
    refuse(too_long(&proof.sub_tree_path) || too_long(&proof.main_path), Error::ProofTooLarge)?;
    let time = slot(record.ts)?;
    let inside = summary.min_timestamp <= record.ts && record.ts <= summary.max_timestamp;
    refuse(!inside, Error::TimeSlotMismatch)?;
    refuse(summary.update_count == 0, Error::InvalidUpdateCount)?;
    refuse(record.names != record.prices, Error::PricesMismatch)?;
    refuse(record.fixture_id != summary.fixture_id, Error::FixtureMismatch)?;
    refuse(bytes.len() == 64, Error::AmbiguousLeaf)?;
    let root = odds_root(&proof.account, time)?;
    sub_tree(bytes, &proof.sub_tree_path, summary.update_count, summary.odds_sub_tree_root)?;
    main_tree(crate::reference::odds::summary_hash(summary), &proof.main_path, root)?;
    Ok(Verdict::True)
}

/// `validate_fixture`; `bytes` is the record.
pub fn fixture(proof: &crate::reference::fixture::Owned, bytes: &[u8]) -> Result<Verdict, Error> {
    let record = fixture_fields(bytes).ok_or(UNDECODABLE)?;
    refuse(too_long(&proof.sub_tree_path) || too_long(&proof.main_path), Error::ProofTooLarge)?;
    let time = hour(record.ts)?;
    refuse(!(proof.times.0..=proof.times.1).contains(&record.ts), Error::TimeSlotMismatch)?;
    refuse(proof.update_count == 0, Error::InvalidUpdateCount)?;
    let low = |id: i64| id as u64 % (1 << 48);
    let same = low(record.fixture_id) == low(proof.fixture_id)
        && record.competition_id == proof.competition_id
        && record.competition == proof.competition;
    refuse(!same, Error::FixtureMismatch)?;
    refuse(bytes.len() == 64, Error::AmbiguousLeaf)?;
    let root = fixtures_root(&proof.account, time, Error::TimeSlotMismatch)?;
    sub_tree(bytes, &proof.sub_tree_path, proof.update_count, proof.sub_tree_root)?;
    main_tree(proof.summary_hash(), &proof.main_path, root)?;
    Ok(Verdict::True)
}

/// `validate_fixture_batch`.
pub fn fixture_batch(proof: &crate::reference::fixture::Batch) -> Result<Verdict, Error> {
    let metadata = &proof.metadata;
    let time = hour(metadata.overall_batch_start_ts);
    refuse(time.is_ok_and(|time| time.index != u16::from(proof.index)), Error::TimestampMismatch)?;
    refuse(too_long(&proof.path), Error::ProofTooLarge)?;
    let time = time?;
    refuse(metadata.overall_batch_end_ts < metadata.overall_batch_start_ts, Error::TimeSlotMismatch)?;
    refuse(metadata.total_update_count < 1 || metadata.num_unique_fixtures < 1, Error::InvalidUpdateCount)?;
    let root = fixtures_root(&proof.account, time, Error::ConstraintSeeds)?;
    let leaf = crate::reference::metadata_leaf(
        metadata.total_update_count,
        metadata.num_unique_fixtures,
        metadata.overall_batch_start_ts,
        metadata.overall_batch_end_ts,
    );
    let fits = proof.path.len() / 33 == depth(metadata.num_unique_fixtures as u128 + 1) && leaf_index(&proof.path) == 0;
    refuse(!fits || fold(leaf, &proof.path) != root, Error::InvalidMainTreeProof)?;
    Ok(Verdict::True)
}

/// Program and data of the instruction before the current one, from the bytes of the instructions sysvar.
pub fn previous_instruction(sysvar: &[u8]) -> Option<(Hash, Vec<u8>)> {
    let short = |place: usize| -> Option<usize> {
        Some(usize::from(*sysvar.get(place)?) + 256 * usize::from(*sysvar.get(place + 1)?))
    };
    let end = sysvar.len().checked_sub(2)?;
    let inside = |from: usize, count: usize| (from + count <= end).then(|| &sysvar[from..from + count]);
    let current = short(end)?;
    let entry = 2 + 2 * current.checked_sub(1)?;
    inside(entry, 2)?;
    let start = short(entry)?;
    inside(start, 2)?;
    let program = start + 2 + 33 * short(start)?;
    let id = inside(program, 32)?;
    inside(program + 32, 2)?;
    let data = inside(program + 34, short(program + 32)?)?;
    Some((id.try_into().unwrap(), data.to_vec()))
}

/// The instruction of a program that verifies signatures itself.
pub const OWN: OwnInstruction = OwnInstruction { program_id: [0x0b; 32], discriminator: [0x0c; 8] };

/// The message signed by one of the keys.
pub fn signed_message(program: &Hash, data: &[u8], keys: &[Hash]) -> Result<Hash, Error> {
    // Ed25519SigVerify111111111111111111111111111
    let known = "037d46d67c93fbbe12f9428f838d40ff0570744927f48a64fcca704480000000";
    if *program == OWN.program_id && data.len() >= 8 && data[..8] == OWN.discriminator {
        refuse(data.len() != 136, Error::InvalidSignatureLayout)?;
        refuse(!keys.iter().any(|key| data[8..40] == key[..]), Error::InvalidOracleSignature)?;
        return Ok(data[104..].try_into().unwrap());
    }
    refuse(program[..] != crate::reference::hex(known), Error::InvalidSignatureProgram)?;
    refuse(data.len() != 144, Error::InvalidSignatureLayout)?;
    let short = |place: usize| u16::from_le_bytes([data[place], data[place + 1]]);
    let layout = data[0] == 1
        && data[1] == 0
        && [short(2), short(6), short(10), short(12)] == [48, 16, 112, 32]
        && [short(4), short(8), short(14)] == [u16::MAX; 3];
    refuse(!layout, Error::InvalidSignatureLayout)?;
    refuse(!keys.iter().any(|key| data[16..48] == key[..]), Error::InvalidOracleSignature)?;
    Ok(data[112..].try_into().unwrap())
}

/// How the caller of a CPI must read return data.
pub fn return_data(producer_is_oracle: bool, data: &[u8]) -> Result<Verdict, Error> {
    refuse(!producer_is_oracle, Error::InvalidOwner)?;
    match data {
        [0] => Ok(Verdict::False),
        [1] => Ok(Verdict::True),
        _ => Err(Error::SerializationFailed),
    }
}

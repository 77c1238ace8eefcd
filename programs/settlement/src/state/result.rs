use anchor_lang::prelude::*;
use linesman_verifier::{same_bytes, Fact};
use linesman_wire::require;

use super::check_discriminator;
use crate::{
    error::SettlementError,
    moment::Moment,
    pool::VERSION,
    seed::{self, ResultSeeds},
    terms::{Attesters, FinalityPolicy},
};

/// The head of a result: what proofs have shown about a match; the facts follow it in the account. Seeds: `result`,
/// oracle program, fixture id, sport, finality policy, attester set, `least`.
///
/// Offsets in the account, which never change (little endian): discriminator 0, version 8, bump 9, payer 10, oracle
/// program 42, fixture id 74, sport 82, finality policy 83, attester set 84, `least` 116, order key 117, minimum
/// timestamp 125, maximum timestamp 133, event node 141, period 173, contradicted 177, number of facts 178 (u32), facts
/// from 182 on, 18 bytes each: key 0, present 4, value 5, since 9 (seconds, then slot), current 17. They are sorted by
/// key and read in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchResult {
    /// Layout version of this account, [`VERSION`].
    pub version: u8,
    pub bump: u8,
    /// Paid for the account's creation; closes it, and gets the rent.
    pub payer: Pubkey,
    /// The owner of the roots account that the proofs lead to.
    pub oracle_program: Pubkey,
    pub fixture_id: i64,
    /// Layout byte of the sport.
    pub sport: u8,
    /// Never `SignedFinal`.
    pub finality: FinalityPolicy,
    /// Who vouched for the root behind each post; [`Attesters::NONE`] without any.
    pub attesters: Attesters,
    /// Epoch day, slot and update of the event: day << 40 | slot << 28 | update.
    pub order_key: u64,
    /// Time of the fixture's first record in the event's slot, ms.
    pub min_timestamp: i64,
    /// Time of the fixture's last record in the event's slot, ms.
    pub max_timestamp: i64,
    /// sha256(zero-map leaf ‖ event stat root), which identifies the event.
    pub event_node: [u8; 32],
    /// Period of all present leaves of the event.
    pub period: i32,
    /// Two proofs of one event disagree. Nothing clears this.
    pub contradicted: bool,
    /// Number of facts.
    pub count: u32,
}

/// One fact about a match.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResultFact {
    /// Stat key.
    pub key: u32,
    /// The stat is a leaf of the event's stat tree; otherwise its zero map shows that it is zero.
    pub present: bool,
    /// The stat's value; 0 when absent.
    pub value: i32,
    /// Since when the result has this value.
    pub since: Moment,
    /// Shown for the result's event. Otherwise only an earlier event has shown it.
    pub current: bool,
}

/// A fact as it lies in the account.
pub type FactRecord = [u8; ResultFact::SIZE];

impl ResultFact {
    /// Size in Borsh.
    pub const SIZE: usize = 4 + 1 + 4 + 8 + 1;

    /// The fact of a proof, known from now on.
    pub fn new(fact: &Fact, since: Moment) -> Self {
        Self { key: fact.key(), present: fact.period().is_some(), value: fact.value(), since, current: true }
    }

    /// Reads a record. Any byte but 0 counts as true; the program writes 0 and 1 only.
    #[inline(always)]
    pub fn read(record: &FactRecord) -> Self {
        Self {
            key: Self::key(record),
            present: record[4] != 0,
            value: i32::from_le_bytes(at(record, 5)),
            since: Moment::read(at(record, 9)),
            current: record[17] != 0,
        }
    }

    /// The fact as a proof showed it; all present leaves of an event have one `period`.
    #[inline(always)]
    pub fn fact(&self, period: i32) -> Fact {
        let Self { key, value, .. } = *self;
        match self.present {
            true => Fact::Present { key, value, period },
            false => Fact::Absent { key },
        }
    }

    /// Marks a record as of an earlier event.
    pub fn expire(record: &mut FactRecord) {
        record[17] = 0;
    }

    /// The record of the fact.
    pub fn record(&self) -> FactRecord {
        let mut record = [0; Self::SIZE];
        record[..4].copy_from_slice(&self.key.to_le_bytes());
        record[4] = u8::from(self.present);
        record[5..9].copy_from_slice(&self.value.to_le_bytes());
        record[9..17].copy_from_slice(&self.since.bytes());
        record[17] = u8::from(self.current);
        record
    }

    #[inline(always)]
    fn key(record: &FactRecord) -> u32 {
        u32::from_le_bytes(at(record, 0))
    }

    /// Where the key is among sorted records, or belongs.
    #[inline(always)]
    pub fn place(records: &[FactRecord], key: u32) -> core::result::Result<usize, usize> {
        records.binary_search_by_key(&key, Self::key)
    }
}

/// The `N` bytes at `offset`. Both are layout constants, so the bounds are known at compile time.
#[inline(always)]
pub(super) fn at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[offset..offset + N]);
    field
}

impl MatchResult {
    /// Size of the discriminator and the fields. `count` comes last, where Borsh has the length of a list.
    pub const HEAD: usize = 8 + 1 + 1 + 32 + size_of::<ResultSeeds>() + 8 + 8 + 8 + 32 + 4 + 1 + 4;

    /// Size of an account with this many facts.
    pub const fn space(facts: usize) -> usize {
        Self::HEAD + facts * ResultFact::SIZE
    }

    /// Reads the head from an account's data; `None` if it is no result, or not as long as its facts.
    pub fn read(data: &[u8]) -> Option<Self> {
        let head = data.first_chunk::<{ Self::HEAD }>()?;
        let count = u32::from_le_bytes(at(head, 178));
        if head[..8] != *Self::DISCRIMINATOR || data.len() != Self::space(count as usize) {
            return None;
        }
        Some(Self {
            version: head[8],
            bump: head[9],
            payer: Pubkey::new_from_array(at(head, 10)),
            oracle_program: Pubkey::new_from_array(at(head, 42)),
            fixture_id: i64::from_le_bytes(at(head, 74)),
            sport: head[82],
            finality: FinalityPolicy::from_byte(head[83])?,
            attesters: Attesters { set: Pubkey::new_from_array(at(head, 84)), least: head[116] },
            order_key: u64::from_le_bytes(at(head, 117)),
            min_timestamp: i64::from_le_bytes(at(head, 125)),
            max_timestamp: i64::from_le_bytes(at(head, 133)),
            event_node: at(head, 141),
            period: i32::from_le_bytes(at(head, 173)),
            contradicted: head[177] != 0,
            count,
        })
    }

    /// Discriminator and all fields.
    pub fn head(&self) -> [u8; Self::HEAD] {
        let mut head = [0; Self::HEAD];
        head[..8].copy_from_slice(Self::DISCRIMINATOR);
        head[8] = self.version;
        head[9] = self.bump;
        head[10..42].copy_from_slice(self.payer.as_ref());
        head[42..74].copy_from_slice(self.oracle_program.as_ref());
        head[74..82].copy_from_slice(&self.fixture_id.to_le_bytes());
        head[82] = self.sport;
        head[83] = self.finality as u8;
        head[84..116].copy_from_slice(self.attesters.set.as_ref());
        head[116] = self.attesters.least;
        head[117..125].copy_from_slice(&self.order_key.to_le_bytes());
        head[125..133].copy_from_slice(&self.min_timestamp.to_le_bytes());
        head[133..141].copy_from_slice(&self.max_timestamp.to_le_bytes());
        head[141..173].copy_from_slice(&self.event_node);
        head[173..177].copy_from_slice(&self.period.to_le_bytes());
        head[177] = u8::from(self.contradicted);
        head[178..].copy_from_slice(&self.count.to_le_bytes());
        head
    }

    /// The seeds of its address between the word and the bump.
    #[inline(always)]
    fn seeds(&self) -> ResultSeeds {
        seed::of_result(&self.oracle_program, self.fixture_id, self.sport, self.finality, &self.attesters)
    }

    /// Writes the head into an account's data.
    pub fn write_head(&self, data: &mut [u8]) {
        if let Some(place) = data.first_chunk_mut() {
            *place = self.head();
        }
    }

    /// The facts in an account's data.
    pub fn records(data: &[u8]) -> &[FactRecord] {
        data.get(Self::HEAD..).unwrap_or(&[]).as_chunks().0
    }

    /// The facts in an account's data.
    pub fn records_mut(data: &mut [u8]) -> &mut [FactRecord] {
        data.get_mut(Self::HEAD..).unwrap_or(&mut []).as_chunks_mut().0
    }

    /// The latest `since` of the facts in an account's data, s.
    pub fn latest(data: &[u8]) -> i64 {
        let seconds = |record| i64::from(ResultFact::read(record).since.seconds);
        Self::records(data).iter().map(seconds).max().unwrap_or(i64::MAX)
    }

    /// Checks that the account is at its PDA (6252) and has the layout that this program reads (6251).
    pub fn check_address(&self, key: &Pubkey) -> Result<()> {
        let address = seed::result(&self.seeds(), self.bump);
        require!(same_bytes(key.as_array(), &address), SettlementError::WrongResult);
        require_eq!(self.version, VERSION, SettlementError::UnknownVersion);
        Ok(())
    }
}

impl Discriminator for MatchResult {
    /// First 8 bytes of sha256("account:Result").
    const DISCRIMINATOR: &'static [u8] = &[62, 156, 164, 146, 253, 216, 207, 198];
}

impl Owner for MatchResult {
    fn owner() -> Pubkey {
        crate::ID
    }
}

impl AccountDeserialize for MatchResult {
    fn try_deserialize(data: &mut &[u8]) -> Result<Self> {
        check_discriminator::<Self>(data)?;
        Self::try_deserialize_unchecked(data)
    }

    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        Self::read(data).ok_or_else(|| ErrorCode::AccountDidNotDeserialize.into())
    }
}

impl AccountSerialize for MatchResult {
    /// Writes nothing: only `post_result` changes a result, in place.
    fn try_serialize<W: std::io::Write>(&self, _: &mut W) -> Result<()> {
        Ok(())
    }
}

#[cfg(feature = "idl-build")]
impl IdlBuild for MatchResult {
    fn create_type() -> Option<anchor_lang::idl::types::IdlTypeDef> {
        borsh_form::Result::create_type()
    }

    fn insert_types(types: &mut std::collections::BTreeMap<String, anchor_lang::idl::types::IdlTypeDef>) {
        borsh_form::Result::insert_types(types);
    }

    fn get_full_path() -> String {
        borsh_form::Result::get_full_path()
    }
}

/// The type as Borsh writes it and the IDL shows it.
#[cfg(any(test, feature = "idl-build"))]
mod borsh_form {
    use anchor_lang::prelude::*;

    use super::ResultFact;
    use crate::terms::{Attesters, FinalityPolicy};

    /// The facts that proofs have shown about a match. Seeds: `result`, oracle program, fixture id, sport, policy,
    /// attester set, `least`.
    #[derive(AnchorSerialize)]
    pub struct Result {
        /// Layout version of this account.
        pub version: u8,
        pub bump: u8,
        /// Paid for the account's creation; closes it, and gets the rent.
        pub payer: Pubkey,
        /// The owner of the roots account that the proofs lead to.
        pub oracle_program: Pubkey,
        pub fixture_id: i64,
        /// Layout byte of the sport.
        pub sport: u8,
        /// Never `SignedFinal`.
        pub finality: FinalityPolicy,
        /// Who vouched for the root behind each post; zeros without any.
        pub attesters: Attesters,
        /// Epoch day, slot and update of the event: day << 40 | slot << 28 | update.
        pub order_key: u64,
        /// Time of the fixture's first record in the event's slot, ms.
        pub min_timestamp: i64,
        /// Time of the fixture's last record in the event's slot, ms.
        pub max_timestamp: i64,
        /// sha256(zero-map leaf ‖ event stat root), which identifies the event.
        pub event_node: [u8; 32],
        /// Period of all present leaves of the event.
        pub period: i32,
        /// Two proofs of one event disagree. Nothing clears this.
        pub contradicted: bool,
        /// Sorted by key.
        pub facts: Vec<ResultFact>,
    }
}

#[cfg(test)]
mod tests {
    use linesman_verifier::{Hasher, Layout, Sha256};

    use super::*;
    use crate::sample;

    const ATTESTERS: Attesters = Attesters { set: Pubkey::new_from_array([10; 32]), least: 3 };

    fn facts() -> Vec<ResultFact> {
        (1..=3)
            .map(|n| ResultFact {
                key: 1_000 * n + 1,
                present: n != 2,
                value: 7 - 7 * (n as i32 - 1),
                since: sample::moment(i64::from(n) << 20),
                current: n == 1,
            })
            .collect()
    }

    fn account() -> Vec<u8> {
        let head = MatchResult {
            finality: FinalityPolicy::HalfTime,
            attesters: ATTESTERS,
            contradicted: true,
            period: -3,
            count: 3,
            ..sample::result()
        };
        let records: Vec<_> = facts().iter().map(ResultFact::record).collect();
        [&head.head()[..], records.as_flattened()].concat()
    }

    #[test]
    fn offsets_are_those_of_borsh() {
        let account = account();
        let head = MatchResult::read(&account).unwrap();
        let MatchResult { version, bump, payer, oracle_program, fixture_id, sport, finality, .. } = head;
        let MatchResult {
            attesters, order_key, min_timestamp, max_timestamp, event_node, period, contradicted, ..
        } = head;
        let fields = borsh_form::Result {
            version,
            bump,
            payer,
            oracle_program,
            fixture_id,
            sport,
            finality,
            attesters,
            order_key,
            min_timestamp,
            max_timestamp,
            event_node,
            period,
            contradicted,
            facts: facts(),
        };
        let mut borsh = Sha256::hashv(&[b"account:Result"])[..8].to_vec();
        fields.serialize(&mut borsh).unwrap();
        assert_eq!(account, borsh);
        assert_eq!(account.len(), MatchResult::space(3));
        let read: Vec<_> = MatchResult::records(&account).iter().map(ResultFact::read).collect();
        assert_eq!(read, facts());
        // Offsets that other programs read, see `linesman-result`.
        assert_eq!((MatchResult::HEAD, ResultFact::SIZE), (182, 18));
        assert_eq!(account[9], 254);
        assert_eq!(account[74..82], sample::FIXTURE.to_le_bytes());
        assert_eq!((account[83], account[116], account[177], account[178]), (2, 3, 1, 3));
        assert_eq!(account[42..117], head.seeds());
    }

    #[test]
    fn the_largest_account_fits_in_one_allocation() {
        for layout in Layout::ALL {
            let keys = (0..100_000).filter(|key| layout.bit(*key).is_some()).count();
            assert!(MatchResult::space(keys) <= 10_240, "{layout:?}: {keys}");
        }
    }

    #[test]
    fn other_accounts_are_not_read() {
        let account = account();
        for end in 0..account.len() {
            assert_eq!(MatchResult::read(&account[..end]), None, "{end}");
        }
        assert_eq!(MatchResult::read(&[&account[..], &[0]].concat()), None);
        for place in (0..8).chain([178, 181]) {
            let mut changed = account.clone();
            changed[place] ^= 1;
            assert_eq!(MatchResult::read(&changed), None, "{place}");
        }
        let mut changed = account;
        changed[83] = 4;
        assert_eq!(MatchResult::read(&changed), None);
    }

    #[test]
    fn the_address_binds_every_part_of_the_subject() {
        let result = MatchResult { attesters: ATTESTERS, ..sample::result() };
        let MatchResult { oracle_program, fixture_id, sport, finality, attesters: Attesters { set, least }, .. } =
            result;
        let (fixture, oracle, policy) = (fixture_id.to_le_bytes(), oracle_program.as_ref(), finality as u8);
        let seeds = [seed::RESULT, oracle, &fixture, &[sport], &[policy], set.as_ref(), &[least]];
        let (address, bump) = Pubkey::find_program_address(&seeds, &crate::ID);
        let result = MatchResult { bump, ..result };
        result.check_address(&address).unwrap();
        let refused = |change: fn(&mut MatchResult)| {
            let mut changed = result;
            change(&mut changed);
            assert!(changed.check_address(&address).is_err());
        };
        refused(|result| result.oracle_program = Pubkey::new_from_array([2; 32]));
        refused(|result| result.fixture_id ^= 1);
        refused(|result| result.sport = 2);
        refused(|result| result.finality = FinalityPolicy::HalfTime);
        refused(|result| result.attesters.set = Pubkey::new_from_array([11; 32]));
        refused(|result| result.attesters.least ^= 1);
        refused(|result| result.attesters = Attesters::NONE);
        refused(|result| result.bump ^= 1);
        refused(|result| result.version ^= 1);
    }

    /// Other programs read results with `linesman-result`: it must read what this program writes.
    #[test]
    fn the_reader_reads_what_is_written() {
        use linesman_result::{read, Account, Finality, Question, Refusal, Sport};
        assert_eq!(linesman_result::SEED, seed::RESULT);
        assert_eq!(linesman_result::DISCRIMINATOR[..], *MatchResult::DISCRIMINATOR);
        assert_eq!(linesman_result::VERSION, VERSION);
        assert_eq!((linesman_result::HEAD, linesman_result::FACT), (MatchResult::HEAD, ResultFact::SIZE));
        let policies = [FinalityPolicy::Finalised, FinalityPolicy::RegularTime, FinalityPolicy::HalfTime]
            .into_iter()
            .zip([Finality::Finalised, Finality::RegularTime, Finality::HalfTime]);
        for (finality, asked) in policies {
            for layout in Layout::ALL {
                let sport = Sport::from_byte(layout.byte()).unwrap();
                let attesters = if layout.byte() % 2 == 1 { ATTESTERS } else { Attesters::NONE };
                let known = MatchResult { finality, sport: sport as u8, attesters, count: 3, ..sample::result() };
                let MatchResult { oracle_program, fixture_id, bump, .. } = known;
                let address = seed::result(&known.seeds(), bump);
                let Attesters { set, least } = &attesters;
                let records: Vec<_> = facts().iter().map(ResultFact::record).collect();
                let mut data = [&known.head()[..], records.as_flattened()].concat();
                let question = Question {
                    settlement_program: crate::ID.as_array(),
                    oracle_program: oracle_program.as_array(),
                    fixture_id,
                    sport,
                    finality: asked,
                    attesters: (*least > 0)
                        .then_some(linesman_result::Attesters { set: set.as_array(), least: *least }),
                    not_before: 0,
                    minimum_age: 0,
                    now: 3 << 20,
                    slot: 3 << 20,
                };
                let ask = |data: &[u8], key| {
                    read(&Account { address: &address, owner: crate::ID.as_array(), data }, &question, key)
                };
                for fact in facts() {
                    let ResultFact { value, present, since, .. } = fact;
                    let since = i64::from(since.seconds);
                    let expected = match fact.current {
                        true => Ok(linesman_result::Fact { value, present, since }),
                        false => Err(Refusal::NotCurrent),
                    };
                    assert_eq!(ask(&data, fact.key), expected);
                }
                let contradicted = MatchResult { contradicted: true, ..known };
                contradicted.write_head(&mut data);
                assert_eq!(ask(&data, 1_001), Err(Refusal::Contradicted));
            }
        }
    }

    #[test]
    fn the_latest_since_is_of_any_fact() {
        assert_eq!(MatchResult::latest(&account()), 3 << 20);
        // Not current, but kept.
        let mut records = [sample::fact(1, 1, 5), sample::fact(2, 1, 9)];
        ResultFact::expire(&mut records[1]);
        let head = MatchResult { count: 2, ..sample::result() };
        assert_eq!(MatchResult::latest(&[&head.head()[..], records.as_flattened()].concat()), 9);
    }
}

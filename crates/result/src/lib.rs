//! Reads results of matches that the settlement program has verified.
//!
//! Anyone can post the proof of a match to its *result*, an account of the settlement program. Any other program reads
//! it with one call, for about 340 compute units, instead of verifying a proof itself:
//!
//! ```
//! use linesman_result::{read, Account, Finality, Question, Refusal, Sport};
//!
//! # struct Clock { unix_timestamp: i64, slot: u64 }
//! /// Your program's decision. The account comes from the caller, so nothing about it is trusted.
//! fn home_team_scored(
//!     account: &Account<'_>,
//!     settlement_program: &[u8; 32],
//!     oracle_program: &[u8; 32],
//!     kick_off: i64,
//!     clock: &Clock,
//! ) -> Result<bool, Refusal> {
//!     let question = Question {
//!         settlement_program,
//!         oracle_program,
//!         fixture_id: 9_000_001,
//!         sport: Sport::Soccer,
//!         finality: Finality::Finalised,
//!         attesters: None,
//!         not_before: kick_off + 95 * 60,
//!         minimum_age: 3_600,
//!         now: clock.unix_timestamp,
//!         slot: clock.slot,
//!     };
//!     Ok(read(account, &question, 1)?.value > 0)
//! }
//! # let nobody = [0; 32];
//! # let account = Account { address: &nobody, owner: &nobody, data: &[] };
//! # let clock = Clock { unix_timestamp: 0, slot: 0 };
//! # assert_eq!(home_team_scored(&account, &nobody, &nobody, 0, &clock), Err(Refusal::NotAResult));
//! ```
//!
//! **A program that refunds when there is no answer gives the money back if attesters are silent**, or if nobody posts:
//! see [Refunds](#refunds-no-answer-and-an-answer-that-you-cannot-read-yet).
//!
//! # What the call checks
//!
//! The owner; the canonical address, derived from the question; the layout version; oracle program, fixture, sport,
//! finality policy and attesters; that no two proofs contradicted each other; that the event is not before the time
//! that the question names; that the fact belongs to the result's latest event; and that it has been there for the
//! minimum age.
//!
//! # Refunds: no answer, and an answer that you cannot read yet
//!
//! The chain cannot tell these apart: nobody posted, too few attesters vouch, the slot can never be vouched for, or the
//! result was closed, 180 days after its latest fact or later. So let a refund be due **3 days after the event at the
//! earliest**, so that attesters can catch up and anyone can post, **and before day 180**, and pay your winner by then.
//!
//! Three states of a fact must not be confused:
//!
//! - [`NoFact`](Refusal::NoFact): the stat has not been proven.
//! - [`NotCurrent`](Refusal::NotCurrent): it was proven, but not of the latest posted event. Anyone can cause this, at
//!   any time, by posting another stat of a later event. Anyone can end it by posting this stat at that event,
//!   which is never too late. An unchanged value keeps its age, so the post and the reading fit in one transaction.
//! - `Ok`, or [`TooYoung`](Refusal::TooYoung) until its age is reached.
//!
//! **There must be no refund while there is an answer.** Otherwise the refunded party can post another stat, or pass
//! another account, and take the money in the same transaction. [`absent`] knows the difference; do not decide it by a
//! refusal:
//!
//! ```
//! use linesman_result::{absent, Account, Question};
//!
//! fn may_refund(account: &Account<'_>, question: &Question<'_>, key: u32, refund_at: i64) -> bool {
//!     question.now >= refund_at && absent(account, question, key)
//! }
//! ```
//!
//! # Attesters
//!
//! A question names attesters, or on purpose none ([`Question::attesters`]). A result of attesters is another account
//! than one without: only what at least that many keys of the set vouch for was posted to it, so nobody else changes,
//! replaces or contradicts it, and a fact is as old as its vouched post.
//!
//! # What you trust
//!
//! - The **upgrade authority of the settlement program**, who can change what it writes, and the program's id, which
//!   you supply.
//! - The **oracle**, whose program id you supply: a result is what its published roots show.
//! - That **a watcher is active** for as long as the minimum age, which is counted in seconds and in slots: after a
//!   halt of the chain its time jumps over an age in which nobody could post. A later update of the match can correct
//!   a fact, and a second proof of one update can contradict it, but only if it is posted. Choose an age long enough
//!   for that; with 0, the first proof counts.
//!
//! The sport of a result is the poster's claim. A *zero* fact (not [`present`](Fact::present)) is proven by one
//! bit of a map, and the same bit stands for other stats in other sports. **If you do not know the sport of the
//! fixture, do not read zero facts**, because anyone can post under another sport.
//!
//! A match may be marked as final by mistake, and the mark be taken back a minute later. Only final updates correct a
//! result of [`Finality::Finalised`], so the mistake counts until the match really ends. **Name a time before which the
//! match cannot have ended**, as [`not_before`](Question::not_before).
//!
//! Later updates can change a result, so read it again when it matters, and do not store the answer. A result
//! can be closed 180 days after its latest fact, and in any case 270 days after its event.

#![no_std]
#![deny(
    clippy::arithmetic_side_effects,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    unsafe_code
)]

mod curve;
mod hash;

/// First seed of a result's address; the others are oracle program, fixture id (i64 little endian), sport, finality
/// policy, attester set (32 zeros: none) and how many of its keys vouch (0: none).
pub const SEED: &[u8] = b"result";

/// First 8 bytes of sha256("account:Result").
pub const DISCRIMINATOR: [u8; 8] = [62, 156, 164, 146, 253, 216, 207, 198];

/// The layout that this crate reads.
pub const VERSION: u8 = 2;

/// Size of a result without facts.
pub const HEAD: usize = 182;

/// Size of one fact.
pub const FACT: usize = 18;

/// Owner of an address where no program has made an account.
const SYSTEM_PROGRAM: [u8; 32] = [0; 32];

/// An account as the runtime describes it. Nothing in it is trusted.
#[derive(Clone, Copy, Debug)]
pub struct Account<'a> {
    /// Its address.
    pub address: &'a [u8; 32],
    /// The program that owns it.
    pub owner: &'a [u8; 32],
    /// Its data.
    pub data: &'a [u8],
}

/// The sport of a fixture, which no proof shows: you must know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Sport {
    /// Soccer.
    Soccer = 1,
    /// Basketball.
    Basketball = 2,
    /// US football.
    UsFootball = 6,
}

impl Sport {
    /// The sport with this layout byte, the fourth seed of a result.
    #[inline(always)]
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            1 => Some(Self::Soccer),
            2 => Some(Self::Basketball),
            6 => Some(Self::UsFootball),
            _ => None,
        }
    }
}

/// Which updates of a match count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Finality {
    /// The match is finalised.
    Finalised = 0,
    /// Regular time is over.
    RegularTime = 1,
    /// Half time, or later: only stats of the first half.
    HalfTime = 2,
}

impl Finality {
    /// The policy with this byte, the fifth seed of a result.
    #[inline(always)]
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Finalised),
            1 => Some(Self::RegularTime),
            2 => Some(Self::HalfTime),
            _ => None,
        }
    }
}

/// Attesters: at least so many keys of a set.
#[derive(Clone, Copy, Debug)]
pub struct Attesters<'a> {
    /// Address of an attester set of the oracle program.
    pub set: &'a [u8; 32],
    /// How many of its keys must have vouched, at least 1.
    pub least: u8,
}

/// What the reader wants to know, and whom it trusts.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The settlement program, which owns the result.
    pub settlement_program: &'a [u8; 32],
    /// The oracle program whose roots the proofs lead to.
    pub oracle_program: &'a [u8; 32],
    /// The fixture.
    pub fixture_id: i64,
    /// Its sport.
    pub sport: Sport,
    /// Which updates count.
    pub finality: Finality,
    /// Who must have vouched for whatever the result says; `None`: the oracle alone is believed.
    pub attesters: Option<Attesters<'a>>,
    /// No event before this time counts, Unix time, s: the earliest at which the match can have been decided. Compared
    /// with the first record of the fixture in the event's slot of five minutes.
    pub not_before: i64,
    /// How long a fact must have been known, in seconds and in as many slots. In this time, a watcher can post a
    /// correction.
    pub minimum_age: u32,
    /// The time of the chain's clock, s.
    pub now: i64,
    /// The slot of the chain's clock.
    pub slot: u64,
}

/// A proven fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The stat's value; 0 if it is not present.
    pub value: i32,
    /// The stat is part of the update. If not, a map of the sport marks it as zero: see the crate's documentation.
    pub present: bool,
    /// Since when the result has this value, s.
    pub since: i64,
}

/// Why a result is not believed. The numbers never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Refusal {
    /// Its data are not those of a result.
    NotAResult,
    /// The settlement program does not own it.
    WrongOwner,
    /// It has a layout that this crate does not read.
    UnknownVersion,
    /// It is of another oracle program, fixture, sport, finality policy or of other attesters.
    WrongSubject,
    /// It is not at the address of its subject.
    WrongAddress,
    /// Two proofs of one update disagree.
    Contradicted,
    /// The stat has not been proven: number 6.
    NoFact,
    /// The stat was proven, but not of the latest posted event: number 7. One more post shows the answer that there is.
    NotCurrent,
    /// The fact has not been known for the minimum age, by time or by slots: number 8.
    TooYoung,
    /// The event is before the time that the question names: number 9.
    TooEarly,
    /// The question names half of no attesters, a set of zeros or `least` 0: number 12. 10 and 11 are retired.
    InvalidAttesters = 12,
}

/// A result that has passed every check but those of single facts.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    facts: &'a [[u8; FACT]],
    minimum_age: u32,
    now: i64,
    /// The low bits of the chain's slot.
    slot: u32,
}

/// Reads one fact of a result: the value of the stat `key`, e.g. 1 for participant 1's goals in soccer.
///
/// # Errors
/// The [`Refusal`] of the first check that fails, in this order: data, owner, version, attesters of the question,
/// subject, contradiction, address, time of the event, then the fact: there, current, old enough.
#[inline(always)]
pub fn read(account: &Account<'_>, question: &Question<'_>, key: u32) -> Result<Fact, Refusal> {
    check(account, question)?.fact(key)
}

/// Whether there is no answer about the stat `key`: nobody posted one that the question takes, or nobody can any more,
/// because two proofs contradicted each other or the result was closed. The one question for a program that refunds;
/// see the crate's documentation for when to ask it.
///
/// Only the account at the address of the question, its attesters included, can be absent: `false` for any other
/// address or owner, for a layout that this crate does not read, and for [`NotCurrent`](Refusal::NotCurrent) and
/// [`TooYoung`](Refusal::TooYoung), which one more post, or time, ends. Costs about 400 compute units, and as many
/// again for each bump that the address skips.
#[must_use]
pub fn absent(account: &Account<'_>, question: &Question<'_>, key: u32) -> bool {
    if !is_address_of(question, account.address) {
        return false;
    }
    // Anyone can send lamports to the address.
    if same(account.owner, &SYSTEM_PROGRAM) {
        return account.data.is_empty();
    }
    matches!(read(account, question, key), Err(Refusal::Contradicted | Refusal::NoFact | Refusal::TooEarly))
}

/// Whether an address is the canonical one of the question's result.
fn is_address_of(question: &Question<'_>, address: &[u8; 32]) -> bool {
    let Ok((set, least)) = attesters_of(question) else {
        return false;
    };
    let fixture_id = question.fixture_id.to_le_bytes();
    for bump in (0..=u8::MAX).rev() {
        let tail = [least, bump];
        let kind = [question.sport as u8, question.finality as u8];
        let program = question.settlement_program;
        let seeds: [&[u8]; 8] =
            [SEED, question.oracle_program, &fixture_id, &kind, set, &tail, program, b"ProgramDerivedAddress"];
        let found = hash::sha256(&seeds);
        // The first one off the curve is the canonical one; only that is ever made.
        if !curve::is_on_curve(&found) {
            return same(&found, address);
        }
    }
    false
}

/// The seeds of the question's attesters; zeros for none.
#[inline(always)]
fn attesters_of<'a>(question: &Question<'a>) -> Result<(&'a [u8; 32], u8), Refusal> {
    match question.attesters {
        None => Ok((&[0; 32], 0)),
        Some(Attesters { set, least }) if least > 0 && !same(set, &[0; 32]) => Ok((set, least)),
        Some(_) => Err(Refusal::InvalidAttesters),
    }
}

/// Checks a result, to read several facts of it.
///
/// # Errors
/// As [`read`], without those of facts.
#[inline(always)]
pub fn check<'a>(account: &Account<'a>, question: &Question<'_>) -> Result<Checked<'a>, Refusal> {
    let (head, facts) = account.data.split_first_chunk::<HEAD>().ok_or(Refusal::NotAResult)?;
    let (facts, rest) = facts.as_chunks();
    let count = u32::from_le_bytes(field::<178, 4>(head)) as usize;
    if field::<0, 8>(head) != DISCRIMINATOR || facts.len() != count || !rest.is_empty() {
        return Err(Refusal::NotAResult);
    }
    if !same(account.owner, question.settlement_program) {
        return Err(Refusal::WrongOwner);
    }
    let [version, bump] = field::<8, 2>(head);
    if version != VERSION {
        return Err(Refusal::UnknownVersion);
    }
    let (set, least) = attesters_of(question)?;
    let [sport, finality] = field::<82, 2>(head);
    let fixture_id = i64::from_le_bytes(field::<74, 8>(head));
    let same_subject = fixture_id == question.fixture_id
        && sport == question.sport as u8
        && finality == question.finality as u8
        && same(part::<42, 32>(head), question.oracle_program)
        && field::<116, 1>(head) == [least]
        && same(part::<84, 32>(head), set);
    if !same_subject {
        return Err(Refusal::WrongSubject);
    }
    let [contradicted] = field::<177, 1>(head);
    if contradicted != 0 {
        return Err(Refusal::Contradicted);
    }
    // The parts of the subject lie side by side, in the order of the seeds. The program makes a result at its canonical
    // address only, so the stored bump is the canonical one.
    let seeds: [&[u8]; 5] =
        [SEED, part::<42, 75>(head), &[bump], question.settlement_program, b"ProgramDerivedAddress"];
    if !same(&hash::sha256(&seeds), account.address) {
        return Err(Refusal::WrongAddress);
    }
    if i64::from_le_bytes(field::<125, 8>(head)) < milliseconds(question.not_before) {
        return Err(Refusal::TooEarly);
    }
    Ok(Checked { facts, minimum_age: question.minimum_age, now: question.now, slot: question.slot as u32 })
}

impl Checked<'_> {
    /// The value of the stat `key`.
    ///
    /// # Errors
    /// [`NoFact`](Refusal::NoFact), [`NotCurrent`](Refusal::NotCurrent), [`TooYoung`](Refusal::TooYoung).
    #[inline(always)]
    pub fn fact(&self, key: u32) -> Result<Fact, Refusal> {
        let fact = self.find(key).ok_or(Refusal::NoFact)?;
        let ([present], [current]) = (field::<4, 1>(fact), field::<17, 1>(fact));
        if current == 0 {
            return Err(Refusal::NotCurrent);
        }
        let since = i64::from(u32::from_le_bytes(field::<9, 4>(fact)));
        // Slots are counted modulo 2^32, so one that was set back is old rather than young for ever.
        let slots = self.slot.wrapping_sub(u32::from_le_bytes(field::<13, 4>(fact)));
        if self.now.saturating_sub(since) < i64::from(self.minimum_age) || slots < self.minimum_age {
            return Err(Refusal::TooYoung);
        }
        Ok(Fact { value: i32::from_le_bytes(field::<5, 4>(fact)), present: present != 0, since })
    }

    /// Facts are sorted by key. Halves are cheaper than single steps only while there are more than a few.
    #[inline(always)]
    fn find(&self, key: u32) -> Option<&[u8; FACT]> {
        let mut facts = self.facts;
        while facts.len() > 4 {
            let (low, high) = facts.split_at(facts.len() / 2);
            let in_low = high.first().is_some_and(|fact| key < key_of(fact));
            facts = if in_low { low } else { high };
        }
        facts.iter().find(|fact| key_of(fact) == key)
    }
}

/// A time in s, in ms. Clamped first: a multiplication that saturates takes 128 bits on chain.
#[inline(always)]
const fn milliseconds(time: i64) -> i64 {
    const MAX: i64 = i64::MAX / 1_000;
    let time = if time > MAX { MAX } else { time };
    let time = if time < -MAX { -MAX } else { time };
    time.wrapping_mul(1_000)
}

#[inline(always)]
fn key_of(fact: &[u8; FACT]) -> u32 {
    u32::from_le_bytes(field::<0, 4>(fact))
}

/// The `N` bytes at `AT`, both constants of the layout. The compiler sees that they are inside and drops the check.
#[inline(always)]
fn part<const AT: usize, const N: usize>(bytes: &[u8]) -> &[u8; N] {
    match bytes.get(AT..).and_then(<[u8]>::first_chunk) {
        Some(part) => part,
        // Unreachable: heads and facts have fixed sizes, which hold every part.
        None => &[0; N],
    }
}

#[inline(always)]
fn field<const AT: usize, const N: usize>(bytes: &[u8]) -> [u8; N] {
    *part::<AT, N>(bytes)
}

/// Whether two addresses are equal, by words: `==` on arrays is a syscall on chain.
#[inline(always)]
fn same(a: &[u8; 32], b: &[u8; 32]) -> bool {
    let (a, b) = (a.as_chunks::<8>().0, b.as_chunks::<8>().0);
    a.iter().zip(b).all(|(a, b)| u64::from_le_bytes(*a) == u64::from_le_bytes(*b))
}

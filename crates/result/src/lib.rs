//! Reads results of matches that the settlement program has verified.
//!
//! Anyone can post the proof of a match to its *result*, an account of the settlement program. Any other program reads
//! it with one call, for about 300 compute units, instead of verifying a proof itself:
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
//!         not_before: kick_off + 95 * 60,
//!         minimum_age: 3_600,
//!         now: clock.unix_timestamp,
//!         slot: clock.slot,
//!     };
//!     Ok(read(account, &question, 1)?.value > 0)
//! }
//! # let nobody = [0; 32];
//! # let account = Account { address: &nobody, owner: &nobody, data: &[] };
//! # assert_eq!(home_team_scored(&account, &nobody, &nobody, 0, &Clock { unix_timestamp: 0, slot: 0 }), Err(Refusal::NotAResult));
//! ```
//!
//! # What the call checks
//!
//! The owner; the canonical address, derived from the question; the layout version; oracle program, fixture, sport and
//! finality policy; that no two proofs contradicted each other; that the event is not before the time that the question
//! names; that the fact belongs to the result's latest event; and that it has been there for the minimum age.
//!
//! # No answer, and an answer that you cannot read yet
//!
//! Three states of a fact must not be confused:
//!
//! - [`NoFact`](Refusal::NoFact): the stat has not been proven.
//! - [`NotCurrent`](Refusal::NotCurrent): it was proven, but not of the latest posted event. Anyone can cause this, at
//!   any time, by posting another stat of a later event. Anyone can end it by posting this stat at that event,
//!   which is never too late. An unchanged value keeps its age, so the post and the reading fit in one transaction.
//! - `Ok`, or [`TooYoung`](Refusal::TooYoung) until its age is reached.
//!
//! **A program that refunds when there is no answer must not do so while there is one.** Otherwise the refunded party
//! can post another stat and take the money in the same transaction. Ask [`Refusal::has_answer`]:
//!
//! ```
//! use linesman_result::{Fact, Refusal};
//!
//! fn may_refund(answer: Result<Fact, Refusal>) -> bool {
//!     answer.is_err_and(|refusal| !refusal.has_answer())
//! }
//! # assert!(may_refund(Err(Refusal::NoFact)));
//! # assert!(!may_refund(Err(Refusal::NotCurrent)));
//! # assert!(!may_refund(Err(Refusal::TooYoung)));
//! ```
//!
//! Refund only at the result's own address, and late enough that anyone could have posted by then. A result that is
//! gone was closed by the payer of its creation, 180 days after its latest fact or later. Make your refund due, and pay
//! your winner, before that.
//!
//! # Attesters
//!
//! With the feature `attesters`, which needs `linesman-verifier`, [`Checked`] also counts how many keys of an attester
//! set vouch for the root behind the result. A publisher whose key is stolen can post an event without attestations;
//! it then replaces the attested one. So `NotAttested` is an answer that you cannot read yet, never a missing one.
//!
//! # What you trust
//!
//! - The **upgrade authority of the settlement program**, who can change what it writes, and the program's id, which
//!   you supply.
//! - The **oracle**, whose program id you supply: a result is what its published roots show.
//! - That **a watcher is active** for as long as the minimum age, which is counted in seconds and in slots: after a
//!   halt of the chain its time jumps over an age in which nobody could post. A later update of the match can correct a fact, and a
//!   second proof of one update can contradict it, but only if it is posted. Choose an age long enough for that;
//!   with 0, the first proof counts.
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

mod hash;

/// First seed of a result's address; the others are oracle program, fixture id (i64 little endian), sport and finality
/// policy.
pub const SEED: &[u8] = b"result";

/// First 8 bytes of sha256("account:Result").
pub const DISCRIMINATOR: [u8; 8] = [62, 156, 164, 146, 253, 216, 207, 198];

/// The layout that this crate reads.
pub const VERSION: u8 = 2;

/// Size of a result without facts.
pub const HEAD: usize = 149;

/// Size of one fact.
pub const FACT: usize = 18;

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
    /// It is of another oracle program, fixture, sport or finality policy.
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
    /// Fewer attesters than asked for vouch for the root of the event: number 10.
    NotAttested,
    /// The account is not the attestation of the set and of the day of the event: number 11.
    WrongAttestation,
}

impl Refusal {
    /// Whether there is an answer all the same: one more post (`NotCurrent`), time (`TooYoung`), attesters
    /// (`NotAttested`) or the right account (`WrongAttestation`) bring it. The party that a refund would benefit can
    /// cause the first and the last, so there must be no refund then.
    #[inline(always)]
    #[must_use]
    pub const fn has_answer(self) -> bool {
        matches!(self, Self::NotCurrent | Self::TooYoung | Self::NotAttested | Self::WrongAttestation)
    }
}

/// A result that has passed every check but those of single facts.
#[derive(Clone, Copy, Debug)]
pub struct Checked<'a> {
    facts: &'a [[u8; FACT]],
    /// Of the event: epoch day << 40 | slot << 28 | update.
    order_key: u64,
    #[cfg_attr(not(feature = "attesters"), allow(dead_code))]
    oracle_program: &'a [u8; 32],
    minimum_age: u32,
    now: i64,
    /// The low bits of the chain's slot.
    slot: u32,
}

/// Whose vouchers for a root the reader wants.
#[cfg(feature = "attesters")]
#[derive(Clone, Copy, Debug)]
pub struct Attesters<'a> {
    /// Address of an attester set of the oracle program.
    pub set: &'a [u8; 32],
    /// How many of its keys must vouch, at least 1.
    pub least: u8,
}

/// Reads one fact of a result: the value of the stat `key`, e.g. 1 for participant 1's goals in soccer.
///
/// # Errors
/// The [`Refusal`] of the first check that fails, in this order: data, owner, version, subject, contradiction, address,
/// time of the event, then the fact: there, current, old enough.
#[inline(always)]
pub fn read(account: &Account<'_>, question: &Question<'_>, key: u32) -> Result<Fact, Refusal> {
    check(account, question)?.fact(key)
}

/// Checks a result, to read several facts of it.
///
/// # Errors
/// As [`read`], without those of facts.
#[inline(always)]
pub fn check<'a>(account: &Account<'a>, question: &Question<'_>) -> Result<Checked<'a>, Refusal> {
    let (head, facts) = account.data.split_first_chunk::<HEAD>().ok_or(Refusal::NotAResult)?;
    let (facts, rest) = facts.as_chunks();
    let count = u32::from_le_bytes(field::<145, 4>(head)) as usize;
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
    let [sport, finality] = field::<82, 2>(head);
    let fixture_id = i64::from_le_bytes(field::<74, 8>(head));
    let same_subject = fixture_id == question.fixture_id
        && sport == question.sport as u8
        && finality == question.finality as u8
        && same(part::<42, 32>(head), question.oracle_program);
    if !same_subject {
        return Err(Refusal::WrongSubject);
    }
    let [contradicted] = field::<144, 1>(head);
    if contradicted != 0 {
        return Err(Refusal::Contradicted);
    }
    // Oracle program, fixture id, sport and finality lie side by side, in the order of the seeds. The program makes a
    // result at its canonical address only, so the stored bump is the canonical one.
    let seeds: [&[u8]; 5] =
        [SEED, part::<42, 42>(head), &[bump], question.settlement_program, b"ProgramDerivedAddress"];
    if !same(&hash::sha256(&seeds), account.address) {
        return Err(Refusal::WrongAddress);
    }
    if i64::from_le_bytes(field::<92, 8>(head)) < milliseconds(question.not_before) {
        return Err(Refusal::TooEarly);
    }
    Ok(Checked {
        facts,
        order_key: u64::from_le_bytes(field::<84, 8>(head)),
        oracle_program: part::<42, 32>(head),
        minimum_age: question.minimum_age,
        now: question.now,
        slot: question.slot as u32,
    })
}

impl Checked<'_> {
    /// The epoch day and the slot of five minutes of the result's event: the attestation of that day says who vouches
    /// for the root.
    #[inline(always)]
    #[must_use]
    pub const fn slot(&self) -> (u16, u16) {
        ((self.order_key >> 40) as u16, ((self.order_key >> 28) & 0xfff) as u16)
    }

    /// How many keys of an attester set vouch for the root of the result's event. `attestation` is the account of the
    /// oracle program for the set, scores and the day of [`slot`](Self::slot); without bytes it counts as one
    /// without vouchers.
    ///
    /// # Errors
    /// [`WrongAttestation`](Refusal::WrongAttestation); [`NotAttested`](Refusal::NotAttested), also for a `least` of 0,
    /// which would ask for no vouchers.
    #[cfg(feature = "attesters")]
    #[inline(always)]
    pub fn attested(&self, attestation: &Account<'_>, attesters: &Attesters<'_>) -> Result<u32, Refusal> {
        use linesman_verifier::{attestation as layout, Sha256};
        let (day, slot) = self.slot();
        let Account { owner, address, data } = *attestation;
        let account = layout::Account { owner, address, data };
        let kind = layout::Kind::Scores;
        let count = layout::vouchers::<Sha256>(&account, self.oracle_program, attesters.set, kind, day, slot)
            .map_err(|_| Refusal::WrongAttestation)?;
        if attesters.least == 0 || count < u32::from(attesters.least) {
            return Err(Refusal::NotAttested);
        }
        Ok(count)
    }

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

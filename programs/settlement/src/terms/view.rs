//! The terms as they lie in a market's account, read in place.

use anchor_lang::prelude::*;
use linesman_verifier::{evaluate_wide, Error as Refusal, Facts, Layout, Verdict};
use linesman_wire::{StatPredicate, TraderPredicate};

use super::{FinalityPolicy, SplitsView};
use crate::pool::{Conditions, MAX_POOL};

/// A market's terms in place. Equal to [`Terms`](super::Terms) of the same bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermsView<'a> {
    pub oracle_program: &'a [u8; 32],
    pub splits: Option<SplitsView<'a>>,
    pub signer: Option<&'a [u8; 32]>,
    /// If set, `least` of its keys must vouch for a root. See [`TermsView::attesters`].
    attester_set: Option<&'a [u8; 32]>,
    /// 0 without a set.
    least: u8,
    pub fixture_id: i64,
    /// Layout byte of the sport.
    pub sport: u8,
    /// Little endian.
    pub stat_keys: &'a [[u8; 4]],
    /// Number of cases that have a strategy: all but the last.
    pub strategies: u32,
    /// Borsh of the strategies, one after the other.
    pub outcomes: &'a [u8],
    pub finality: FinalityPolicy,
    /// s.
    pub challenge_window: u32,
    /// s.
    pub stakes_close: i64,
    /// s.
    pub earliest: i64,
    /// s.
    pub latest: i64,
    /// s.
    pub void_after: i64,
    pub mint: &'a [u8; 32],
    pub fee_bps: u16,
    pub fee_account: &'a [u8; 32],
    pub minimum_stake: u64,
    pub maximum_stake: u64,
    /// What the pool owes at most before its decision, up to [`MAX_POOL`].
    pub maximum_pool: u64,
    pub abandonment_voids: bool,
    pub results_settle: bool,
}

/// Terms that are read in place.
pub trait ReadTerms {
    type Of<'a>;

    /// Reads the Borsh bytes of terms; `None` if they are none.
    fn read(terms: &[u8]) -> Option<Self::Of<'_>>;
}

impl ReadTerms for TermsView<'_> {
    type Of<'a> = TermsView<'a>;

    #[inline(always)]
    fn read(terms: &[u8]) -> Option<TermsView<'_>> {
        TermsView::read(terms)
    }
}

/// What makes a proposal final: the terms that lie at a fixed distance from the start or the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosingTerms<'a> {
    /// All of them, for their splits.
    terms: &'a [u8],
    /// s.
    pub challenge_window: u32,
    pub fee_bps: u16,
}

impl ReadTerms for ClosingTerms<'_> {
    type Of<'a> = ClosingTerms<'a>;

    #[inline(always)]
    fn read(terms: &[u8]) -> Option<ClosingTerms<'_>> {
        let (_, tail) = terms.split_last_chunk::<TAIL>()?;
        let [_finality, w0, w1, w2, w3, ..] = *tail;
        Some(ClosingTerms {
            terms,
            challenge_window: u32::from_le_bytes([w0, w1, w2, w3]),
            fee_bps: u16::from_le_bytes([tail[FEE_BPS_AT], tail[FEE_BPS_AT + 1]]),
        })
    }
}

impl<'a> ClosingTerms<'a> {
    /// `None` for bytes that are no terms. Read when a market becomes final: few of a batch have any.
    #[inline(always)]
    pub fn splits(&self) -> Option<Option<SplitsView<'a>>> {
        splits_of(self.terms)
    }
}

/// The splits, which lie at a fixed place; `None` for bytes that are no terms.
#[inline(always)]
pub fn splits_of(terms: &[u8]) -> Option<Option<SplitsView<'_>>> {
    SplitsView::split_option(terms.get(size_of::<Pubkey>()..)?).map(|(splits, _)| splits)
}

/// The attesters of a market's terms in place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttestersView<'a> {
    pub set: &'a [u8; 32],
    pub least: u8,
}

/// Borsh bytes of the fields after `outcomes`, which all have fixed sizes.
const TAIL: usize = 1 + 4 + 8 + 8 + 8 + 8 + 32 + 2 + 32 + 8 + 8 + 8 + 1 + 1;
const FEE_BPS_AT: usize = 1 + 4 + 8 + 8 + 8 + 8 + 32;

/// Takes `N` bytes from the front.
#[inline(always)]
pub(super) fn take<'a, const N: usize>(bytes: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(taken)
}

/// Takes the entries of a list of this length, `N` bytes each.
#[inline(always)]
fn take_list<'a, const N: usize>(bytes: &mut &'a [u8], length: [u8; 4]) -> Option<&'a [[u8; N]]> {
    let length = u32::from_le_bytes(length) as usize;
    let (taken, rest) = bytes.split_at_checked(length.checked_mul(N)?)?;
    *bytes = rest;
    Some(taken.as_chunks().0)
}

impl<'a> TermsView<'a> {
    /// Reads the Borsh bytes of terms; `None` if they are none. The strategies are read when they are evaluated.
    #[inline(always)]
    pub fn read(terms: &'a [u8]) -> Option<Self> {
        // The tail has a fixed size, so nothing before it needs to be decoded to find it. Fields of a fixed size are
        // taken together: each `take` costs a branch and two additions.
        let (mut bytes, tail) = terms.split_last_chunk::<TAIL>()?;
        let oracle_program = take(&mut bytes)?;
        let splits;
        (splits, bytes) = SplitsView::split_option(bytes)?;
        // No market has further sources yet, so every market was made with one oracle that agrees.
        let [0, _, _, _, _agree, signed] = take::<6>(&mut bytes)? else { return None };
        let signer = match signed {
            0 => None,
            1 => Some(take(&mut bytes)?),
            _ => return None,
        };
        let (attester_set, least) = match take(&mut bytes)? {
            [0] => (None, 0),
            [1] => {
                let [set @ .., least] = take::<33>(&mut bytes)?;
                (Some(set), *least)
            }
            _ => return None,
        };
        let [fixture_id @ .., sport, k0, k1, k2, k3] = take::<13>(&mut bytes)?;
        let stat_keys = take_list(&mut bytes, [*k0, *k1, *k2, *k3])?;
        let strategies = u32::from_le_bytes(*take(&mut bytes)?);
        let mut tail = tail.as_slice();
        let [finality] = *take(&mut tail)?;
        let challenge_window = u32::from_le_bytes(*take(&mut tail)?);
        let [stakes_close, earliest, latest, void_after] =
            [take(&mut tail)?, take(&mut tail)?, take(&mut tail)?, take(&mut tail)?]
                .map(|time| i64::from_le_bytes(*time));
        Some(Self {
            oracle_program,
            splits,
            signer,
            attester_set,
            least,
            fixture_id: i64::from_le_bytes(*fixture_id),
            sport: *sport,
            stat_keys,
            strategies,
            outcomes: bytes,
            finality: FinalityPolicy::from_byte(finality)?,
            challenge_window,
            stakes_close,
            earliest,
            latest,
            void_after,
            mint: take(&mut tail)?,
            fee_bps: u16::from_le_bytes(*take(&mut tail)?),
            fee_account: take(&mut tail)?,
            minimum_stake: u64::from_le_bytes(*take(&mut tail)?),
            maximum_stake: u64::from_le_bytes(*take(&mut tail)?),
            maximum_pool: match u64::from_le_bytes(*take(&mut tail)?) {
                0 => MAX_POOL,
                told => told.min(MAX_POOL),
            },
            abandonment_voids: *take(&mut tail)? != [0],
            results_settle: *take(&mut tail)? != [0],
        })
    }

    /// Whose vouchers for a root the terms ask for, if they ask for any.
    #[inline(always)]
    pub fn attesters(&self) -> Option<AttestersView<'a>> {
        self.attester_set.map(|set| AttestersView { set, least: self.least })
    }

    /// The terms about stakes and money.
    #[inline(always)]
    pub fn conditions(&self) -> Conditions {
        Conditions {
            mint: Pubkey::new_from_array(*self.mint),
            fee_account: Pubkey::new_from_array(*self.fee_account),
            minimum_stake: self.minimum_stake,
            maximum_stake: self.maximum_stake,
            maximum_pool: self.maximum_pool,
            stakes_close: self.stakes_close,
            outcomes: self.outcome_count(),
            has_splits: self.splits.is_some(),
        }
    }

    /// Number of outcomes that can be staked on: marks in a row of the splits; else the strategies and "everything
    /// else".
    #[inline(always)]
    pub fn outcome_count(&self) -> usize {
        match self.splits {
            Some(splits) => splits.outcome_count(),
            None => (self.strategies as usize).saturating_add(1),
        }
    }

    /// The stat keys, in order.
    #[inline(always)]
    pub fn keys(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.stat_keys.iter().map(|key| u32::from_le_bytes(*key))
    }

    /// The sport, if it is one of the three.
    #[inline(always)]
    pub fn layout(&self) -> Option<Layout> {
        Layout::from_byte(self.sport)
    }

    /// The case for these facts, given in the order of `stat_keys`; of cases that pay the same, the first. `None` only
    /// for bytes that were never accepted as terms.
    ///
    /// IMPORTANT: never fails for accepted terms. If some values had no case, the creator could choose results that
    /// nobody can settle.
    #[inline(always)]
    pub fn decide(&self, facts: &Facts) -> Option<u8> {
        let case = self.case(facts)?;
        match self.splits {
            Some(splits) => splits.first_alike(case),
            None => Some(case),
        }
    }

    /// The first case whose strategy holds, else the last.
    #[inline(always)]
    fn case(&self, facts: &Facts) -> Option<u8> {
        let mut bytes = self.outcomes;
        for case in 0..self.strategies as u8 {
            if evaluate(&mut bytes, facts)? == Verdict::True {
                return Some(case);
            }
        }
        Some(self.strategies as u8)
    }
}

/// Evaluates the strategy at the front of the bytes and takes it from them.
#[inline(never)]
fn evaluate(bytes: &mut &[u8], facts: &Facts) -> Option<Verdict> {
    let length = *take(bytes)?;
    let targets = take_list::<5>(bytes, length)?.iter().map(|[stat_index, prediction @ ..]| {
        linesman_verifier::GeometricTarget { stat_index: *stat_index, prediction: i32::from_le_bytes(*prediction) }
    });
    let distance = match take(bytes)? {
        [0] => None,
        [1] => Some(TraderPredicate::deserialize(bytes).ok()?.into()),
        _ => return None,
    };
    let length = u32::from_le_bytes(*take(bytes)?);
    let predicate = |_| match StatPredicate::deserialize(bytes) {
        Ok(predicate) => Ok(predicate.into()),
        Err(_) => Err(Refusal::InstructionDidNotDeserialize),
    };
    evaluate_wide(facts, targets, distance, (0..length).map(predicate)).ok()
}

#[cfg(test)]
mod tests {
    use linesman_verifier::Fact;
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::{
        sample,
        terms::{Attesters, Mark, Terms},
    };

    /// The owned terms as the view of them must be.
    fn expected<'a>(
        terms: &'a Terms,
        splits: Option<SplitsView<'a>>,
        stat_keys: &'a [[u8; 4]],
        outcomes: &'a [u8],
    ) -> TermsView<'a> {
        TermsView {
            oracle_program: terms.oracle_program.as_array(),
            splits,
            signer: terms.signer.as_ref(),
            attester_set: terms.attesters.as_ref().map(|attesters| attesters.set.as_array()),
            least: terms.attesters.map_or(0, |attesters| attesters.least),
            fixture_id: terms.fixture_id,
            sport: terms.sport,
            stat_keys,
            strategies: terms.outcomes.len() as u32,
            outcomes,
            finality: terms.finality,
            challenge_window: terms.challenge_window,
            stakes_close: terms.stakes_close,
            earliest: terms.earliest,
            latest: terms.latest,
            void_after: terms.void_after,
            mint: terms.mint.as_array(),
            fee_bps: terms.fee_bps,
            fee_account: terms.fee_account.as_array(),
            minimum_stake: terms.minimum_stake,
            maximum_stake: terms.maximum_stake,
            maximum_pool: if terms.maximum_pool == 0 { MAX_POOL } else { terms.maximum_pool.min(MAX_POOL) },
            abandonment_voids: terms.abandonment_voids,
            results_settle: terms.results_settle,
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2_000, rng_seed: RngSeed::Fixed(13), ..ProptestConfig::default() })]

        #[test]
        fn every_field_is_that_of_the_owned_terms(
            bytes in prop::array::uniform32(any::<u8>()),
            marks in prop::option::of((1usize..=8, 1usize..=8)),
            signer in prop::option::of(prop::array::uniform32(any::<u8>())),
            attesters in prop::option::of((prop::array::uniform32(any::<u8>()), any::<u8>())),
            numbers in prop::array::uniform8(any::<i64>()),
            stat_keys in prop::collection::vec(any::<u32>(), 0..=5),
            strategies in 0usize..=7,
            policy in 0u8..=3,
        ) {
            let largest = sample::largest_terms();
            let [fixture_id, stakes_close, earliest, latest, void_after, minimum, maximum, small] = numbers;
            let terms = Terms {
                oracle_program: Pubkey::new_from_array(bytes),
                splits: marks.map(|(outcomes, rows)| vec![vec![Mark::HalfWin; outcomes]; rows]),
                sources: vec![],
                agree: 1,
                signer,
                attesters: attesters.map(|(set, least)| Attesters { set: Pubkey::new_from_array(set), least }),
                fixture_id,
                sport: small as u8,
                stat_keys: stat_keys.clone(),
                outcomes: largest.outcomes[..strategies].to_vec(),
                finality: FinalityPolicy::from_byte(policy).unwrap(),
                challenge_window: (small >> 8) as u32,
                stakes_close,
                earliest,
                latest,
                void_after,
                mint: Pubkey::new_from_array(bytes.map(|byte| !byte)),
                fee_bps: (small >> 40) as u16,
                fee_account: Pubkey::new_from_array(bytes.map(|byte| byte ^ 0x55)),
                minimum_stake: minimum as u64,
                maximum_stake: maximum as u64,
                maximum_pool: if small & 4 == 4 { 0 } else { maximum as u64 ^ minimum as u64 },
                abandonment_voids: small & 1 == 1,
                results_settle: small & 2 == 2,
            };
            let borsh = terms.bytes();
            let keys: Vec<[u8; 4]> = stat_keys.iter().map(|key| key.to_le_bytes()).collect();
            let mut outcomes = Vec::new();
            terms.outcomes.iter().for_each(|outcome| outcome.serialize(&mut outcomes).unwrap());
            let splits = splits_of(&borsh).unwrap();
            prop_assert_eq!(TermsView::read(&borsh), Some(expected(&terms, splits, &keys, &outcomes)));
            prop_assert_eq!(splits.map(|splits| splits.outcome_count()), marks.map(|(outcomes, _)| outcomes));
            let Terms { challenge_window, fee_bps, .. } = terms;
            let closing = ClosingTerms::read(&borsh).unwrap();
            prop_assert_eq!(closing, ClosingTerms { terms: &borsh, challenge_window, fee_bps });
            prop_assert_eq!(closing.splits(), Some(splits));
        }

        /// Bytes that are no terms are refused or read as some terms, but nothing panics and nothing is allocated for
        /// the lengths that they claim.
        #[test]
        fn any_bytes_are_read_or_refused(
            mut bytes in prop::collection::vec(any::<u8>(), 0..400),
            cut in any::<prop::sample::Index>(),
            place in any::<prop::sample::Index>(),
        ) {
            let facts = Facts::from_slice(&[Fact::Absent { key: 1 }; 2]).unwrap();
            if let Some(terms) = TermsView::read(&bytes) {
                terms.decide(&facts);
            }
            let valid = sample::largest_terms().bytes();
            let mut changed = valid.clone();
            changed[place.index(valid.len())] ^= bytes.pop().unwrap_or(1) | 1;
            changed.truncate(cut.index(valid.len() + 1).max(valid.len() / 2));
            if let Some(terms) = TermsView::read(&changed) {
                terms.decide(&facts);
            }
        }
    }
}

//! The logic of the oracle program's `validate_*` instructions. The program itself checks that the roots account is
//! given (3005) and that it owns it (2004). Each function returns the first error in the order of the interface.
//!
//! The oracle program passes [`Trust::AnyOne`], so these instructions do not check the sport. Do not use them for zero
//! stats unless you know the sport.

use crate::{roots as roots_account, Fact, Facts};
use crate::{
    rule::{refuse, require},
    scores::{verify_single, Head},
    zero::ZeroProofs,
    BatchProof, BinaryExpression, Error, FixtureProof, GeometricTarget, Hasher, OddsProof, Path, Predicate,
    ScoresProof, ScoresSummary, Stat, StatLeaves, StatPredicate, Strategy, Trust, Verdict,
};

/// One stat of a v1 proof, with its own event stat root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatTerm<'a> {
    /// The claimed stat.
    pub stat: Stat,
    /// Root of the update's stat tree; must be the same for both stats.
    pub event_stat_root: &'a [u8; 32],
    /// Path to that root, or a zero proof.
    pub path: Path<'a>,
}

/// The arguments of `validate_stat`.
#[derive(Clone, Copy, Debug)]
pub struct StatV1<'a> {
    /// Time argument, milliseconds; must be the summary's minimum.
    pub ts: i64,
    /// The fixture's summary.
    pub summary: &'a ScoresSummary,
    /// From the event stat root to the summary's sub-tree root.
    pub fixture_path: Path<'a>,
    /// From the summary to the slot root.
    pub main_path: Path<'a>,
    /// The comparison that the value, or the result of the operation, must meet.
    pub predicate: Predicate,
    /// The first stat.
    pub stat_a: StatTerm<'a>,
    /// The second stat; given if and only if `op` is.
    pub stat_b: Option<StatTerm<'a>>,
    /// How the two are combined.
    pub op: Option<BinaryExpression>,
}

/// `validate_stat` (v1): one stat, or the sum or difference of two, against a predicate.
///
/// # Errors
/// In this order: 6010, 6062, 6027, 6005, 6100, 6024 (second stat without operation or the reverse); 6011, 6008, 2006,
/// 6007; 6004; the first stat 6023 (zero proofs also 6073, 6074), another event root 6024, the second stat; 6027
/// (arithmetic); 6022.
#[inline(always)]
pub fn stat_v1<H: Hasher>(input: &StatV1<'_>, roots: &[u8], trust: Trust) -> Result<Verdict, Error> {
    let head =
        Head { ts: input.ts, summary: input.summary, fixture_path: input.fixture_path, main_path: input.main_path };
    head.check_time_argument()?;
    head.check_lengths()?;
    input.stat_a.path.check_length()?;
    if let Some(stat_b) = &input.stat_b {
        stat_b.path.check_length()?;
    }
    let time = head.check_summary()?;
    let second = match (&input.stat_b, input.op) {
        (None, None) => None,
        (Some(stat_b), Some(op)) => Some((stat_b, op)),
        _ => {
            refuse!(SecondStat, Error::InvalidStatCombination);
            None
        }
    };

    let root = roots_account::scores_root(roots, time)?;
    head.verify_summary::<H>(root)?;

    let mut zeros = ZeroProofs::new(trust, input.fixture_path);
    let a = verify_term::<H>(&input.stat_a, &mut zeros)?;
    let value = match second {
        None => a.value(),
        Some((stat_b, op)) => {
            // With two events, the result would combine values that never held at the same time.
            let is_one_event = stat_b.event_stat_root == input.stat_a.event_stat_root;
            require!(OneEvent, is_one_event, Error::InvalidStatCombination);
            let b = verify_term::<H>(stat_b, &mut zeros)?;
            op.apply(a.value(), b.value())?
        }
    };

    head.verify_event_root::<H>(input.stat_a.event_stat_root)?;
    Ok(Verdict::from(input.predicate.holds(value)))
}

#[inline(always)]
fn verify_term<H: Hasher>(term: &StatTerm<'_>, zeros: &mut ZeroProofs<'_>) -> Result<Fact, Error> {
    verify_single::<H>(&term.stat, term.path, term.event_stat_root, zeros)
}

/// `validate_stat_v2` and `validate_stat_v3`, and `validate_stat_v4` after its signature and credits: up to five stats
/// against a strategy.
///
/// # Errors
/// As [`ScoresProof::verify_in_account`], then as [`Strategy::evaluate`].
#[inline(always)]
pub fn stat<H, T, P>(
    proof: &ScoresProof<'_, impl StatLeaves>,
    strategy: &Strategy<'_, T, P>,
    roots: &[u8],
    trust: Trust,
) -> Result<Verdict, Error>
where
    H: Hasher,
    T: Copy + Into<GeometricTarget>,
    P: Copy + Into<StatPredicate>,
{
    stat_by::<H>(proof, roots, trust, |facts| strategy.evaluate(facts))
}

/// Like [`stat`], for callers that read the strategy part by part where it lies ([`crate::evaluate`]). `evaluate` gets
/// the proven facts.
///
/// # Errors
/// As [`ScoresProof::verify_in_account`], and those of `evaluate`.
#[inline(always)]
pub fn stat_by<H: Hasher>(
    proof: &ScoresProof<'_, impl StatLeaves>,
    roots: &[u8],
    trust: Trust,
    evaluate: impl FnOnce(&Facts) -> Result<Verdict, Error>,
) -> Result<Verdict, Error> {
    let checked = proof.check()?;
    let root = roots_account::scores_root(roots, checked.time())?;
    let mut facts = Facts::NONE;
    checked.verify_facts::<H>(root, trust, &mut facts)?;
    evaluate(&facts)
}

/// `validate_odds`, and `validate_odds_v4` after its signature and credits.
///
/// # Errors
/// As [`OddsProof::verify_in_account`].
pub fn odds<H: Hasher>(proof: &OddsProof<'_>, roots: &[u8]) -> Result<Verdict, Error> {
    proof.verify_in_account::<H>(roots)
}

/// `validate_fixture`.
///
/// # Errors
/// As [`FixtureProof::verify_in_account`].
pub fn fixture<H: Hasher>(proof: &FixtureProof<'_>, roots: &[u8]) -> Result<Verdict, Error> {
    proof.verify_in_account::<H>(roots)
}

/// `validate_fixture_batch`.
///
/// # Errors
/// As [`BatchProof::verify_in_account`].
pub fn fixture_batch<H: Hasher>(proof: &BatchProof<'_>, roots: &[u8]) -> Result<Verdict, Error> {
    proof.verify_in_account::<H>(roots)
}

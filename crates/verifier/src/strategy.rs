//! Claims about proven values.

use crate::{
    rule::{refuse, require},
    Error, Fact, Facts, Verdict,
};

/// How a value is compared with a threshold: strictly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Comparison {
    /// `value > threshold`
    GreaterThan = 0,
    /// `value < threshold`
    LessThan = 1,
    /// `value == threshold`
    EqualTo = 2,
}

impl Comparison {
    #[inline(always)]
    const fn holds(self, value: i64, threshold: i64) -> bool {
        match self {
            Self::GreaterThan => value > threshold,
            Self::LessThan => value < threshold,
            Self::EqualTo => value == threshold,
        }
    }
}

/// A comparison with a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Predicate {
    /// The number that the value is compared with.
    pub threshold: i32,
    /// How.
    pub comparison: Comparison,
}

impl Predicate {
    /// Whether the value meets the predicate.
    #[inline(always)]
    #[must_use]
    pub const fn holds(&self, value: i32) -> bool {
        self.comparison.holds(value as i64, self.threshold as i64)
    }

    /// Whether a sum or difference meets the predicate.
    #[inline(always)]
    const fn holds_wide(&self, value: i64) -> bool {
        self.comparison.holds(value, self.threshold as i64)
    }

    /// Whether a distance meets the predicate; the threshold's bits are read as unsigned.
    #[inline(always)]
    const fn holds_distance(&self, distance: i64) -> bool {
        self.comparison.holds(distance, self.threshold as u32 as i64)
    }
}

/// How two stats are combined before the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum BinaryExpression {
    /// `a + b`
    Add = 0,
    /// `a − b`
    Subtract = 1,
}

impl BinaryExpression {
    /// The result.
    ///
    /// # Errors
    /// [`Error::Overflow`] beyond 32 bits.
    #[inline(always)]
    pub fn apply(self, a: i32, b: i32) -> Result<i32, Error> {
        let result = match self {
            Self::Add => a.checked_add(b),
            Self::Subtract => a.checked_sub(b),
        };
        let Some(result) = result else {
            refuse!(OperationOverflow, Error::Overflow);
            return Ok(0);
        };
        Ok(result)
    }

    /// The result in 64 bits, which cannot overflow.
    #[inline(always)]
    const fn apply_wide(self, a: i32, b: i32) -> i64 {
        match self {
            Self::Add => (a as i64).wrapping_add(b as i64),
            Self::Subtract => (a as i64).wrapping_sub(b as i64),
        }
    }
}

/// A predicate about one stat or two, by their places in the proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatPredicate {
    /// About one stat.
    Single {
        /// Place of the stat.
        index: u8,
        /// The comparison that its value must meet.
        predicate: Predicate,
    },
    /// About the sum or difference of two stats.
    Binary {
        /// Place of the first stat.
        index_a: u8,
        /// Place of the second stat.
        index_b: u8,
        /// How they are combined.
        op: BinaryExpression,
        /// The comparison that the result must meet.
        predicate: Predicate,
    },
}

/// A predicted value of one stat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeometricTarget {
    /// Place of the stat in the proof.
    pub stat_index: u8,
    /// The predicted value.
    pub prediction: i32,
}

/// A claim about the stats of a proof: a bound on the Manhattan distance to a prediction, and further predicates. All
/// must hold.
///
/// The type parameters let a program pass its own argument types without copying: anything that converts into
/// [`GeometricTarget`] and [`StatPredicate`].
#[derive(Clone, Copy, Debug)]
pub struct Strategy<'a, T = GeometricTarget, P = StatPredicate> {
    /// Predicted values.
    pub targets: &'a [T],
    /// The comparison for the distance `Σ |value − prediction|`, unsigned. Required if there are targets.
    pub distance: Option<Predicate>,
    /// Further predicates.
    pub discrete: &'a [P],
}

/// Tracks which stats a strategy uses.
struct Coverage {
    once: u32,
    twice: bool,
    outside: bool,
    count: usize,
}

impl Coverage {
    #[inline(always)]
    const fn new(count: usize) -> Self {
        Self { once: 0, twice: false, outside: false, count }
    }

    #[inline(always)]
    fn add(&mut self, index: u8) {
        if usize::from(index) >= self.count {
            self.outside = true;
            return;
        }
        // A proof has at most five stats.
        let bit = 1u32.wrapping_shl(u32::from(index));
        self.twice |= self.once & bit != 0;
        self.once |= bit;
    }

    #[inline(always)]
    fn check_inside(&self) -> Result<(), Error> {
        require!(StatIndex, !self.outside, Error::IndexOutOfBounds);
        Ok(())
    }

    /// Every stat exactly once.
    #[inline(always)]
    fn check_exact(&self) -> Result<(), Error> {
        require!(StatOnce, !self.twice, Error::DuplicateStatCoverage);
        let all = 1u32.wrapping_shl(self.count as u32).wrapping_sub(1);
        require!(EveryStat, self.once == all, Error::IncompleteStatCoverage);
        Ok(())
    }
}

impl<T, P> Strategy<'_, T, P>
where
    T: Copy + Into<GeometricTarget>,
    P: Copy + Into<StatPredicate>,
{
    /// Checks the strategy for a proof of `count` stats (at most 5): every stat is used exactly once.
    ///
    /// # Errors
    /// In this order, over the whole strategy: [`MissingDistancePredicate`](Error::MissingDistancePredicate),
    /// [`IndexOutOfBounds`](Error::IndexOutOfBounds), [`DuplicateStatCoverage`](Error::DuplicateStatCoverage),
    /// [`IncompleteStatCoverage`](Error::IncompleteStatCoverage).
    #[inline(always)]
    pub fn check(&self, count: usize) -> Result<(), Error> {
        self.coverage(count)?.check_exact()
    }

    /// Checks the strategy as one of several over the same stats: it may use a stat more than once (a range is two
    /// predicates on one key) or not at all. Returns the used stats as a bit mask, lowest bit for stat 0.
    ///
    /// # Errors
    /// [`MissingDistancePredicate`](Error::MissingDistancePredicate), [`IndexOutOfBounds`](Error::IndexOutOfBounds).
    #[inline(always)]
    pub fn check_partial(&self, count: usize) -> Result<u32, Error> {
        Ok(self.coverage(count)?.once)
    }

    #[inline(always)]
    fn coverage(&self, count: usize) -> Result<Coverage, Error> {
        let has_distance = self.targets.is_empty() || self.distance.is_some();
        require!(DistanceGiven, has_distance, Error::MissingDistancePredicate);
        let mut coverage = Coverage::new(count);
        for target in self.targets {
            coverage.add((*target).into().stat_index);
        }
        for predicate in self.discrete {
            match (*predicate).into() {
                StatPredicate::Single { index, .. } => coverage.add(index),
                StatPredicate::Binary { index_a, index_b, .. } => {
                    coverage.add(index_a);
                    coverage.add(index_b);
                }
            }
        }
        coverage.check_inside()?;
        Ok(coverage)
    }

    /// [Checks](Self::check) the strategy, and evaluates it on proven facts in 32 bits, as the oracle's interface
    /// requires. Absent stats count as 0. Reads every part once.
    ///
    /// Every part is evaluated, so an overflow is an error even if another part already fails.
    ///
    /// # Errors
    /// As [`check`](Self::check), then [`Overflow`](Error::Overflow).
    #[inline(always)]
    pub fn evaluate(&self, facts: &Facts) -> Result<Verdict, Error> {
        evaluate(facts, self.targets(), self.distance, self.discrete())
    }

    /// Evaluates the strategy on proven facts in 64 bits, which hold every sum, difference and distance of 32-bit
    /// values, so a checked strategy always has a verdict. For programs that hold money: if some values had no verdict,
    /// somebody could use them to block a settlement. Absent stats count as 0.
    ///
    /// # Errors
    /// Only if the strategy was not checked: [`MissingDistancePredicate`](Error::MissingDistancePredicate) and
    /// [`IndexOutOfBounds`](Error::IndexOutOfBounds).
    #[inline(always)]
    pub fn evaluate_wide(&self, facts: &Facts) -> Result<Verdict, Error> {
        evaluate_wide(facts, self.targets(), self.distance, self.discrete())
    }

    #[inline(always)]
    fn targets(&self) -> impl ExactSizeIterator<Item = GeometricTarget> + use<'_, T, P> {
        self.targets.iter().map(|target| (*target).into())
    }

    #[inline(always)]
    fn discrete(&self) -> impl Iterator<Item = Result<StatPredicate, Error>> + use<'_, T, P> {
        self.discrete.iter().map(|predicate| Ok((*predicate).into()))
    }
}

/// Like [`Strategy::evaluate`], for a strategy that is read part by part where it lies. It returns an error of
/// `discrete`, which is a part that cannot be read, unchanged.
///
/// # Errors
/// As [`Strategy::evaluate`], and those of `discrete`.
#[inline(always)]
pub fn evaluate(
    facts: &Facts,
    targets: impl ExactSizeIterator<Item = GeometricTarget>,
    distance: Option<Predicate>,
    discrete: impl Iterator<Item = Result<StatPredicate, Error>>,
) -> Result<Verdict, Error> {
    let facts = facts.as_slice();
    let mut coverage = Coverage::new(facts.len());
    let mut overflow = false;
    let verdict = evaluate_in(
        |index| {
            coverage.add(index);
            // A missing fact is an error of the coverage.
            Ok(facts.get(usize::from(index)).map_or(0, Fact::value))
        },
        (targets, distance, discrete),
        |fits| overflow |= !fits,
    )?;
    coverage.check_inside()?;
    coverage.check_exact()?;
    require!(ConditionOverflow, !overflow, Error::Overflow);
    Ok(verdict)
}

/// Like [`Strategy::evaluate_wide`], for a strategy that is read part by part where it lies, e.g. in an account. It
/// returns an error of `discrete`, which is a part that cannot be read, unchanged.
///
/// # Errors
/// As `evaluate_wide`, and those of `discrete`.
#[inline(always)]
pub fn evaluate_wide(
    facts: &Facts,
    targets: impl ExactSizeIterator<Item = GeometricTarget>,
    distance: Option<Predicate>,
    discrete: impl Iterator<Item = Result<StatPredicate, Error>>,
) -> Result<Verdict, Error> {
    let value = |index| Ok(facts.get(usize::from(index)).ok_or(Error::IndexOutOfBounds)?.value());
    evaluate_in(value, (targets, distance, discrete), |_| {})
}

/// The shared evaluation, in 64 bits. `fits` is told of every result whether it fits in 32 bits.
#[inline(always)]
fn evaluate_in(
    mut value: impl FnMut(u8) -> Result<i32, Error>,
    (targets, distance, mut discrete): (
        impl ExactSizeIterator<Item = GeometricTarget>,
        Option<Predicate>,
        impl Iterator<Item = Result<StatPredicate, Error>>,
    ),
    mut fits: impl FnMut(bool),
) -> Result<Verdict, Error> {
    let mut holds = true;
    match &distance {
        Some(predicate) => {
            let mut sum: i64 = 0;
            for GeometricTarget { stat_index, prediction } in targets {
                // Cannot saturate: each distance is below 2^32, and 2^31 targets do not fit in memory.
                sum = sum.saturating_add(value(stat_index)?.abs_diff(prediction).into());
            }
            fits(sum <= u32::MAX.into());
            holds = predicate.holds_distance(sum);
        }
        None if targets.len() == 0 => {}
        None => refuse!(DistanceGiven, Error::MissingDistancePredicate),
    }
    // `try_for_each` because on chain it costs less than a loop.
    discrete.try_for_each(|predicate| {
        holds &= match predicate? {
            StatPredicate::Single { index, predicate } => predicate.holds(value(index)?),
            StatPredicate::Binary { index_a, index_b, op, predicate } => {
                let result = op.apply_wide(value(index_a)?, value(index_b)?);
                fits(i32::try_from(result).is_ok());
                predicate.holds_wide(result)
            }
        };
        Ok(())
    })?;
    Ok(Verdict::from(holds))
}

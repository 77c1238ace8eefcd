//! Predicates and strategies.

use crate::codec::borsh::io::{Read, Result};
use crate::codec::*;
use linesman_verifier as verifier;

use crate::decode;

/// How a value is compared with a threshold: strictly.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// `value > threshold`
    GreaterThan,
    /// `value < threshold`
    LessThan,
    /// `value == threshold`
    EqualTo,
}

/// A comparison with a threshold.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraderPredicate {
    /// The number that the value is compared with. For a distance, the bits are read as unsigned.
    pub threshold: i32,
    /// How.
    pub comparison: Comparison,
}

/// How two stats are combined before the comparison. A result beyond 32 bits is an error.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryExpression {
    /// `a + b`
    Add,
    /// `a − b`
    Subtract,
}

/// A predicate about one stat or two, by their places in the proof.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatPredicate {
    /// About one stat.
    Single {
        /// Place of the stat.
        index: u8,
        /// The comparison that its value must meet.
        predicate: TraderPredicate,
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
        predicate: TraderPredicate,
    },
}

/// A predicted value of one stat.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeometricTarget {
    /// Place of the stat in the proof.
    pub stat_index: u8,
    /// The predicted value.
    pub prediction: i32,
}

/// A claim about the stats of a proof: a bound on the Manhattan distance to a prediction, and further predicates. All
/// must hold.
#[derive(AnchorSerialize, Clone, Debug, PartialEq, Eq)]
pub struct NDimensionalStrategy {
    /// Predicted values.
    pub geometric_targets: Vec<GeometricTarget>,
    /// The comparison that the distance must meet; required if there are targets.
    pub distance_predicate: Option<TraderPredicate>,
    /// Further predicates.
    pub discrete_predicates: Vec<StatPredicate>,
}

impl Comparison {
    #[inline(always)]
    fn from_tag(tag: u8) -> Result<Self> {
        match tag {
            0 => Ok(Self::GreaterThan),
            1 => Ok(Self::LessThan),
            2 => Ok(Self::EqualTo),
            _ => Err(decode::undecodable()),
        }
    }
}

impl BinaryExpression {
    #[inline(always)]
    fn from_tag(tag: u8) -> Result<Self> {
        match tag {
            0 => Ok(Self::Add),
            1 => Ok(Self::Subtract),
            _ => Err(decode::undecodable()),
        }
    }
}

impl TraderPredicate {
    #[inline(always)]
    fn from_bytes(threshold: [u8; 4], comparison: u8) -> Result<Self> {
        Ok(Self { threshold: i32::from_le_bytes(threshold), comparison: Comparison::from_tag(comparison)? })
    }
}

impl AnchorDeserialize for BinaryExpression {
    #[inline(always)]
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let [tag] = decode::fixed(reader)?;
        Self::from_tag(tag)
    }
}

impl AnchorDeserialize for TraderPredicate {
    #[inline(always)]
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let [a, b, c, d, comparison] = decode::fixed(reader)?;
        Self::from_bytes([a, b, c, d], comparison)
    }
}

impl AnchorDeserialize for StatPredicate {
    #[inline(always)]
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        let [tag] = decode::fixed(reader)?;
        match tag {
            0 => {
                let [index, a, b, c, d, comparison] = decode::fixed(reader)?;
                Ok(Self::Single { index, predicate: TraderPredicate::from_bytes([a, b, c, d], comparison)? })
            }
            1 => {
                let [index_a, index_b, op, a, b, c, d, comparison] = decode::fixed(reader)?;
                Ok(Self::Binary {
                    index_a,
                    index_b,
                    op: BinaryExpression::from_tag(op)?,
                    predicate: TraderPredicate::from_bytes([a, b, c, d], comparison)?,
                })
            }
            _ => Err(decode::undecodable()),
        }
    }
}

impl AnchorDeserialize for NDimensionalStrategy {
    fn deserialize_reader<R: Read>(reader: &mut R) -> Result<Self> {
        Ok(Self {
            geometric_targets: decode::list(reader)?,
            distance_predicate: decode::option(reader)?,
            discrete_predicates: decode::list(reader)?,
        })
    }
}

impl NDimensionalStrategy {
    /// The strategy as the verifier's type.
    #[inline(always)]
    #[must_use]
    pub fn view(&self) -> verifier::Strategy<'_, GeometricTarget, StatPredicate> {
        verifier::Strategy {
            targets: &self.geometric_targets,
            distance: self.distance_predicate.map(Into::into),
            discrete: &self.discrete_predicates,
        }
    }
}

impl From<Comparison> for verifier::Comparison {
    #[inline(always)]
    fn from(comparison: Comparison) -> Self {
        match comparison {
            Comparison::GreaterThan => Self::GreaterThan,
            Comparison::LessThan => Self::LessThan,
            Comparison::EqualTo => Self::EqualTo,
        }
    }
}

impl From<TraderPredicate> for verifier::Predicate {
    #[inline(always)]
    fn from(predicate: TraderPredicate) -> Self {
        Self { threshold: predicate.threshold, comparison: predicate.comparison.into() }
    }
}

impl From<BinaryExpression> for verifier::BinaryExpression {
    #[inline(always)]
    fn from(expression: BinaryExpression) -> Self {
        match expression {
            BinaryExpression::Add => Self::Add,
            BinaryExpression::Subtract => Self::Subtract,
        }
    }
}

impl From<StatPredicate> for verifier::StatPredicate {
    #[inline(always)]
    fn from(predicate: StatPredicate) -> Self {
        match predicate {
            StatPredicate::Single { index, predicate } => Self::Single { index, predicate: predicate.into() },
            StatPredicate::Binary { index_a, index_b, op, predicate } => {
                Self::Binary { index_a, index_b, op: op.into(), predicate: predicate.into() }
            }
        }
    }
}

impl From<GeometricTarget> for verifier::GeometricTarget {
    #[inline(always)]
    fn from(target: GeometricTarget) -> Self {
        Self { stat_index: target.stat_index, prediction: target.prediction }
    }
}

//! Splits: what each case pays each outcome, where stakes are not just won or lost. A quarter line, for one, returns
//! half of a stake.
//!
//! With splits, the strategies name *cases*: the first that holds, else the last. Each case has a row with a mark for
//! each outcome that can be staked on. Without splits, cases and outcomes are the same, and the case wins.

use anchor_lang::prelude::*;
use linesman_wire::err;

use super::{view::take, Terms};
use crate::{error::SettlementError, state::MAX_OUTCOMES};

/// What one outcome gets in one case.
#[derive(AnchorSerialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Lose,
    HalfLose,
    Push,
    HalfWin,
    Win,
}

impl AnchorDeserialize for Mark {
    /// The derived one makes a text of every other byte, for which a program has no room.
    fn deserialize_reader<R: std::io::Read>(reader: &mut R) -> std::io::Result<Self> {
        Self::from_byte(u8::deserialize_reader(reader)?).ok_or_else(|| std::io::ErrorKind::InvalidData.into())
    }
}

impl Mark {
    fn from_byte(byte: u8) -> Option<Self> {
        match byte {
            0 => Some(Self::Lose),
            1 => Some(Self::HalfLose),
            2 => Some(Self::Push),
            3 => Some(Self::HalfWin),
            4 => Some(Self::Win),
            _ => None,
        }
    }

    fn wins(self) -> bool {
        matches!(self, Self::Win | Self::HalfWin)
    }

    fn loses(self) -> bool {
        matches!(self, Self::Lose | Self::HalfLose)
    }
}

/// The splits of terms as they lie in a market's account: rows of equal length, each behind its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitsView<'a> {
    rows: &'a [u8],
}

/// Borsh bytes of the length of a row.
const LENGTH: usize = 4;

impl<'a> SplitsView<'a> {
    /// The optional splits at the front, and what lies behind them; `None` if there is neither none nor some.
    #[inline(always)]
    pub(super) fn split_option(bytes: &'a [u8]) -> Option<(Option<Self>, &'a [u8])> {
        match bytes.split_first()? {
            (0, rest) => Some((None, rest)),
            (1, rest) => Self::split(rest),
            _ => None,
        }
    }

    // Few markets have splits, and terms are read in many places. Takes and returns the bytes: a reference to them
    // would keep them in memory for what follows.
    #[inline(never)]
    fn split(mut bytes: &'a [u8]) -> Option<(Option<Self>, &'a [u8])> {
        let rows = u32::from_le_bytes(*take(&mut bytes)?) as usize;
        let outcomes = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
        let length = outcomes.checked_add(LENGTH)?.checked_mul(rows)?;
        let (rows, rest) = bytes.split_at_checked(length)?;
        Some((Some(Self { rows }), rest))
    }

    /// Number of outcomes that can be staked on.
    #[inline(always)]
    pub fn outcome_count(&self) -> usize {
        // The length of the first row is that of all.
        self.rows.first_chunk().map_or(0, |length| u32::from_le_bytes(*length) as usize)
    }

    /// The marks of a case, as bytes.
    #[inline(never)]
    fn row(&self, case: u8) -> Option<&'a [u8]> {
        let outcomes = self.outcome_count();
        let start = outcomes.checked_add(LENGTH)?.checked_mul(usize::from(case))?.checked_add(LENGTH)?;
        self.rows.get(start..)?.get(..outcomes)
    }

    /// The first case that pays the same as this one. What pays the same is the same: a correction between two such
    /// cases changes nothing, and starts no window.
    #[inline(never)]
    pub(super) fn first_alike(&self, case: u8) -> Option<u8> {
        let row = self.row(case)?;
        (0..case).find(|earlier| self.row(*earlier) == Some(row)).or(Some(case))
    }
}

/// What a decision pays the outcomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row<'a> {
    /// One outcome wins, the others lose.
    Winner(u8),
    /// The marks of all outcomes, as bytes.
    Marks(&'a [u8]),
}

impl<'a> Row<'a> {
    /// What the decision for a case pays; `None` for a case that the splits do not have.
    #[inline(always)]
    pub fn of(splits: Option<SplitsView<'a>>, case: u8) -> Option<Self> {
        match splits {
            None => Some(Self::Winner(case)),
            Some(splits) => splits.row(case).map(Self::Marks),
        }
    }

    /// What an outcome gets; `None` for an outcome that the splits do not have.
    #[inline(always)]
    pub fn mark(self, outcome: u8) -> Option<Mark> {
        match self {
            Self::Winner(winner) => Some(if outcome == winner { Mark::Win } else { Mark::Lose }),
            Self::Marks(marks) => marks.get(usize::from(outcome)).copied().and_then(Mark::from_byte),
        }
    }
}

impl Terms {
    /// Checks the splits, if there are any (6201): one row for each case, all with the same 2 to 8 outcomes; a row with
    /// a winning part has a losing part, and the other way round, as what is won is what others lose; and every outcome
    /// can win and lose at least half.
    pub(super) fn check_splits(&self) -> Result<()> {
        let Some(rows) = &self.splits else { return Ok(()) };
        if rows.len() != self.case_count() {
            msg!("terms: {} rows of splits for {} cases", rows.len(), self.case_count());
            return err!(SettlementError::InvalidOutcomes);
        }
        let outcomes = rows[0].len();
        if !(2..=MAX_OUTCOMES).contains(&outcomes) {
            msg!("terms: splits of {} outcomes, must be 2 to {}", outcomes, MAX_OUTCOMES);
            return err!(SettlementError::InvalidOutcomes);
        }
        for (case, row) in rows.iter().enumerate() {
            if row.len() != outcomes {
                msg!("terms: the splits of case {} have {} marks, those of case 0 {}", case, row.len(), outcomes);
                return err!(SettlementError::InvalidOutcomes);
            }
            if row.iter().any(|mark| mark.wins()) != row.iter().any(|mark| mark.loses()) {
                msg!("terms: in case {} nobody loses what is won, or nobody wins what is lost", case);
                return err!(SettlementError::InvalidOutcomes);
            }
        }
        for outcome in 0..outcomes {
            let is_some = |kind: fn(Mark) -> bool| rows.iter().any(|row| kind(row[outcome]));
            if !is_some(Mark::wins) || !is_some(Mark::loses) {
                msg!("terms: outcome {} can only lose, or only win", outcome);
                return err!(SettlementError::InvalidOutcomes);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Mark::*, *};
    use crate::sample;

    fn refusal(splits: &[&[Mark]]) -> Option<u32> {
        let terms = Terms { splits: Some(splits.iter().map(|row| row.to_vec()).collect()), ..sample::terms() };
        match terms.check_splits() {
            Ok(()) => None,
            Err(Error::AnchorError(error)) => Some(error.error_code_number),
            Err(other) => panic!("{other}"),
        }
    }

    #[test]
    fn each_refusal_of_splits() {
        const REFUSED: Option<u32> = Some(6201);
        // The terms have two cases.
        assert_eq!(refusal(&[&[Win, Lose], &[Lose, Win]]), None);
        assert_eq!(refusal(&[&[Win, HalfLose], &[HalfLose, HalfWin]]), None);
        assert_eq!(refusal(&[&[Win, Lose, Push], &[Lose, HalfWin, Win]]), REFUSED, "outcome 2 never loses");
        assert_eq!(refusal(&[&[Win, Lose, HalfLose], &[Lose, HalfWin, Win]]), None);
        for (what, splits) in [
            ("no rows", &[][..]),
            ("a row less", &[&[Win, Lose][..]]),
            ("a row more", &[&[Win, Lose], &[Lose, Win], &[Push, Push]]),
            ("no outcome", &[&[], &[]]),
            ("one outcome", &[&[Win], &[Lose]]),
            (
                "nine outcomes",
                &[
                    &[Win, Lose, Win, Lose, Win, Lose, Win, Lose, Win],
                    &[Lose, Win, Lose, Win, Lose, Win, Lose, Win, Lose],
                ],
            ),
            ("unequal rows", &[&[Win, Lose], &[Lose, Win, Lose]]),
            ("outcome 0 never wins", &[&[Lose, Win], &[Push, Push]]),
            ("outcome 1 never loses", &[&[Lose, Win], &[Push, Push]]),
            ("nobody loses", &[&[Win, Lose], &[Win, Push]]),
            ("nobody loses half", &[&[Win, Lose], &[HalfWin, HalfWin]]),
            ("nobody wins", &[&[Win, Lose], &[Lose, Push]]),
            ("nobody wins half", &[&[Win, Lose], &[HalfLose, HalfLose]]),
        ] {
            assert_eq!(refusal(splits), REFUSED, "{what}");
        }
    }

    #[test]
    fn cases_that_pay_the_same_are_the_first_of_them() {
        let rows = [[Win, Lose], [HalfWin, HalfLose], [Win, Lose], [Lose, Win], [HalfWin, HalfLose]];
        let mut bytes = Vec::new();
        Some(rows.map(|row| row.to_vec()).to_vec()).serialize(&mut bytes).unwrap();
        bytes.push(7);
        let (splits, rest) = SplitsView::split_option(&bytes).unwrap();
        assert_eq!(rest, [7]);
        let first = |case| splits.unwrap().first_alike(case);
        assert_eq!([0, 1, 2, 3, 4, 5].map(first), [Some(0), Some(1), Some(0), Some(3), Some(1), None]);
        for (case, row) in (0..).zip(rows) {
            let marks = [0, 1].map(|outcome| Row::of(splits, case).unwrap().mark(outcome).unwrap());
            assert_eq!(marks, row);
            assert_eq!(Row::of(splits, case).unwrap().mark(2), None);
        }
        assert_eq!(Row::of(splits, 5), None);
        let winner = Row::of(None, 3).unwrap();
        assert_eq!([2, 3, 200].map(|outcome| winner.mark(outcome)), [Some(Lose), Some(Win), Some(Lose)]);
    }

    #[test]
    fn splits_that_are_cut_off_are_none() {
        let mut bytes = Vec::new();
        Some(vec![vec![Win, Lose]; 3]).serialize(&mut bytes).unwrap();
        for end in 0..bytes.len() {
            assert_eq!(SplitsView::split_option(&bytes[..end]), None, "{end}");
        }
        assert_eq!(SplitsView::split_option(&[2, 0, 0, 0, 0, 0]), None);
        // Lengths beyond all memory.
        assert_eq!(SplitsView::split_option(&[1, 255, 255, 255, 255, 255, 255, 255, 255, 0]), None);
    }
}

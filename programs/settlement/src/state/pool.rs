use anchor_lang::prelude::*;
use linesman_wire::require;

use super::{Decided, MAX_OUTCOMES};
use crate::{
    error::SettlementError,
    money::{self, Settlement},
    terms::Row,
};

/// The stakes on up to eight outcomes and the debt to their owners, for a market or a parlay. Amounts in base units.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    /// Stakes per outcome. Fixed after `stakes_close`, because payouts are computed from them.
    pub totals: [u64; MAX_OUTCOMES],
    /// The debt to open positions. The vault holds at least this much after every instruction.
    pub owed: u64,
    /// Number of open positions.
    pub open_positions: u64,
    /// The fee, fixed by the decision; 0 on a refund.
    pub fee: u64,
    /// Total stake of open positions that will be paid. At 0, anything still owed is dust.
    pub paying: u64,
    /// Every stake is refunded, because the pool is void, nobody staked on what won, or nothing won.
    pub refund: bool,
}

impl Pool {
    /// Size in Borsh.
    pub const SPACE: usize = 8 * MAX_OUTCOMES + 8 + 8 + 8 + 8 + 1;

    /// Counts a new position.
    pub fn open_position(&mut self) -> Result<()> {
        self.open_positions = self.open_positions.checked_add(1).ok_or(SettlementError::MathOverflow)?;
        Ok(())
    }

    /// Adds a stake; returns the new total of its outcome.
    pub fn add_stake(&mut self, outcome: u8, amount: u64) -> Result<u64> {
        let total = self.totals.get_mut(usize::from(outcome)).ok_or(SettlementError::UnknownOutcome)?;
        *total = total.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
        self.owed = self.owed.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
        Ok(*total)
    }

    /// Fixes fee and debt by what the decision pays.
    #[inline(always)]
    pub fn finalise(&mut self, row: Row, fee_bps: u16) -> Decided<()> {
        self.fix(match row {
            Row::Winner(_) => money::finalise(&self.totals, row, fee_bps),
            Row::Marks(_) => Self::finalise_split(self.totals, row, fee_bps),
        })
    }

    /// Takes a copy of the totals: with their address behind a call, a batch would keep every market in memory.
    #[inline(never)]
    fn finalise_split(totals: [u64; MAX_OUTCOMES], row: Row, fee_bps: u16) -> Option<Settlement> {
        money::finalise(&totals, row, fee_bps)
    }

    /// Refunds every stake.
    pub fn give_back(&mut self) -> Decided<()> {
        self.fix(money::refund(&self.totals))
    }

    fn fix(&mut self, settlement: Option<Settlement>) -> Decided<()> {
        let settlement = settlement.ok_or(SettlementError::MathOverflow)?;
        self.refund = settlement.refund;
        self.fee = settlement.fee;
        self.owed = settlement.owed;
        self.paying = settlement.paying;
        Ok(())
    }

    /// The payout of a position of `stake` on `outcome`, once decided.
    pub fn payout(&self, row: Row, outcome: u8, stake: u64) -> Result<u64> {
        if self.refund {
            return Ok(stake);
        }
        let paid = match row {
            Row::Winner(winner) if winner != outcome => return Ok(0),
            Row::Winner(_) => money::payout(&self.totals, row, self.fee, outcome, stake),
            Row::Marks(_) => Self::payout_split(self.totals, row, self.fee, outcome, stake),
        };
        Ok(paid.ok_or(SettlementError::MathOverflow)?)
    }

    #[inline(never)]
    fn payout_split(totals: [u64; MAX_OUTCOMES], row: Row, fee: u64, outcome: u8, stake: u64) -> Option<u64> {
        money::payout(&totals, row, fee, outcome, stake)
    }

    /// Closes a position of `stake` that was paid `paid`. After the last payment nothing is owed, so the dust can be
    /// swept.
    pub fn close_position(&mut self, stake: u64, paid: u64) -> Result<()> {
        self.open_positions = self.open_positions.checked_sub(1).ok_or(SettlementError::MathOverflow)?;
        if paid == 0 {
            return Ok(());
        }
        self.owed = self.owed.checked_sub(paid).ok_or(SettlementError::MathOverflow)?;
        self.paying = self.paying.checked_sub(stake).ok_or(SettlementError::MathOverflow)?;
        if self.paying == 0 {
            self.owed = 0;
        }
        Ok(())
    }

    /// Must hold after every instruction: the vault covers the debt (6229), and before a decision all stakes are owed.
    /// `held` is the vault's balance, reloaded after tokens moved.
    pub fn invariant(&self, decided: bool, held: u64) -> Result<()> {
        require_gte!(held, self.owed, SettlementError::VaultInvariant);
        if !decided {
            require!(money::sum(&self.totals) == Some(self.owed), SettlementError::VaultInvariant);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_space_is_that_of_its_bytes() {
        let mut bytes = Vec::new();
        Pool::default().serialize(&mut bytes).unwrap();
        assert_eq!(bytes.len(), Pool::SPACE);
    }

    #[test]
    fn the_invariant_sees_a_short_vault_and_a_wrong_debt() {
        let mut pool = Pool::default();
        assert_eq!(pool.add_stake(0, 5).unwrap(), 5);
        assert!(pool.invariant(false, 4).is_err());
        pool.invariant(false, 5).unwrap();
        pool.owed = 4;
        assert!(pool.invariant(false, 5).is_err());
        pool.invariant(true, 4).unwrap();
        assert!(pool.invariant(true, 3).is_err());
    }

    #[test]
    fn outcomes_that_do_not_exist_take_nothing() {
        let mut pool = Pool::default();
        assert!(pool.add_stake(MAX_OUTCOMES as u8, 5).is_err());
        assert!(pool.finalise(Row::Winner(MAX_OUTCOMES as u8), 0).is_err());
        assert_eq!(pool, Pool::default());
    }

    proptest! {
        /// Claims all positions in any order: the vault always covers the debt, which ends at 0.
        #[test]
        fn claims_in_any_order_take_the_debt_to_zero(
            stakes in prop::collection::vec((0u8..4, 1u64..1 << 40), 1..12),
            winner in 0u8..4,
            marks in prop::option::of(prop::collection::vec(0u8..=4, 4)),
            void in any::<bool>(),
            fee_bps in 0u16..=1_000,
            order in any::<prop::sample::Index>(),
        ) {
            let mut pool = Pool::default();
            let (row, unit) = marks.as_ref().map_or((Row::Winner(winner), 1), |marks| (Row::Marks(marks), 2));
            let stakes: Vec<_> = stakes.iter().map(|(outcome, stake)| (*outcome, stake * unit)).collect();
            for (outcome, stake) in &stakes {
                pool.add_stake(*outcome, *stake).unwrap();
                pool.open_position().unwrap();
            }
            let received = pool.owed;
            if void {
                pool.give_back().unwrap();
            } else {
                pool.finalise(row, fee_bps).unwrap();
            }
            let mut held = received;
            let mut claims = stakes.clone();
            claims.rotate_left(order.index(stakes.len()));
            for (outcome, stake) in claims {
                let paid = pool.payout(row, outcome, stake).unwrap();
                pool.close_position(stake, paid).unwrap();
                held -= paid;
                pool.invariant(true, held).unwrap();
            }
            prop_assert_eq!((pool.owed, pool.paying, pool.open_positions), (0, 0, 0));
            prop_assert!(pool.close_position(1, 1).is_err());
            // The fee stays, and less than one unit of dust per position.
            prop_assert!(held >= pool.fee && held < pool.fee + stakes.len() as u64);
        }
    }
}

use anchor_lang::prelude::*;
use linesman_wire::{err, require, require_keys_eq};

use super::{Decided, MarketInPlace, MarketState, Pool};
use crate::{
    error::SettlementError,
    pool::VERSION,
    seed,
    terms::{Mark, ParlayTerms, Row, SplitsView, MAX_LEGS},
};

/// Outcome of a parlay: every leg is won.
pub const YES: u8 = 0;
/// Outcome of a parlay: some leg is lost.
pub const NO: u8 = 1;

/// Open → Final or Void.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParlayState {
    Open,
    Final,
    Void,
}

/// The result copied from a leg's market.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LegResult {
    /// Not copied yet: the parlay holds the market.
    #[default]
    Open,
    Won,
    Lost,
    Void,
}

/// A parlay: stakes on whether every leg is won. Seeds: `parlay`, creator, id.
#[account]
#[derive(Debug, PartialEq)]
pub struct Parlay {
    /// Layout version of this account, [`VERSION`](crate::pool::VERSION).
    pub version: u8,
    pub bump: u8,
    pub vault_bump: u8,
    pub creator: Pubkey,
    pub id: u64,
    /// SHA-256 of the Borsh bytes of `terms`.
    pub terms_hash: [u8; 32],
    pub state: ParlayState,
    /// Total 0 is the stakes on yes, total 1 those on no; the others stay 0.
    pub pool: Pool,
    /// 0 yes, 1 no. Meaningful only in state Final.
    pub outcome: u8,
    /// One result per leg, in order; Open beyond the last leg.
    pub results: [LegResult; MAX_LEGS],
    pub terms: ParlayTerms,
}

impl Parlay {
    /// Borsh bytes of everything before `terms`, and the discriminator.
    pub(super) const HEAD: usize = Self::DISCRIMINATOR.len() + 1 + 1 + 1 + 32 + 8 + 32 + 1 + Pool::SPACE + 1 + MAX_LEGS;

    /// Size of an account whose terms have `terms` bytes.
    pub const fn space(terms: usize) -> usize {
        Self::HEAD + terms
    }

    /// Writes the account, once, at creation. `terms` are the Borsh bytes that were hashed.
    pub fn write(&self, account: &AccountInfo, terms: &[u8]) -> Result<()> {
        let mut data = account.try_borrow_mut_data()?;
        require_eq!(data.len(), Self::space(terms.len()), ErrorCode::AccountDidNotSerialize);
        let (head, tail) = data.split_at_mut(Self::HEAD);
        self.write_head(head).map_err(|_| ErrorCode::AccountDidNotSerialize)?;
        tail.copy_from_slice(terms);
        Ok(())
    }

    /// Discriminator and every field before `terms`.
    fn write_head(&self, mut head: &mut [u8]) -> std::io::Result<()> {
        let Self { version, bump, vault_bump, creator, id, terms_hash, state, pool, outcome, results, terms: _ } = self;
        let writer = &mut head;
        std::io::Write::write_all(writer, Self::DISCRIMINATOR)?;
        (version, bump, vault_bump, creator, id, terms_hash).serialize(writer)?;
        (state, pool, outcome, results).serialize(writer)
    }

    /// Checks that the account is at its PDA (2006) and has the layout that this program reads (6251).
    pub fn check_address(&self, key: &Pubkey) -> Result<()> {
        seed::check_pool_account(seed::PARLAY, key, &self.creator, self.id, self.bump)?;
        require_eq!(self.version, VERSION, SettlementError::UnknownVersion);
        Ok(())
    }

    /// The results of the actual legs.
    pub fn leg_results(&self) -> &[LegResult] {
        &self.results[..self.terms.legs.len().min(MAX_LEGS)]
    }

    /// Copies the result of leg number `leg` from its market at `key`. The leg must exist and match the market (6246),
    /// its result must not be copied yet (6248), and the market must be Final or Void (6247). A winning outcome counts
    /// even if nobody staked on it; one that neither wins nor loses all makes the leg void.
    pub fn copy_result(
        &mut self,
        leg: u8,
        key: &Pubkey,
        market: &MarketInPlace<Option<SplitsView>>,
    ) -> Result<LegResult> {
        let place = usize::from(leg);
        let Some((terms, result)) = self.terms.legs.get(place).zip(self.results.get_mut(place)) else {
            msg!("the parlay has no leg {}", leg);
            return err!(SettlementError::WrongLeg);
        };
        require!(*result == LegResult::Open, SettlementError::LegCopied);
        require_keys_eq!(*key, terms.market, SettlementError::WrongLeg);
        // An address does not fix the terms: a market can be closed and recreated with other terms.
        require!(market.terms_hash() == terms.terms_hash, SettlementError::WrongLeg);
        *result = match market.copy.state {
            MarketState::Open | MarketState::Proposed => return err!(SettlementError::LegOpen),
            MarketState::Void => LegResult::Void,
            MarketState::Final => {
                let row = Row::of(market.terms, market.copy.proposal.outcome);
                match row.and_then(|row| row.mark(terms.outcome)).ok_or(SettlementError::NotAMarket)? {
                    Mark::Win => LegResult::Won,
                    Mark::Lose => LegResult::Lost,
                    Mark::HalfLose | Mark::Push | Mark::HalfWin => LegResult::Void,
                }
            }
        };
        Ok(*result)
    }

    /// Decides an open parlay once all results are copied; otherwise does nothing.
    pub fn decide(&mut self) -> Decided<()> {
        let results = self.leg_results();
        if self.state != ParlayState::Open || results.contains(&LegResult::Open) {
            return Ok(());
        }
        if results.contains(&LegResult::Void) {
            return self.become_void();
        }
        let lost = results.contains(&LegResult::Lost);
        self.outcome = if lost { NO } else { YES };
        self.state = ParlayState::Final;
        self.pool.finalise(Row::Winner(self.outcome), self.terms.fee_bps)
    }

    /// Makes the parlay void and refunds every stake.
    pub fn become_void(&mut self) -> Decided<()> {
        self.state = ParlayState::Void;
        self.pool.give_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sample,
        state::{Market, Proposal},
        terms::{splits_of, ParlayLeg, Terms},
    };

    #[test]
    fn the_space_is_that_of_its_bytes() {
        for legs in [2, 8] {
            let (_, parlay) = sample::parlay(legs);
            let mut bytes = Vec::new();
            parlay.try_serialize(&mut bytes).unwrap();
            assert_eq!(bytes.len(), Parlay::space(parlay.terms.bytes().len()));
            let mut head = vec![0; Parlay::HEAD];
            parlay.write_head(&mut head).unwrap();
            assert_eq!([head, parlay.terms.bytes()].concat(), bytes);
            assert_eq!(Parlay::try_deserialize(&mut &bytes[..]).unwrap(), parlay);
        }
    }

    #[test]
    fn another_address_or_layout_is_not_taken() {
        let (key, parlay) = sample::parlay(3);
        for version in 0..=u8::MAX {
            let parlay = Parlay { version, ..parlay.clone() };
            assert_eq!(parlay.check_address(&key).is_ok(), version == VERSION, "{version}");
        }
        assert!(Parlay { id: parlay.id ^ 1, ..parlay }.check_address(&key).is_err());
    }

    #[test]
    fn a_leg_that_is_split_is_void() {
        let result = |leg_outcome: u8, case: u8, terms: Terms| {
            let (key, market) = sample::market(7, terms);
            let proposal = Proposal { outcome: case, ..market.proposal };
            let mut account = sample::account(&Market { state: MarketState::Final, proposal, ..market.clone() });
            let market = MarketInPlace::read_with(splits_of, &key, &mut account).unwrap();
            let (_, mut parlay) = sample::parlay(2);
            parlay.terms.legs[1] = ParlayLeg { market: key, terms_hash: market.terms_hash(), outcome: leg_outcome };
            parlay.copy_result(1, &key, &market)
        };
        use LegResult::{Lost, Void, Won};
        for (case, of_each) in [(0, [Won, Lost]), (1, [Void, Void]), (2, [Lost, Won])] {
            for (outcome, expected) in (0..).zip(of_each) {
                assert_eq!(result(outcome, case, sample::quarter_line()).unwrap(), expected, "{case} {outcome}");
            }
            assert!(result(2, case, sample::quarter_line()).is_err());
        }
        let push = Terms { splits: Some(vec![vec![Mark::Push; 2]; 3]), ..sample::quarter_line() };
        assert_eq!(result(0, 2, push).unwrap(), Void);
        let results = [0, 1].map(|case| result(1, case, sample::terms()).unwrap());
        assert_eq!(results, [Lost, Won]);
    }

    #[test]
    fn is_decided_by_the_last_leg_and_void_by_any() {
        use LegResult::{Lost, Open, Void, Won};
        let cases = [
            ([Won, Won, Open], ParlayState::Open, 0),
            ([Lost, Won, Open], ParlayState::Open, 0),
            ([Void, Lost, Open], ParlayState::Open, 0),
            ([Won, Won, Won], ParlayState::Final, YES),
            ([Won, Lost, Won], ParlayState::Final, NO),
            ([Lost, Lost, Lost], ParlayState::Final, NO),
            ([Lost, Won, Void], ParlayState::Void, 0),
            ([Won, Void, Won], ParlayState::Void, 0),
        ];
        for (results, state, outcome) in cases {
            let (_, mut parlay) = sample::parlay(3);
            parlay.pool.add_stake(YES, 10).unwrap();
            parlay.pool.add_stake(NO, 40).unwrap();
            parlay.results[..3].copy_from_slice(&results);
            parlay.decide().unwrap();
            assert_eq!((parlay.state, parlay.outcome), (state, outcome), "{results:?}");
            // 2.5 % of 40 is 1.
            let fee = u64::from(state == ParlayState::Final && outcome == YES);
            assert_eq!(parlay.pool.owed, 50 - fee);
            // A second time changes nothing.
            let once = parlay.clone();
            parlay.decide().unwrap();
            assert_eq!(parlay, once);
        }
    }
}

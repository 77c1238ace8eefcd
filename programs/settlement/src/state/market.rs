use anchor_lang::prelude::*;

use super::Pool;
use crate::{
    error::SettlementError,
    moment::Moment,
    terms::{ClosingTerms, Row, SplitsView, Terms},
};

/// The maximum number of outcomes.
pub const MAX_OUTCOMES: usize = 8;

/// The minimum challenge window of a void proposal, s and slots.
const VOID_WINDOW: u32 = 86_400;

/// Open → Proposed → Final or Void; or from Open directly to Final (no window) or Void (deadline).
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarketState {
    Open,
    Proposed,
    Final,
    Void,
}

/// The result of the latest proof, which later proofs may still replace. In state Final: the decision.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// Index of the outcome, or with splits of the case: the first of those that pay the same. 0 for a void proposal.
    pub outcome: u8,
    /// Epoch day, slot and update of the proof: day << 40 | slot << 28 | update. Only a greater key replaces it.
    pub order_key: u64,
    /// Start of the challenge window.
    pub since: Moment,
    /// A proposal to void the market: the fixture was abandoned or cancelled. Any settling proof replaces it.
    pub void: bool,
}

/// A decision about a market. Its error is a plain number: a batch goes on after it, and the heap frees nothing.
pub type Decided<T> = core::result::Result<T, SettlementError>;

/// The effect of a settling proof on a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Its outcome is the new proposal, or the standing one with other times.
    Proposal,
    /// Its outcome is the standing proposal already.
    Nothing,
    /// It contradicts the proposal, so the market is Void.
    Contradiction,
}

/// A market: its terms, stakes and state. Seeds: `market`, creator, id.
#[account]
#[derive(Debug, PartialEq)]
pub struct Market {
    /// Layout version of this account, [`VERSION`](crate::pool::VERSION).
    pub version: u8,
    pub bump: u8,
    pub vault_bump: u8,
    pub creator: Pubkey,
    pub id: u64,
    /// SHA-256 of the Borsh bytes of `terms`.
    pub terms_hash: [u8; 32],
    pub state: MarketState,
    pub pool: Pool,
    pub proposal: Proposal,
    /// Number of parlays that have this market as a leg and have not copied its result yet.
    pub parlays: u32,
    pub terms: Terms,
}

/// Borsh bytes of everything before `terms`.
const HEAD: usize = 1 + 1 + 1 + 32 + 8 + 32 + 1 + Pool::SPACE + (1 + 8 + 8 + 1) + 4;

impl Market {
    /// Size of an account whose terms have `terms` bytes.
    pub const fn space(terms: usize) -> usize {
        Self::DISCRIMINATOR.len() + HEAD + terms
    }

    /// Writes the whole account, once, at creation. `terms` are the Borsh bytes that were hashed.
    pub fn write(&self, account: &AccountInfo, terms: &[u8]) -> Result<()> {
        let mut bytes = self.head().map_err(|_| ErrorCode::AccountDidNotSerialize)?;
        bytes.extend_from_slice(terms);
        let mut data = account.try_borrow_mut_data()?;
        require_eq!(data.len(), bytes.len(), ErrorCode::AccountDidNotSerialize);
        data.copy_from_slice(&bytes);
        Ok(())
    }
}

impl Proposal {
    /// Whether the proposal can be made final. The window of a void proposal is at least a day, and as many slots.
    #[inline(always)]
    pub fn is_due(&self, challenge_window: u32, now: &Clock) -> bool {
        let window = if self.void { challenge_window.max(VOID_WINDOW) } else { challenge_window };
        self.since.is_over(window, now)
    }
}

/// The fields of a market that a settlement changes, wherever they lie.
pub struct Standing<'a> {
    pub state: &'a mut MarketState,
    pub pool: &'a mut Pool,
    pub proposal: &'a mut Proposal,
}

impl Standing<'_> {
    /// Applies a proof of `outcome` whose window starts at `start`. In state Proposed only a later update replaces
    /// another proof's proposal (6222), but any proof replaces a void proposal. The same outcome keeps the earlier
    /// start; a new outcome starts a new window. A different outcome of the same update voids the market.
    #[inline(always)]
    pub fn show(&mut self, outcome: u8, order_key: u64, start: Moment) -> Decided<Shown> {
        let standing = *self.proposal;
        let replaces_proof = *self.state == MarketState::Proposed && !standing.void;
        // IMPORTANT: with the right sport, an update has only one outcome. Two outcomes mean that a zero was proven
        // with the layout of another sport, or that the oracle published contradictory data. Neither outcome may be
        // paid.
        if replaces_proof && order_key == standing.order_key && outcome != standing.outcome {
            self.become_void()?;
            return Ok(Shown::Contradiction);
        }
        if replaces_proof && order_key < standing.order_key {
            return Err(SettlementError::NotNewer);
        }
        let keeps_start = replaces_proof && outcome == standing.outcome;
        let since = if keeps_start { standing.since.earlier(start) } else { start };
        if keeps_start && order_key == standing.order_key && since == standing.since {
            return Ok(Shown::Nothing);
        }
        *self.proposal = Proposal { outcome, order_key, since, void: false };
        *self.state = MarketState::Proposed;
        Ok(Shown::Proposal)
    }

    /// Applies a proof that the fixture was abandoned. The caller must have checked that the market is Open.
    #[inline(always)]
    pub fn propose_void(&mut self, order_key: u64, now: Moment) {
        *self.proposal = Proposal { outcome: 0, order_key, since: now, void: true };
        *self.state = MarketState::Proposed;
    }

    /// Makes the proposal final after its window (6223, 6224): Final, or Void if that was proposed.
    #[inline(always)]
    pub fn finalise(&mut self, terms: &ClosingTerms, now: &Clock) -> Decided<()> {
        if *self.state != MarketState::Proposed {
            return Err(SettlementError::NothingProposed);
        }
        if !self.proposal.is_due(terms.challenge_window, now) {
            return Err(SettlementError::WindowOpen);
        }
        if self.proposal.void {
            self.become_void()
        } else {
            let splits = terms.splits().ok_or(SettlementError::NotAMarket)?;
            self.become_final(splits, terms.fee_bps)
        }
    }

    /// Makes the proposal final and fixes fee and debt.
    #[inline(always)]
    pub fn become_final(&mut self, splits: Option<SplitsView>, fee_bps: u16) -> Decided<()> {
        *self.state = MarketState::Final;
        let row = Row::of(splits, self.proposal.outcome).ok_or(SettlementError::NotAMarket)?;
        self.pool.finalise(row, fee_bps)
    }

    /// Makes the market void and refunds every stake.
    #[inline(always)]
    pub fn become_void(&mut self) -> Decided<()> {
        *self.state = MarketState::Void;
        self.pool.give_back()
    }
}

impl Market {
    /// Discriminator and every field before `terms`, collected first: one write costs less than twenty.
    fn head(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(Self::DISCRIMINATOR.len() + HEAD);
        bytes.extend_from_slice(Self::DISCRIMINATOR);
        bytes.extend_from_slice(&[self.version, self.bump, self.vault_bump]);
        bytes.extend_from_slice(self.creator.as_ref());
        bytes.extend_from_slice(&self.id.to_le_bytes());
        bytes.extend_from_slice(&self.terms_hash);
        self.state.serialize(&mut bytes)?;
        for total in self.pool.totals {
            bytes.extend_from_slice(&total.to_le_bytes());
        }
        for amount in [self.pool.owed, self.pool.open_positions, self.pool.fee, self.pool.paying] {
            bytes.extend_from_slice(&amount.to_le_bytes());
        }
        bytes.push(u8::from(self.pool.refund));
        self.proposal.serialize(&mut bytes)?;
        bytes.extend_from_slice(&self.parlays.to_le_bytes());
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        sample::{self, clock, moment},
        state::MarketCopy,
    };

    /// Open, without stakes.
    const COPY: MarketCopy = MarketCopy {
        state: MarketState::Open,
        pool: Pool { totals: [0; MAX_OUTCOMES], owed: 0, open_positions: 0, fee: 0, paying: 0, refund: false },
        proposal: Proposal { outcome: 0, order_key: 0, since: moment(0), void: false },
    };

    /// The first second at which the proposal is due, on a chain with a slot each second.
    fn end(proposal: &Proposal, window: u32) -> i64 {
        let end =
            i64::from(proposal.since.seconds) + i64::from(if proposal.void { window.max(VOID_WINDOW) } else { window });
        assert!(proposal.is_due(window, &clock(end)) && !proposal.is_due(window, &clock(end - 1)));
        end
    }

    #[test]
    fn the_head_is_what_borsh_writes_before_the_terms() {
        let (_, mut market) = sample::market(7, sample::terms());
        market.id = 0x0102_0304_0506_0708;
        market.state = MarketState::Void;
        market.pool = Pool {
            totals: core::array::from_fn(|i| 1 << (7 * i)),
            owed: 11,
            open_positions: 12,
            fee: 13,
            paying: 14,
            refund: true,
        };
        market.proposal =
            Proposal { outcome: 5, order_key: 6 << 40, since: Moment { seconds: 7, slot: 9 << 24 }, void: true };
        market.parlays = 0xdead_beef;

        let written = market.head().unwrap();
        let mut borsh = Vec::new();
        market.try_serialize(&mut borsh).unwrap();
        assert_eq!(written, borsh[..written.len()]);
        assert_eq!(borsh[written.len()..], market.terms.bytes());
        assert_eq!(borsh.len(), Market::space(market.terms.bytes().len()));
        assert_eq!(Market::try_deserialize(&mut &borsh[..]).unwrap(), market);
    }

    #[test]
    fn proposals_give_way_to_later_ones() {
        let mut market = COPY;
        assert_eq!(market.standing().show(1, 10, moment(1_000)).unwrap(), Shown::Proposal);
        assert_eq!(market.state, MarketState::Proposed);
        for key in [0, 9] {
            assert!(market.standing().show(1, key, moment(1_010)).is_err());
            assert!(market.standing().show(0, key, moment(1_010)).is_err());
        }
        assert_eq!(market.standing().show(1, 10, moment(1_010)).unwrap(), Shown::Nothing);
        assert_eq!(market.proposal.since, moment(1_000));
        market.standing().show(1, 11, moment(1_010)).unwrap();
        assert_eq!((market.proposal.since, end(&market.proposal, 60)), (moment(1_000), 1_060));
        market.standing().show(0, 12, moment(1_020)).unwrap();
        assert_eq!((market.proposal.since, end(&market.proposal, 60)), (moment(1_020), 1_080));
    }

    #[test]
    fn two_outcomes_of_one_update_make_it_void() {
        let mut market = COPY;
        market.pool.add_stake(0, 30).unwrap();
        market.pool.add_stake(1, 1_000).unwrap();
        market.standing().show(1, 10, moment(1_000)).unwrap();
        let proposal = market.proposal;
        assert_eq!(market.standing().show(0, 10, moment(9_000)).unwrap(), Shown::Contradiction);
        assert_eq!((market.state, market.proposal), (MarketState::Void, proposal));
        assert_eq!((market.pool.refund, market.pool.fee, market.pool.owed), (true, 0, 1_030));
    }

    #[test]
    fn a_void_proposal_contradicts_nothing() {
        let mut market = COPY;
        market.standing().propose_void(10, moment(1_000));
        // A void proposal also stores outcome 0; that must not count as a match.
        for outcome in [1, 0] {
            let mut market = market;
            assert_eq!(market.standing().show(outcome, 10, moment(1_010)).unwrap(), Shown::Proposal);
            assert_eq!(market.proposal, Proposal { outcome, order_key: 10, since: moment(1_010), void: false });
        }
    }

    #[test]
    fn any_proof_replaces_a_void_proposal() {
        let mut market = COPY;
        market.standing().propose_void(u64::MAX, moment(1_000));
        assert_eq!(market.state, MarketState::Proposed);
        assert_eq!(market.proposal, Proposal { outcome: 0, order_key: u64::MAX, since: moment(1_000), void: true });
        assert_eq!(end(&market.proposal, 60), 1_000 + i64::from(VOID_WINDOW));
        market.standing().show(0, 0, moment(1_010)).unwrap();
        assert_eq!(market.proposal, Proposal { outcome: 0, order_key: 0, since: moment(1_010), void: false });
    }

    #[test]
    fn a_void_window_is_never_shorter_than_the_markets() {
        let mut market = COPY;
        market.proposal.void = true;
        assert_eq!(end(&market.proposal, 7 * 86_400), 7 * 86_400);
    }

    #[test]
    fn a_decision_is_of_the_proposal() {
        let mut decided = COPY;
        decided.pool.add_stake(0, 30).unwrap();
        decided.pool.add_stake(1, 1_000).unwrap();
        decided.standing().show(0, 0, moment(0)).unwrap();
        let mut void = decided;
        decided.standing().become_final(None, 250).unwrap();
        assert_eq!((decided.state, decided.proposal.outcome), (MarketState::Final, 0));
        assert_eq!((decided.pool.fee, decided.pool.paying, decided.pool.owed), (25, 30, 1_005));
        void.standing().become_void().unwrap();
        assert_eq!((void.state, void.pool.refund, void.pool.owed), (MarketState::Void, true, 1_030));
        for MarketCopy { pool, .. } in [decided, void] {
            assert!(pool.invariant(true, pool.owed - 1).is_err());
            pool.invariant(true, pool.owed).unwrap();
        }
    }
}

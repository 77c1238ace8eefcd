use anchor_lang::prelude::*;

use crate::{
    error::SettlementError,
    money::{self, Settlement},
    seed,
    terms::Terms,
    token::PlainMint,
};

/// The most outcomes a market has.
pub const MAX_OUTCOMES: usize = 8;

/// The least challenge window of a void proposal, s.
const VOID_WINDOW: i64 = 86_400;

/// Open → Proposed → Final or Void; from Open also straight to Final (no window) or Void (deadline).
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarketState {
    Open,
    Proposed,
    Final,
    Void,
}

/// What a proof has shown and nobody has corrected yet. In state Final: what was decided.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Proposal {
    /// Index of the outcome; 0 for a void proposal.
    pub outcome: u8,
    /// Epoch day, slot and update of the proof: day << 40 | slot << 28 | update. Only a greater one replaces it.
    pub order_key: u64,
    /// Start of the challenge window, s.
    pub since: i64,
    /// The market is to be void: abandoned or cancelled. Any settling proof replaces it.
    pub void: bool,
}

/// A market: its terms, and what has become of the stakes. Seeds: `market`, creator, id.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Debug, PartialEq)]
pub struct Market {
    /// Layout of this account, 1.
    pub version: u8,
    pub bump: u8,
    pub vault_bump: u8,
    pub creator: Pubkey,
    pub id: u64,
    /// SHA-256 of the Borsh bytes of `terms`.
    pub terms_hash: [u8; 32],
    pub state: MarketState,
    /// Stakes per outcome, base units. They do not change after `stakes_close`: claims are computed from them.
    pub totals: [u64; MAX_OUTCOMES],
    /// What the vault owes to open positions, base units. The vault holds at least this after every instruction.
    pub owed: u64,
    /// Positions not closed yet.
    pub open_positions: u64,
    /// The fee, fixed when the market becomes Final; 0 on a refund.
    pub fee: u64,
    /// Stakes of the positions that pay and are not closed yet. When it reaches 0, what is still owed is dust.
    pub paying: u64,
    /// Every stake goes back: Void, or Final with nobody on the winning outcome.
    pub refund: bool,
    pub proposal: Proposal,
    /// Parlays that have this market as a leg and have not copied its result.
    pub parlays: u32,
    pub terms: Terms,
}

/// Borsh bytes of everything before `terms`.
const HEAD: usize = 1 + 1 + 1 + 32 + 8 + 32 + 1 + 8 * MAX_OUTCOMES + 8 + 8 + 8 + 8 + 1 + (1 + 8 + 8 + 1) + 4;

impl Market {
    pub const VERSION: u8 = 1;

    /// Bytes of an account whose terms have `terms` bytes.
    pub const fn space(terms: usize) -> usize {
        Self::DISCRIMINATOR.len() + HEAD + terms
    }

    /// Writes the whole account, terms included; once, at creation.
    pub fn write(&self, account: &AccountInfo) -> Result<()> {
        let mut bytes = self.head().map_err(|_| ErrorCode::AccountDidNotSerialize)?;
        bytes.extend_from_slice(&self.terms.bytes());
        let mut data = account.try_borrow_mut_data()?;
        require_eq!(data.len(), bytes.len(), ErrorCode::AccountDidNotSerialize);
        data.copy_from_slice(&bytes);
        Ok(())
    }

    /// Number of outcomes, 2 to 8.
    pub fn outcome_count(&self) -> usize {
        self.terms.outcome_count()
    }

    /// The market is Final or Void (6226).
    pub fn check_decided(&self) -> Result<()> {
        require!(matches!(self.state, MarketState::Final | MarketState::Void), SettlementError::NotDecided);
        Ok(())
    }

    /// The account lies at the market's own address (2006).
    pub fn check_address(&self, key: &Pubkey) -> Result<()> {
        seed::check_market(key, &self.creator, self.id, self.bump)
    }

    /// The account is this market's vault (6230). `key`: the market's own.
    pub fn check_vault(&self, key: &Pubkey, vault: &Pubkey) -> Result<()> {
        seed::check_vault(vault, key, self.vault_bump)
    }

    /// The mint of the terms (6231), and of the token program that will be called (2022).
    pub fn check_mint(&self, mint: &InterfaceAccount<PlainMint>, token_program: &Pubkey) -> Result<()> {
        let account: &AccountInfo = mint.as_ref();
        require_keys_eq!(*account.key, self.terms.mint, SettlementError::WrongMint);
        require_keys_eq!(*account.owner, *token_program, ErrorCode::ConstraintMintTokenProgram);
        Ok(())
    }

    /// Takes in a stake.
    pub fn add_stake(&mut self, outcome: u8, amount: u64) -> Result<()> {
        let total = self.totals.get_mut(usize::from(outcome)).ok_or(SettlementError::UnknownOutcome)?;
        *total = total.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
        self.owed = self.owed.checked_add(amount).ok_or(SettlementError::MathOverflow)?;
        Ok(())
    }

    /// A proof shows `outcome`. In state Proposed only a later update (6222) replaces another proof's proposal, and any
    /// proof a void proposal. The same outcome keeps its window, another one gets a new one.
    pub fn propose(&mut self, outcome: u8, order_key: u64, now: i64) -> Result<()> {
        let standing = self.proposal;
        let replaces_proof = self.state == MarketState::Proposed && !standing.void;
        require!(!replaces_proof || order_key > standing.order_key, SettlementError::NotNewer);
        let keeps_window = replaces_proof && outcome == standing.outcome;
        let since = if keeps_window { standing.since } else { now };
        self.proposal = Proposal { outcome, order_key, since, void: false };
        self.state = MarketState::Proposed;
        Ok(())
    }

    /// A proof shows that the fixture was abandoned. This replaces nothing: the caller has checked that the market is Open.
    pub fn propose_void(&mut self, order_key: u64, now: i64) {
        self.proposal = Proposal { outcome: 0, order_key, since: now, void: true };
        self.state = MarketState::Proposed;
    }

    /// When the proposal can be made final, s. A void proposal stands for at least a day.
    pub fn window_end(&self) -> i64 {
        let window = i64::from(self.terms.challenge_window);
        let window = if self.proposal.void { window.max(VOID_WINDOW) } else { window };
        self.proposal.since.saturating_add(window)
    }

    /// The outcome of the proposal is final: fixes fee and debts.
    pub fn become_final(&mut self) -> Result<()> {
        let decided = money::finalise(&self.totals, self.proposal.outcome, self.terms.fee_bps);
        self.decide(MarketState::Final, decided)
    }

    /// Every stake goes back.
    pub fn become_void(&mut self) -> Result<()> {
        self.decide(MarketState::Void, money::refund(&self.totals))
    }

    fn decide(&mut self, state: MarketState, settlement: Option<Settlement>) -> Result<()> {
        let settlement = settlement.ok_or(SettlementError::MathOverflow)?;
        self.state = state;
        self.refund = settlement.refund;
        self.fee = settlement.fee;
        self.owed = settlement.owed;
        self.paying = settlement.paying;
        Ok(())
    }

    /// What a position of a decided market is paid.
    pub fn payout(&self, outcome: u8, stake: u64) -> Result<u64> {
        if self.refund {
            return Ok(stake);
        }
        if outcome != self.proposal.outcome {
            return Ok(0);
        }
        let winning = *self.totals.get(usize::from(outcome)).ok_or(SettlementError::UnknownOutcome)?;
        let losing = money::sum(&self.totals).and_then(|stakes| stakes.checked_sub(winning));
        let paid = losing.and_then(|losing| money::payout(stake, winning, losing, self.fee));
        Ok(paid.ok_or(SettlementError::MathOverflow)?)
    }

    /// A position of `stake` is paid `paid` and closed. After the last paying position nothing is owed: dust is swept.
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

    /// What must hold after every instruction: the vault covers what is owed (6229), and before a decision all stakes
    /// are owed. `held` is the vault's amount, read again after tokens moved.
    pub fn invariant(&self, held: u64) -> Result<()> {
        require_gte!(held, self.owed, SettlementError::VaultInvariant);
        if matches!(self.state, MarketState::Open | MarketState::Proposed) {
            require!(money::sum(&self.totals) == Some(self.owed), SettlementError::VaultInvariant);
        }
        Ok(())
    }
}

impl Discriminator for Market {
    /// First 8 bytes of sha256("account:Market").
    const DISCRIMINATOR: &'static [u8] = &[219, 190, 213, 55, 0, 227, 198, 154];
}

impl Owner for Market {
    fn owner() -> Pubkey {
        crate::ID
    }
}

impl AccountDeserialize for Market {
    fn try_deserialize(data: &mut &[u8]) -> Result<Self> {
        let given = data.get(..Self::DISCRIMINATOR.len()).ok_or(ErrorCode::AccountDiscriminatorNotFound)?;
        require!(given == Self::DISCRIMINATOR, ErrorCode::AccountDiscriminatorMismatch);
        Self::try_deserialize_unchecked(data)
    }

    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let mut content = data.get(Self::DISCRIMINATOR.len()..).ok_or(ErrorCode::AccountDidNotDeserialize)?;
        AnchorDeserialize::deserialize(&mut content).map_err(|_| ErrorCode::AccountDidNotDeserialize.into())
    }
}

impl AccountSerialize for Market {
    /// Writes the head and leaves the terms as they are: they never change, and writing them again in every instruction
    /// would cost more than the rest of the account together.
    fn try_serialize<W: std::io::Write>(&self, writer: &mut W) -> Result<()> {
        let bytes = self.head().map_err(|_| ErrorCode::AccountDidNotSerialize)?;
        Ok(writer.write_all(&bytes).map_err(|_| ErrorCode::AccountDidNotSerialize)?)
    }
}

impl Market {
    /// Discriminator and every field before `terms`, gathered first: one write costs less than twenty.
    fn head(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(Self::DISCRIMINATOR.len() + HEAD);
        bytes.extend_from_slice(Self::DISCRIMINATOR);
        bytes.extend_from_slice(&[self.version, self.bump, self.vault_bump]);
        bytes.extend_from_slice(self.creator.as_ref());
        bytes.extend_from_slice(&self.id.to_le_bytes());
        bytes.extend_from_slice(&self.terms_hash);
        self.state.serialize(&mut bytes)?;
        for total in self.totals {
            bytes.extend_from_slice(&total.to_le_bytes());
        }
        for amount in [self.owed, self.open_positions, self.fee, self.paying] {
            bytes.extend_from_slice(&amount.to_le_bytes());
        }
        bytes.push(u8::from(self.refund));
        self.proposal.serialize(&mut bytes)?;
        bytes.extend_from_slice(&self.parlays.to_le_bytes());
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::terms::FinalityPolicy;

    fn terms(window: u32) -> Terms {
        Terms {
            oracle_program: Pubkey::new_from_array([1; 32]),
            signer: Some([4; 32]),
            fixture_id: -5,
            sport: 1,
            stat_keys: vec![1, 2],
            outcomes: vec![],
            finality: FinalityPolicy::Finalised,
            challenge_window: window,
            stakes_close: 6,
            earliest: 7,
            latest: 8,
            void_after: 9,
            mint: Pubkey::new_from_array([2; 32]),
            fee_bps: 250,
            fee_account: Pubkey::new_from_array([3; 32]),
            minimum_stake: 1,
            maximum_stake: 10,
            abandonment_voids: true,
        }
    }

    fn market(window: u32) -> Market {
        Market {
            version: 1,
            bump: 2,
            vault_bump: 3,
            creator: Pubkey::new_from_array([9; 32]),
            id: 0x0102_0304_0506_0708,
            terms_hash: [8; 32],
            state: MarketState::Open,
            totals: [0; MAX_OUTCOMES],
            owed: 0,
            open_positions: 0,
            fee: 0,
            paying: 0,
            refund: false,
            proposal: Proposal::default(),
            parlays: 0,
            terms: terms(window),
        }
    }

    #[test]
    fn the_head_is_what_borsh_writes_before_the_terms() {
        let mut market = market(0);
        market.state = MarketState::Void;
        market.totals = core::array::from_fn(|i| 1 << (7 * i));
        (market.owed, market.open_positions, market.fee, market.paying) = (11, 12, 13, 14);
        market.refund = true;
        market.proposal = Proposal { outcome: 5, order_key: 6 << 40, since: -7, void: true };
        market.parlays = 0xdead_beef;

        let mut written = Vec::new();
        market.try_serialize(&mut written).unwrap();
        let mut borsh = Market::DISCRIMINATOR.to_vec();
        market.serialize(&mut borsh).unwrap();
        assert_eq!(written, borsh[..written.len()]);
        assert_eq!(borsh[written.len()..], market.terms.bytes());
        assert_eq!(borsh.len(), Market::space(market.terms.bytes().len()));
        assert_eq!(Market::try_deserialize(&mut &borsh[..]).unwrap(), market);
    }

    #[test]
    fn other_accounts_are_not_read() {
        let mut bytes = Market::DISCRIMINATOR.to_vec();
        market(0).serialize(&mut bytes).unwrap();
        assert!(Market::try_deserialize(&mut &bytes[..bytes.len() - 1]).is_err());
        assert!(Market::try_deserialize(&mut &bytes[..7]).is_err());
        bytes[0] ^= 1;
        assert!(Market::try_deserialize(&mut &bytes[..]).is_err());
    }

    #[test]
    fn proposals_give_way_to_later_ones() {
        let mut market = market(60);
        market.propose(1, 10, 1_000).unwrap();
        assert_eq!(market.state, MarketState::Proposed);
        for key in [0, 9, 10] {
            assert!(market.propose(1, key, 1_010).is_err());
            assert!(market.propose(0, key, 1_010).is_err());
        }
        market.propose(1, 11, 1_010).unwrap();
        assert_eq!((market.proposal.since, market.window_end()), (1_000, 1_060));
        market.propose(0, 12, 1_020).unwrap();
        assert_eq!((market.proposal.since, market.window_end()), (1_020, 1_080));
    }

    #[test]
    fn any_proof_replaces_a_void_proposal() {
        let mut market = market(60);
        market.propose_void(u64::MAX, 1_000);
        assert_eq!(market.state, MarketState::Proposed);
        assert_eq!(market.proposal, Proposal { outcome: 0, order_key: u64::MAX, since: 1_000, void: true });
        assert_eq!(market.window_end(), 1_000 + VOID_WINDOW);
        market.propose(0, 0, 1_010).unwrap();
        assert_eq!(market.proposal, Proposal { outcome: 0, order_key: 0, since: 1_010, void: false });
    }

    #[test]
    fn a_void_window_is_never_shorter_than_the_markets() {
        let mut market = market(7 * 86_400);
        market.proposal.void = true;
        assert_eq!(market.window_end(), 7 * 86_400);
    }

    #[test]
    fn the_invariant_sees_a_short_vault_and_a_wrong_debt() {
        let mut market = market(0);
        market.add_stake(0, 5).unwrap();
        assert!(market.invariant(4).is_err());
        market.invariant(5).unwrap();
        market.owed = 4;
        assert!(market.invariant(5).is_err());
        market.state = MarketState::Final;
        market.invariant(4).unwrap();
        assert!(market.invariant(3).is_err());
    }

    proptest! {
        /// All positions of a market, claimed in any order: what is owed always covers what is left, and ends at 0.
        #[test]
        fn claims_in_any_order_take_the_debt_to_zero(
            stakes in prop::collection::vec((0u8..4, 1u64..1 << 40), 1..12),
            winner in 0u8..4,
            void in any::<bool>(),
            fee_bps in 0u16..=1_000,
            order in any::<prop::sample::Index>(),
        ) {
            let mut market = market(0);
            market.terms.fee_bps = fee_bps;
            for (outcome, stake) in &stakes {
                market.add_stake(*outcome, *stake).unwrap();
                market.open_positions += 1;
            }
            let received = market.owed;
            if void {
                market.become_void().unwrap();
            } else {
                market.propose(winner, 0, 0).unwrap();
                market.become_final().unwrap();
            }
            let mut held = received;
            let mut claims = stakes.clone();
            claims.rotate_left(order.index(stakes.len()));
            for (outcome, stake) in claims {
                let paid = market.payout(outcome, stake).unwrap();
                market.close_position(stake, paid).unwrap();
                held -= paid;
                market.invariant(held).unwrap();
            }
            prop_assert_eq!((market.owed, market.paying, market.open_positions), (0, 0, 0));
            prop_assert!(market.close_position(1, 1).is_err());
            // What stays is the fee and less than one unit for each position.
            prop_assert!(held >= market.fee && held < market.fee + stakes.len() as u64);
        }
    }
}

//! A pool, which is a market or a parlay, as it lies in its account. Both begin alike, so the instructions for stakes,
//! refunds, payments and leftovers take either. Nothing is decoded to the heap, and only what changed is written.

use anchor_lang::prelude::*;
use linesman_verifier::same_bytes;
use linesman_wire::require;

use super::{market_in_place, result::at, LegResult, Pool, PoolKind};
use crate::{
    error::SettlementError,
    pool::{Conditions, VERSION},
    seed,
    terms::{splits_of, Row, TermsView, MAX_LEGS},
};

/// Offsets in the accounts of markets and parlays (little endian), which never change. Tests hold them equal to Borsh.
const VERSION_AT: usize = 8;
const BUMP_AT: usize = 9;
const VAULT_BUMP_AT: usize = 10;
const CREATOR_AT: usize = 11;
const ID_AT: usize = 43;
const TERMS_HASH_AT: usize = 51;
pub(super) const STATE_AT: usize = 83;
pub(super) const POOL_AT: usize = 84;
/// Behind the pool: the outcome of a market's proposal, the outcome of a parlay.
pub(super) const OUTCOME_AT: usize = POOL_AT + Pool::SPACE;

/// The part that markets and parlays have in common.
pub(super) type Head = [u8; OUTCOME_AT + 1];

/// Why an account cannot be read as a market or parlay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// It is too short for a discriminator.
    NoDiscriminator,
    OtherDiscriminator,
    /// The rest of its bytes make no sense.
    Content,
    /// It is not at its PDA.
    Address,
    /// It has a layout that this program does not read.
    Version,
}

impl From<Unreadable> for Error {
    /// The numbers of an Anchor account: 3001, 3002, 3003 and 2006; and 6251.
    #[cold]
    fn from(reason: Unreadable) -> Self {
        match reason {
            Unreadable::NoDiscriminator => ErrorCode::AccountDiscriminatorNotFound.into(),
            Unreadable::OtherDiscriminator => ErrorCode::AccountDiscriminatorMismatch.into(),
            Unreadable::Content => ErrorCode::AccountDidNotDeserialize.into(),
            Unreadable::Address => ErrorCode::ConstraintSeeds.into(),
            Unreadable::Version => SettlementError::UnknownVersion.into(),
        }
    }
}

/// Splits the data of a pool of this kind into the head and the rest. Checks that it is at its PDA `key` with the
/// layout that this program reads. The caller must have checked that this program owns the account.
///
/// IMPORTANT: the address carries all authority, so the bytes count only at this address.
#[inline(always)]
pub(super) fn open<'a>(
    kind: PoolKind,
    key: &Pubkey,
    data: &'a mut [u8],
) -> core::result::Result<(&'a mut Head, &'a mut [u8]), Unreadable> {
    let (head, rest) = data.split_first_chunk_mut::<{ OUTCOME_AT + 1 }>().ok_or(Unreadable::Content)?;
    // Creator and id lie side by side, as in the seeds.
    let seeds = [kind.seed(), &head[CREATOR_AT..TERMS_HASH_AT], &[head[BUMP_AT]]];
    if !same_bytes(key.as_array(), &seed::address(seeds)) {
        return Err(Unreadable::Address);
    }
    if head[VERSION_AT] != VERSION {
        return Err(Unreadable::Version);
    }
    Ok((head, rest))
}

/// Checks that `vault` is the vault of the market or parlay at `key` (6230).
#[inline(always)]
pub(super) fn check_vault(head: &Head, key: &Pubkey, vault: &Pubkey) -> Result<()> {
    seed::check_vault(vault, key, head[VAULT_BUMP_AT])
}

/// SHA-256 of the Borsh bytes of the terms.
#[inline(always)]
pub(super) fn terms_hash(head: &Head) -> [u8; 32] {
    at(head, TERMS_HASH_AT)
}

impl Pool {
    /// The pool in an account's head.
    #[inline(always)]
    pub(super) fn read(head: &Head) -> Self {
        let number = |place: usize| u64::from_le_bytes(at(head, POOL_AT + 8 * place));
        Self {
            totals: core::array::from_fn(number),
            owed: number(8),
            open_positions: number(9),
            fee: number(10),
            paying: number(11),
            refund: head[POOL_AT + 96] != 0,
        }
    }

    /// Writes the pool into an account's head.
    #[inline(always)]
    pub(super) fn write(&self, head: &mut Head) {
        let mut put = |place: usize, number: u64| {
            head[POOL_AT + 8 * place..][..8].copy_from_slice(&number.to_le_bytes());
        };
        for (place, total) in self.totals.iter().enumerate() {
            put(place, *total);
        }
        put(8, self.owed);
        put(9, self.open_positions);
        put(10, self.fee);
        put(11, self.paying);
        head[POOL_AT + 96] = u8::from(self.refund);
    }
}

/// The seeds with which a market or parlay signs for its vault.
pub struct PoolSigner {
    kind: &'static [u8],
    creator: [u8; 32],
    id: [u8; 8],
    bump: [u8; 1],
}

impl PoolSigner {
    #[inline(always)]
    pub fn seeds(&self) -> [&[u8]; 4] {
        [self.kind, &self.creator, &self.id, &self.bump]
    }
}

/// A market or parlay in its account's data, with a copy of its pool.
pub struct PoolInPlace<'a> {
    pub kind: PoolKind,
    pub pool: Pool,
    head: &'a mut Head,
    rest: &'a [u8],
}

impl<'a> PoolInPlace<'a> {
    /// Reads an account's data, see [`Unreadable`]. The caller must have checked that this program owns the account.
    #[inline(always)]
    pub fn read(key: &Pubkey, data: &'a mut [u8]) -> core::result::Result<Self, Unreadable> {
        let kind = PoolKind::read(data)?;
        let (head, rest) = open(kind, key, data)?;
        Ok(Self { kind, pool: Pool::read(head), head, rest })
    }

    /// The Borsh bytes of the terms.
    #[inline(always)]
    fn terms(&self) -> core::result::Result<&[u8], Unreadable> {
        self.rest.get(self.kind.terms_at() - size_of::<Head>()..).ok_or(Unreadable::Content)
    }

    /// The terms about stakes and money.
    #[inline(always)]
    pub fn conditions(&self) -> core::result::Result<Conditions, Unreadable> {
        self.kind.conditions(self.terms()?).ok_or(Unreadable::Content)
    }

    /// The results of a parlay's legs, as bytes.
    fn leg_results(&self) -> core::result::Result<&[u8], Unreadable> {
        let legs = self.terms()?.first_chunk().map(|legs| u32::from_le_bytes(*legs) as usize);
        self.rest.get(..legs.ok_or(Unreadable::Content)?.min(MAX_LEGS)).ok_or(Unreadable::Content)
    }

    #[inline(always)]
    pub fn terms_hash(&self) -> [u8; 32] {
        terms_hash(self.head)
    }

    /// In state Open. Does not look at the clock: staking may be closed.
    #[inline(always)]
    pub fn is_open(&self) -> bool {
        self.kind.is_open(self.head[STATE_AT])
    }

    /// Checks that the state is Final or Void (6226).
    #[inline(always)]
    pub fn check_decided(&self) -> Result<()> {
        require!(self.kind.is_decided(self.head[STATE_AT]), SettlementError::NotDecided);
        Ok(())
    }

    /// Checks that the terms of an open pool let it become void: a market from `void_after` on (6225), a parlay as soon
    /// as one copied leg is void (6249).
    #[inline(always)]
    pub fn check_voidable(&self) -> Result<()> {
        match self.kind {
            PoolKind::Market => {
                let terms = TermsView::read(self.terms()?).ok_or(Unreadable::Content)?;
                require_gte!(Clock::get()?.unix_timestamp, terms.void_after, SettlementError::VoidTooEarly);
            }
            PoolKind::Parlay => {
                require!(self.leg_results()?.contains(&(LegResult::Void as u8)), SettlementError::LegsOpen);
            }
        }
        Ok(())
    }

    /// Makes the pool void and refunds every stake; not written before [`write`](Self::write).
    #[inline(always)]
    pub fn become_void(&mut self) -> Result<()> {
        self.head[STATE_AT] = self.kind.void();
        Ok(self.pool.give_back()?)
    }

    /// Checks that nothing needs the account any more: no position is open, no parlay waits for the result of a market
    /// (6227), and a parlay holds no market (6249), which could otherwise never be closed.
    #[inline(always)]
    pub fn check_unused(&self) -> Result<()> {
        require!(self.pool.open_positions == 0, SettlementError::PositionsOpen);
        match self.kind {
            PoolKind::Market => {
                let parlays = market_in_place::parlays(self.rest).ok_or(Unreadable::Content)?;
                require!(parlays == 0, SettlementError::PositionsOpen);
            }
            PoolKind::Parlay => {
                require!(!self.leg_results()?.contains(&(LegResult::Open as u8)), SettlementError::LegsOpen);
            }
        }
        Ok(())
    }

    /// Checks that `creator` has made the pool (6233).
    #[inline(always)]
    pub fn check_creator(&self, creator: &Pubkey) -> Result<()> {
        let made = same_bytes(creator.as_array(), &at(self.head, CREATOR_AT));
        require!(made, SettlementError::UnauthorizedCreator);
        Ok(())
    }

    /// What the decision pays; meaningless if void. `has_splits` is of the pool's [`conditions`](Self::conditions).
    #[inline(always)]
    pub fn row(&self, has_splits: bool) -> core::result::Result<Row<'_>, Unreadable> {
        let decided = self.head[OUTCOME_AT];
        if !has_splits {
            return Ok(Row::Winner(decided));
        }
        let splits = splits_of(self.terms()?).ok_or(Unreadable::Content)?;
        Row::of(splits, decided).ok_or(Unreadable::Content)
    }

    /// Checks that `vault` is this pool's vault (6230). `key` is the address of the market or parlay.
    #[inline(always)]
    pub fn check_vault(&self, key: &Pubkey, vault: &Pubkey) -> Result<()> {
        check_vault(self.head, key, vault)
    }

    /// The seeds with which the market or parlay signs for its vault.
    #[inline(always)]
    pub fn signer(&self) -> PoolSigner {
        let head = &*self.head;
        PoolSigner {
            kind: self.kind.seed(),
            creator: at(head, CREATOR_AT),
            id: at(head, ID_AT),
            bump: at(head, BUMP_AT),
        }
    }

    /// Writes the copy of the pool into the account; returns it.
    #[inline(always)]
    pub fn write(self) -> Pool {
        self.pool.write(self.head);
        self.pool
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::{
        pool::MAX_POOL,
        sample,
        state::{Market, MarketState, Parlay, ParlayState, Proposal},
        terms::{ParlayTerms, Terms},
    };

    /// A market and a parlay, with their accounts.
    fn accounts() -> [(PoolKind, Pubkey, Vec<u8>); 2] {
        let (market_key, market) = sample::market(7, sample::terms());
        let (parlay_key, parlay) = sample::parlay(3);
        [
            (PoolKind::Market, market_key, sample::account(&market)),
            (PoolKind::Parlay, parlay_key, parlay_account(&parlay)),
        ]
    }

    fn number(error: Error) -> u32 {
        match error {
            Error::AnchorError(error) => error.error_code_number,
            Error::ProgramError(error) => panic!("{error}"),
        }
    }

    fn parlay_account(parlay: &Parlay) -> Vec<u8> {
        let mut bytes = Vec::new();
        parlay.try_serialize(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn bytes_count_only_as_their_kind_at_their_address() {
        let refusal = |key: &Pubkey, data: &mut [u8]| PoolInPlace::read(key, data).err();
        let [market, parlay] = accounts();
        for (kind, key, account) in [&market, &parlay] {
            assert_eq!(PoolInPlace::read(key, &mut account.clone()).unwrap().kind, *kind);
            let changed = |place: usize| {
                let mut changed = account.clone();
                changed[place] ^= 1;
                refusal(key, &mut changed)
            };
            for place in 0..8 {
                assert_eq!(changed(place), Some(Unreadable::OtherDiscriminator), "{place}");
            }
            for place in [BUMP_AT].into_iter().chain(CREATOR_AT..ID_AT + 8) {
                assert_eq!(changed(place), Some(Unreadable::Address), "{place}");
            }
            for version in (0..=u8::MAX).filter(|version| *version != VERSION) {
                let mut changed = account.clone();
                changed[VERSION_AT] = version;
                assert_eq!(refusal(key, &mut changed), Some(Unreadable::Version));
            }
            for end in 0..size_of::<Head>() {
                let reason = if end < 8 { Unreadable::NoDiscriminator } else { Unreadable::Content };
                assert_eq!(refusal(key, &mut account.clone()[..end]), Some(reason), "{end}");
            }
        }
        // Neither is the other, nor at the other's address.
        for ((_, key, account), (_, _, other)) in [(&market, &parlay), (&parlay, &market)] {
            assert_eq!(refusal(key, &mut other.clone()), Some(Unreadable::Address));
            let mut posing = account.clone();
            posing[..8].copy_from_slice(&other[..8]);
            assert_eq!(refusal(key, &mut posing), Some(Unreadable::Address));
        }
    }

    #[test]
    fn the_numbers_are_those_of_an_anchor_account() {
        use Unreadable::*;
        let reasons = [NoDiscriminator, OtherDiscriminator, Content, Address, Version];
        let numbers = reasons.map(|reason| number(reason.into()));
        assert_eq!(numbers, [3001, 3002, 3003, 2006, SettlementError::UnknownVersion.into()]);
    }

    #[test]
    fn terms_that_are_cut_off_are_not_read() {
        let (key, market) = sample::market(7, sample::terms());
        let mut account = sample::account(&market);
        for end in size_of::<Head>()..203 + 120 {
            let pool = PoolInPlace::read(&key, &mut account[..end]).unwrap();
            assert_eq!(pool.conditions().err(), Some(Unreadable::Content), "{end}");
        }
        let (key, parlay) = sample::parlay(3);
        let mut account = parlay_account(&parlay);
        for end in size_of::<Head>()..190 + 90 {
            let pool = PoolInPlace::read(&key, &mut account[..end]).unwrap();
            assert_eq!(pool.conditions().err(), Some(Unreadable::Content), "{end}");
        }
    }

    #[test]
    fn a_pool_is_unused_without_positions_and_held_markets() {
        use LegResult::{Lost, Open, Void, Won};
        let unused = |key: &Pubkey, mut account: Vec<u8>| {
            PoolInPlace::read(key, &mut account).unwrap().check_unused().err().map(number)
        };
        let (key, market) = sample::market(7, sample::terms());
        for (open_positions, parlays, refusal) in
            [(0, 0, None), (1, 0, Some(6227)), (0, 1, Some(6227)), (0, 1 << 31, Some(6227)), (1 << 63, 0, Some(6227))]
        {
            let market = Market { parlays, pool: Pool { open_positions, ..market.pool }, ..market.clone() };
            assert_eq!(unused(&key, sample::account(&market)), refusal, "{open_positions} {parlays}");
        }
        let (key, parlay) = sample::parlay(3);
        for (open_positions, results, refusal) in [
            (0, [Won, Lost, Void], None),
            (1, [Won, Lost, Void], Some(6227)),
            (0, [Open, Won, Won], Some(6249)),
            (0, [Won, Void, Open], Some(6249)),
        ] {
            let mut parlay = Parlay { pool: Pool { open_positions, ..parlay.pool }, ..parlay.clone() };
            parlay.results[..3].copy_from_slice(&results);
            assert_eq!(unused(&key, parlay_account(&parlay)), refusal, "{open_positions} {results:?}");
        }
    }

    #[test]
    fn only_a_void_leg_lets_a_parlay_become_void() {
        use LegResult::{Lost, Open, Void, Won};
        let (key, parlay) = sample::parlay(3);
        for (results, refusal) in [
            ([Open, Open, Open], Some(6249)),
            ([Won, Lost, Open], Some(6249)),
            ([Void, Open, Open], None),
            ([Open, Lost, Void], None),
        ] {
            let mut parlay = parlay.clone();
            parlay.results[..3].copy_from_slice(&results);
            let found = PoolInPlace::read(&key, &mut parlay_account(&parlay)).unwrap().check_voidable();
            assert_eq!(found.err().map(number), refusal, "{results:?}");
        }
    }

    #[test]
    fn becomes_void_with_every_stake_owed() {
        let (market_key, market) = sample::market(7, sample::terms());
        let (parlay_key, parlay) = sample::parlay(3);
        let mut pool = Pool::default();
        pool.add_stake(0, 30).unwrap();
        pool.add_stake(1, 1_000).unwrap();
        let void = Pool { refund: true, paying: 1_030, ..pool };
        let market = |state, pool| sample::account(&Market { state, pool, ..market.clone() });
        let parlay = |state, pool| parlay_account(&Parlay { state, pool, ..parlay.clone() });
        for (key, mut account, expected) in [
            (market_key, market(MarketState::Open, pool), market(MarketState::Void, void)),
            (parlay_key, parlay(ParlayState::Open, pool), parlay(ParlayState::Void, void)),
        ] {
            let mut found = PoolInPlace::read(&key, &mut account).unwrap();
            found.become_void().unwrap();
            assert_eq!(found.write(), void);
            assert_eq!(account, expected);
        }
    }

    #[test]
    fn splits_tell_what_a_decision_pays_and_what_can_be_staked_on() {
        let (key, market) = sample::market(7, sample::quarter_line());
        for case in 0..3 {
            let proposal = Proposal { outcome: case, ..market.proposal };
            let mut account = sample::account(&Market { proposal, ..market.clone() });
            let found = PoolInPlace::read(&key, &mut account).unwrap();
            let expected = &market.terms.splits.as_ref().unwrap()[usize::from(case)];
            let row = found.row(true).unwrap();
            assert_eq!([0, 1, 2].map(|outcome| row.mark(outcome)), [Some(expected[0]), Some(expected[1]), None]);
            let conditions = found.conditions().unwrap();
            assert_eq!((conditions.outcomes, conditions.has_splits), (2, true));
        }
        // Such a case was never decided.
        let proposal = Proposal { outcome: 3, ..market.proposal };
        let mut account = sample::account(&Market { proposal, ..market });
        assert_eq!(PoolInPlace::read(&key, &mut account).unwrap().row(true), Err(Unreadable::Content));
    }

    fn conditions(found: &Conditions) -> (Pubkey, Pubkey, [u64; 3], i64, usize, bool) {
        let Conditions { mint, fee_account, minimum_stake, maximum_stake, maximum_pool, stakes_close, .. } = *found;
        let limits = [minimum_stake, maximum_stake, maximum_pool];
        (mint, fee_account, limits, stakes_close, found.outcomes, found.has_splits)
    }

    /// The fields that are the same for both kinds.
    fn check(key: &Pubkey, account: &mut [u8], terms_hash: [u8; 32], pool: Pool, outcome: u8) {
        let before = account.to_vec();
        let found = PoolInPlace::read(key, account).unwrap();
        assert_eq!((found.pool, found.terms_hash(), found.row(false)), (pool, terms_hash, Ok(Row::Winner(outcome))));
        let signed = Pubkey::create_program_address(&found.signer().seeds(), &crate::ID).unwrap();
        assert_eq!(signed, *key);
        let vault = Pubkey::new_from_array(seed::address([seed::VAULT, key.as_ref(), &[before[VAULT_BUMP_AT]]]));
        found.check_vault(key, &vault).unwrap();
        assert!(found.check_vault(&vault, &vault).is_err());
        assert!(found.check_vault(key, key).is_err());
        let creator = Pubkey::new_from_array(at(&before, CREATOR_AT));
        found.check_creator(&creator).unwrap();
        assert_eq!(found.check_creator(key).err().map(number), Some(6233));
        assert_eq!(found.write(), pool);
        assert_eq!(account, before);
        let mut found = PoolInPlace::read(key, account).unwrap();
        found.pool = Pool {
            totals: pool.totals.map(|total| !total),
            owed: !pool.owed,
            open_positions: !pool.open_positions,
            fee: !pool.fee,
            paying: !pool.paying,
            refund: !pool.refund,
        };
        found.write();
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 150, rng_seed: RngSeed::Fixed(23), ..ProptestConfig::default() })]

        /// Reads what Borsh has written, and writes the pool as Borsh would, and nothing else.
        #[test]
        fn every_offset_is_that_of_borsh(
            totals in prop::array::uniform8(any::<u64>()),
            [owed, open_positions, fee, paying, minimum_stake, maximum_stake] in prop::array::uniform6(any::<u64>()),
            [terms_hash, mint, fee_account] in prop::array::uniform3(prop::array::uniform32(any::<u8>())),
            [vault_bump, outcome, state] in prop::array::uniform3(any::<u8>()),
            refund in any::<bool>(), stakes_close in any::<i64>(), legs in 0u8..=8, strategies in 0usize..=7,
        ) {
            let pool = Pool { totals, owed, open_positions, fee, paying, refund };
            let changed = |pool: Pool| Pool {
                totals: pool.totals.map(|total| !total), owed: !owed, open_positions: !open_positions, fee: !fee,
                paying: !paying, refund: !refund,
            };
            let [mint, fee_account] = [mint, fee_account].map(Pubkey::new_from_array);

            let mut outcomes = sample::largest_terms().outcomes;
            outcomes.truncate(strategies);
            let terms = Terms {
                mint, fee_account, minimum_stake, maximum_stake, maximum_pool: owed, stakes_close, outcomes,
                ..sample::terms()
            };
            let (key, market) = sample::market(7, terms);
            let states = [MarketState::Open, MarketState::Proposed, MarketState::Final, MarketState::Void];
            let state_of_market = states[usize::from(state % 4)];
            let proposal = Proposal { outcome, ..market.proposal };
            let market = Market { vault_bump, terms_hash, pool, proposal, state: state_of_market, ..market };
            let mut account = sample::account(&market);
            check(&key, &mut account, terms_hash, pool, outcome);
            prop_assert_eq!(&account, &sample::account(&Market { pool: changed(pool), ..market }));
            let found = PoolInPlace::read(&key, &mut account).unwrap();
            prop_assert_eq!(found.is_open(), state_of_market == MarketState::Open);
            let decided = matches!(state_of_market, MarketState::Final | MarketState::Void);
            prop_assert_eq!(found.check_decided().is_ok(), decided);
            let most = if owed == 0 { MAX_POOL } else { owed.min(MAX_POOL) };
            let limits = [minimum_stake, maximum_stake, most];
            let expected = (mint, fee_account, limits, stakes_close, strategies + 1, false);
            prop_assert_eq!(conditions(&found.conditions().unwrap()), expected);

            let (key, parlay) = sample::parlay(legs);
            let terms = ParlayTerms { mint, fee_account, minimum_stake, maximum_stake, stakes_close, ..parlay.terms };
            let state_of_parlay = [ParlayState::Open, ParlayState::Final, ParlayState::Void][usize::from(state % 3)];
            let parlay = Parlay { vault_bump, terms_hash, pool, outcome, state: state_of_parlay, terms, ..parlay };
            let mut account = parlay_account(&parlay);
            check(&key, &mut account, terms_hash, pool, outcome);
            prop_assert_eq!(&account, &parlay_account(&Parlay { pool: changed(pool), ..parlay }));
            let found = PoolInPlace::read(&key, &mut account).unwrap();
            prop_assert_eq!(found.is_open(), state_of_parlay == ParlayState::Open);
            prop_assert_eq!(found.check_decided().is_ok(), state_of_parlay != ParlayState::Open);
            let expected = (mint, fee_account, [minimum_stake, maximum_stake, MAX_POOL], stakes_close, 2, false);
            prop_assert_eq!(conditions(&found.conditions().unwrap()), expected);
        }
    }
}

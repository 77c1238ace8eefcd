//! A market as it lies in its account: nothing is decoded to the heap, which frees nothing.

use anchor_lang::prelude::*;

use super::{
    pool_in_place::{check_vault, open, terms_hash, Head, OUTCOME_AT, STATE_AT},
    result::at,
    Decided, MarketState, Pool, PoolKind, Proposal, Standing, Unreadable,
};
use crate::{error::SettlementError, moment::Moment, terms::TermsView};

/// Offsets behind the head, which never change. A test holds them equal to Borsh.
const ORDER_KEY_AT: usize = 0;
const SINCE_AT: usize = 8;
const VOID_AT: usize = 16;
const PARLAYS_AT: usize = 17;

/// The bytes between the head and the terms.
type Tail = [u8; PARLAYS_AT + 4];

/// Where the terms begin in the account.
pub(super) const TERMS_AT: usize = size_of::<Head>() + size_of::<Tail>();

/// Number of parlays that have this market as a leg and have not copied its result yet, from what lies behind the head.
#[inline(always)]
pub(super) fn parlays(rest: &[u8]) -> Option<u32> {
    rest.get(PARLAYS_AT..)?.first_chunk().map(|parlays| u32::from_le_bytes(*parlays))
}

/// A copy of what a settlement changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarketCopy {
    pub state: MarketState,
    pub pool: Pool,
    pub proposal: Proposal,
}

impl MarketCopy {
    /// The fields that the rules of settlement change.
    #[inline(always)]
    pub fn standing(&mut self) -> Standing<'_> {
        Standing { state: &mut self.state, pool: &mut self.pool, proposal: &mut self.proposal }
    }

    #[inline(always)]
    fn read(head: &Head, tail: &Tail) -> Option<Self> {
        let state = match head[STATE_AT] {
            0 => MarketState::Open,
            1 => MarketState::Proposed,
            2 => MarketState::Final,
            3 => MarketState::Void,
            _ => return None,
        };
        let proposal = Proposal {
            outcome: head[OUTCOME_AT],
            order_key: u64::from_le_bytes(at(tail, ORDER_KEY_AT)),
            since: Moment::read(at(tail, SINCE_AT)),
            void: tail[VOID_AT] != 0,
        };
        Some(Self { state, pool: Pool::read(head), proposal })
    }

    #[inline(always)]
    fn write(&self, head: &mut Head, tail: &mut Tail) {
        head[STATE_AT] = self.state as u8;
        self.pool.write(head);
        head[OUTCOME_AT] = self.proposal.outcome;
        tail[ORDER_KEY_AT..][..8].copy_from_slice(&self.proposal.order_key.to_le_bytes());
        tail[SINCE_AT..][..8].copy_from_slice(&self.proposal.since.bytes());
        tail[VOID_AT] = u8::from(self.proposal.void);
    }
}

/// A market in its account's data: a copy of what a settlement changes, and the terms where they lie, or those of them
/// that an instruction needs.
pub struct MarketInPlace<'a, T = TermsView<'a>> {
    pub copy: MarketCopy,
    pub terms: T,
    head: &'a mut Head,
    tail: &'a mut Tail,
}

impl<'a> MarketInPlace<'a> {
    /// Reads an account's data, see [`Unreadable`]. The caller must have checked that this program owns the account.
    #[inline(always)]
    pub fn read(key: &Pubkey, data: &'a mut [u8]) -> core::result::Result<Self, Unreadable> {
        Self::read_with(TermsView::read, key, data)
    }
}

impl<'a, T> MarketInPlace<'a, T> {
    /// The same with other terms, as `read_terms` reads them from their Borsh bytes.
    #[inline(always)]
    pub fn read_with(
        read_terms: impl FnOnce(&'a [u8]) -> Option<T>,
        key: &Pubkey,
        data: &'a mut [u8],
    ) -> core::result::Result<Self, Unreadable> {
        if PoolKind::read(data)? != PoolKind::Market {
            return Err(Unreadable::OtherDiscriminator);
        }
        let (head, rest) = open(PoolKind::Market, key, data)?;
        let (tail, terms) = rest.split_first_chunk_mut().ok_or(Unreadable::Content)?;
        let copy = MarketCopy::read(head, tail).ok_or(Unreadable::Content)?;
        let terms = read_terms(terms).ok_or(Unreadable::Content)?;
        Ok(Self { copy, terms, head, tail })
    }

    /// SHA-256 of the Borsh bytes of the terms.
    #[inline(always)]
    pub fn terms_hash(&self) -> [u8; 32] {
        terms_hash(self.head)
    }

    /// Checks that `vault` is this market's vault (6230). `key` is the address of the market.
    #[inline(always)]
    pub fn check_vault(&self, key: &Pubkey, vault: &Pubkey) -> Result<()> {
        check_vault(self.head, key, vault)
    }

    fn set_parlays(&mut self, parlays: Option<u32>) -> Result<()> {
        let parlays = parlays.ok_or(SettlementError::MathOverflow)?;
        self.tail[PARLAYS_AT..].copy_from_slice(&parlays.to_le_bytes());
        Ok(())
    }

    /// Counts one more parlay.
    pub fn hold(&mut self) -> Result<()> {
        self.set_parlays(parlays(self.tail).and_then(|parlays| parlays.checked_add(1)))
    }

    /// Counts one parlay less.
    pub fn release(&mut self) -> Result<()> {
        self.set_parlays(parlays(self.tail).and_then(|parlays| parlays.checked_sub(1)))
    }

    /// Writes the copy back. Fails (6229) if the debt would grow: where the vault is not read, what covered the debt
    /// must cover the new one. Nothing is written then.
    #[inline(always)]
    pub fn write(self) -> Decided<MarketCopy> {
        if self.copy.pool.owed > Pool::read(self.head).owed {
            return Err(SettlementError::VaultInvariant);
        }
        self.copy.write(self.head, self.tail);
        Ok(self.copy)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::{sample, state::Market};

    #[test]
    fn bytes_count_only_as_a_market() {
        let (key, market) = sample::market(7, sample::terms());
        let account = sample::account(&market);
        let refusal = |data: &mut [u8]| MarketInPlace::read(&key, data).err();
        assert_eq!(refusal(&mut account.clone()), None);
        for state in 4..=u8::MAX {
            let mut changed = account.clone();
            changed[STATE_AT] = state;
            assert_eq!(refusal(&mut changed), Some(Unreadable::Content));
        }
        for end in 8..TERMS_AT + 120 {
            assert_eq!(refusal(&mut account.clone()[..end]), Some(Unreadable::Content), "{end}");
        }
        // The fields that parlays have too are checked for all pools.
        assert_eq!(refusal(&mut account.clone()[..7]), Some(Unreadable::NoDiscriminator));
    }

    #[test]
    fn a_market_is_held_and_released() {
        let (key, market) = sample::market(7, sample::terms());
        let account = |parlays: u32| sample::account(&Market { parlays, ..market.clone() });
        let changed = |parlays: u32, change: fn(&mut MarketInPlace) -> Result<()>| {
            let mut account = account(parlays);
            change(&mut MarketInPlace::read(&key, &mut account).unwrap()).ok().map(|()| account)
        };
        assert_eq!(changed(0x01ff_ffff, |market| market.hold()), Some(account(0x0200_0000)));
        assert_eq!(changed(0x0200_0000, |market| market.release()), Some(account(0x01ff_ffff)));
        assert_eq!(changed(u32::MAX, |market| market.hold()), None);
        assert_eq!(changed(0, |market| market.release()), None);
    }

    #[test]
    fn a_debt_that_grows_is_not_written() {
        let (key, market) = sample::market(7, sample::terms());
        let mut account = sample::account(&market);
        let before = account.clone();
        let mut in_place = MarketInPlace::read(&key, &mut account).unwrap();
        in_place.copy.pool.owed += 1;
        in_place.copy.state = MarketState::Final;
        assert_eq!(in_place.write().err(), Some(SettlementError::VaultInvariant));
        assert_eq!(account, before);
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 500, rng_seed: RngSeed::Fixed(14), ..ProptestConfig::default() })]

        /// Reads what the owned market is, and writes what the owned market writes, and nothing else.
        #[test]
        fn the_copy_is_that_of_the_owned_market(
            totals in prop::array::uniform8(any::<u64>()),
            [owed, open_positions, fee, paying, order_key, id] in prop::array::uniform6(any::<u64>()),
            since in any::<[u8; 8]>(), outcome in any::<u8>(), refund in any::<bool>(), void in any::<bool>(),
            state in 0usize..4, parlays in any::<u32>(),
        ) {
            let states = [MarketState::Open, MarketState::Proposed, MarketState::Final, MarketState::Void];
            let pool = Pool { totals, owed, open_positions, fee, paying, refund };
            let proposal = Proposal { outcome, order_key, since: Moment::read(since), void };
            let (key, market) = sample::market(id % 16, sample::terms());
            let market = Market { state: states[state], pool, proposal, parlays, ..market };
            let mut account = sample::account(&market);
            let before = account.clone();
            let in_place = MarketInPlace::read(&key, &mut account).unwrap();
            let copy = MarketCopy { state: market.state, pool, proposal };
            prop_assert_eq!(in_place.copy, copy);
            let terms = market.terms.bytes();
            prop_assert_eq!(in_place.terms, TermsView::read(&terms).unwrap());
            prop_assert_eq!(in_place.write(), Ok(copy));
            prop_assert_eq!(&account, &before);

            // Everything that may change, changed.
            let changed = Market {
                state: states[(state + 1) % 4],
                pool: Pool { totals: totals.map(|n| !n), owed: owed / 2, open_positions: !open_positions, fee: !fee,
                    paying: !paying, refund: !refund },
                proposal: Proposal { outcome: !outcome, order_key: !order_key,
                    since: Moment::read(since.map(|byte| !byte)), void: !void },
                ..market
            };
            let mut in_place = MarketInPlace::read(&key, &mut account).unwrap();
            in_place.copy = MarketCopy { state: changed.state, pool: changed.pool, proposal: changed.proposal };
            in_place.write().unwrap();
            prop_assert_eq!(account, sample::account(&changed));
        }
    }
}

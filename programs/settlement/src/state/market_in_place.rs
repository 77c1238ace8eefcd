//! A market as it lies in its account, for batches: nothing is decoded to the heap, which frees nothing.

use anchor_lang::prelude::*;
use linesman_verifier::same_bytes;

use super::{result::at, Decided, Market, MarketState, Pool, Proposal, Standing, MAX_OUTCOMES};
use crate::{error::SettlementError, pool::VERSION, seed, terms::TermsView};

/// Offsets in the account, which never change. A test holds them equal to Borsh.
const VERSION_AT: usize = 8;
const BUMP_AT: usize = 9;
const CREATOR_AT: usize = 11;
const ID_AT: usize = 43;
const STATE_AT: usize = 83;
const TOTALS_AT: usize = 84;
const OWED_AT: usize = 148;
const OPEN_POSITIONS_AT: usize = 156;
const FEE_AT: usize = 164;
const PAYING_AT: usize = 172;
const REFUND_AT: usize = 180;
const OUTCOME_AT: usize = 181;
const ORDER_KEY_AT: usize = 182;
const SINCE_AT: usize = 190;
const VOID_AT: usize = 198;
const PARLAYS_AT: usize = 199;
const TERMS_AT: usize = 203;

/// A copy of what a settlement changes: state, pool and proposal, which lie side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarketCopy {
    pub state: MarketState,
    pub pool: Pool,
    pub proposal: Proposal,
}

impl MarketCopy {
    /// Bytes of the copy.
    const SIZE: usize = PARLAYS_AT - STATE_AT;

    /// What the rules of settlement work on.
    #[inline(always)]
    pub fn standing(&mut self) -> Standing<'_> {
        Standing { state: &mut self.state, pool: &mut self.pool, proposal: &mut self.proposal }
    }

    #[inline(always)]
    fn read(head: &[u8; TERMS_AT]) -> Option<Self> {
        let number = |offset| u64::from_le_bytes(at(head, offset));
        let state = match head[STATE_AT] {
            0 => MarketState::Open,
            1 => MarketState::Proposed,
            2 => MarketState::Final,
            3 => MarketState::Void,
            _ => return None,
        };
        let mut totals = [0; MAX_OUTCOMES];
        for (place, total) in totals.iter_mut().enumerate() {
            *total = number(TOTALS_AT + 8 * place);
        }
        Some(Self {
            state,
            pool: Pool {
                totals,
                owed: number(OWED_AT),
                open_positions: number(OPEN_POSITIONS_AT),
                fee: number(FEE_AT),
                paying: number(PAYING_AT),
                refund: head[REFUND_AT] != 0,
            },
            proposal: Proposal {
                outcome: head[OUTCOME_AT],
                order_key: number(ORDER_KEY_AT),
                since: number(SINCE_AT) as i64,
                void: head[VOID_AT] != 0,
            },
        })
    }

    #[inline(always)]
    fn bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        let mut put = |offset: usize, number: u64| {
            bytes[offset - STATE_AT..offset - STATE_AT + 8].copy_from_slice(&number.to_le_bytes());
        };
        for (place, total) in self.pool.totals.iter().enumerate() {
            put(TOTALS_AT + 8 * place, *total);
        }
        put(OWED_AT, self.pool.owed);
        put(OPEN_POSITIONS_AT, self.pool.open_positions);
        put(FEE_AT, self.pool.fee);
        put(PAYING_AT, self.pool.paying);
        put(ORDER_KEY_AT, self.proposal.order_key);
        put(SINCE_AT, self.proposal.since as u64);
        bytes[0] = self.state as u8;
        bytes[REFUND_AT - STATE_AT] = u8::from(self.pool.refund);
        bytes[OUTCOME_AT - STATE_AT] = self.proposal.outcome;
        bytes[VOID_AT - STATE_AT] = u8::from(self.proposal.void);
        bytes
    }
}

/// A market in its account's data: a copy of what changes, and the terms where they lie.
pub struct MarketInPlace<'a> {
    pub copy: MarketCopy,
    pub terms: TermsView<'a>,
    /// Where the copy goes.
    place: &'a mut [u8; MarketCopy::SIZE],
}

impl<'a> MarketInPlace<'a> {
    /// Reads an account's data. Checks that it is a market at its PDA `key` (6260) with the layout that this program
    /// reads (6251). The caller must have checked that this program owns the account.
    #[inline(always)]
    pub fn read(key: &Pubkey, data: &'a mut [u8]) -> Decided<Self> {
        let (head, terms) = data.split_first_chunk_mut::<TERMS_AT>().ok_or(SettlementError::NotAMarket)?;
        if head[..8] != *Market::DISCRIMINATOR {
            return Err(SettlementError::NotAMarket);
        }
        if head[VERSION_AT] != VERSION {
            return Err(SettlementError::UnknownVersion);
        }
        // IMPORTANT: the address carries all authority, so the bytes count only at this address.
        let seeds = [seed::MARKET, &head[CREATOR_AT..CREATOR_AT + 32], &head[ID_AT..ID_AT + 8], &[head[BUMP_AT]], &[]];
        if !same_bytes(key.as_array(), &seed::address(seeds)) {
            return Err(SettlementError::NotAMarket);
        }
        let copy = MarketCopy::read(head).ok_or(SettlementError::NotAMarket)?;
        let terms = TermsView::read(terms).ok_or(SettlementError::NotAMarket)?;
        let place = head[STATE_AT..].first_chunk_mut().ok_or(SettlementError::NotAMarket)?;
        Ok(Self { copy, terms, place })
    }

    /// Writes the copy back, with its debt. Fails (6229) if the debt would grow: the vault is not read, so what covered
    /// the debt must cover the new one. Nothing is written then.
    #[inline(always)]
    pub fn write(self) -> Decided<MarketCopy> {
        let owed = u64::from_le_bytes(at(self.place, OWED_AT - STATE_AT));
        if self.copy.pool.owed > owed {
            return Err(SettlementError::VaultInvariant);
        }
        *self.place = self.copy.bytes();
        Ok(self.copy)
    }
}

#[cfg(test)]
mod tests {
    use proptest::{prelude::*, test_runner::RngSeed};

    use super::*;
    use crate::sample;

    fn refusal(key: &Pubkey, data: &mut [u8]) -> Option<SettlementError> {
        MarketInPlace::read(key, data).err()
    }

    #[test]
    fn bytes_count_only_as_a_market_at_its_address() {
        let (key, market) = sample::market(7, sample::terms());
        let account = sample::account(&market);
        assert_eq!(refusal(&key, &mut account.clone()), None);
        // Discriminator, bump, creator, id: all belong to the address or the type.
        for place in (0..8).chain([BUMP_AT]).chain(CREATOR_AT..ID_AT + 8) {
            let mut changed = account.clone();
            changed[place] ^= 1;
            assert_eq!(refusal(&key, &mut changed), Some(SettlementError::NotAMarket), "{place}");
        }
        for version in (0..=u8::MAX).filter(|version| *version != VERSION) {
            let mut changed = account.clone();
            changed[VERSION_AT] = version;
            assert_eq!(refusal(&key, &mut changed), Some(SettlementError::UnknownVersion));
        }
        let (other, _) = sample::market(8, sample::terms());
        assert_eq!(refusal(&other, &mut account.clone()), Some(SettlementError::NotAMarket));
        for state in 4..=u8::MAX {
            let mut changed = account.clone();
            changed[STATE_AT] = state;
            assert_eq!(refusal(&key, &mut changed), Some(SettlementError::NotAMarket));
        }
        for end in 0..TERMS_AT + 120 {
            assert_eq!(refusal(&key, &mut account.clone()[..end]), Some(SettlementError::NotAMarket), "{end}");
        }
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
            since in any::<i64>(), outcome in any::<u8>(), refund in any::<bool>(), void in any::<bool>(),
            state in 0usize..4, parlays in any::<u32>(),
        ) {
            let states = [MarketState::Open, MarketState::Proposed, MarketState::Final, MarketState::Void];
            let pool = Pool { totals, owed, open_positions, fee, paying, refund };
            let proposal = Proposal { outcome, order_key, since, void };
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
                proposal: Proposal { outcome: !outcome, order_key: !order_key, since: !since, void: !void },
                ..market
            };
            let mut in_place = MarketInPlace::read(&key, &mut account).unwrap();
            in_place.copy = MarketCopy { state: changed.state, pool: changed.pool, proposal: changed.proposal };
            in_place.write().unwrap();
            prop_assert_eq!(account, sample::account(&changed));
        }
    }
}

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

    /// Writes the copy back, with its debt. Fails (6229) if the debt would be larger than before: the vault is not read,
    /// so what covered the debt must cover the new one. Nothing is written then.
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

//! One event per change. Amounts are in base units, times in seconds.
//!
//! Events are logged (`emit!`). `emit_cpi!` would cost every instruction two accounts and a CPI. Logs are cut off at
//! 10,000 bytes per transaction, which about twenty claims with their token transfers reach. Nothing relies on events
//! alone: accounts and instruction data carry the same information.

use anchor_lang::prelude::*;

use crate::{
    moment::Moment,
    state::{LegResult, MarketState, Pool, PoolKind},
    terms::FinalityPolicy,
};

#[event]
pub struct MarketCreated {
    pub market: Pubkey,
    pub creator: Pubkey,
    pub id: u64,
    pub fixture_id: i64,
    pub terms_hash: [u8; 32],
}

#[event]
pub struct Staked {
    pub kind: PoolKind,
    /// The market or parlay.
    pub pool: Pubkey,
    pub owner: Pubkey,
    pub outcome: u8,
    pub amount: u64,
    /// Total stakes on this outcome, this one included.
    pub total: u64,
}

/// A proof was accepted. Until the challenge window from `since` on is over, a later proof can correct it.
#[event]
pub struct Proposed {
    pub market: Pubkey,
    pub outcome: u8,
    /// Epoch day << 40 | slot << 28 | update.
    pub order_key: u64,
    pub since: Moment,
}

/// A proof showed that the fixture was abandoned or cancelled. The market becomes void unless a proof settles it before
/// the window from `since` on is over, which is at least a day.
#[event]
pub struct VoidProposed {
    pub market: Pubkey,
    /// Epoch day << 40 | slot << 28 | update.
    pub order_key: u64,
    pub since: Moment,
}

/// Two valid proofs of the same update decide the market differently: the terms name the wrong sport, or the oracle
/// published contradictory data. The market is void; `Voided` follows.
#[event]
pub struct Contradicted {
    pub market: Pubkey,
    /// Epoch day << 40 | slot << 28 | update; the same for both.
    pub order_key: u64,
    /// The proposed outcome.
    pub proposed: u8,
    /// The outcome that the second proof shows.
    pub shown: u8,
}

#[event]
pub struct Finalised {
    pub kind: PoolKind,
    /// The market or parlay.
    pub pool: Pubkey,
    /// The outcome that won; of a market with splits, the case.
    pub outcome: u8,
    /// Nobody staked on what won, or with splits nothing won, so every stake is refunded.
    pub refund: bool,
    pub fee: u64,
    pub owed: u64,
}

#[event]
pub struct Voided {
    pub kind: PoolKind,
    /// The market or parlay.
    pub pool: Pubkey,
    pub reason: VoidReason,
    pub owed: u64,
}

/// Why a market or parlay became void.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoidReason {
    /// Nobody settled the market in time.
    Deadline,
    /// A proof that the fixture was abandoned or cancelled.
    Abandonment,
    /// Two proofs of one update disagree.
    Contradiction,
    /// A leg of the parlay is void.
    Leg,
}

#[event]
pub struct Claimed {
    pub kind: PoolKind,
    /// The market or parlay.
    pub pool: Pubkey,
    pub owner: Pubkey,
    pub outcome: u8,
    pub stake: u64,
    /// 0 for a losing position.
    pub paid: u64,
}

#[event]
pub struct Swept {
    pub kind: PoolKind,
    /// The market or parlay.
    pub pool: Pubkey,
    pub amount: u64,
}

#[event]
pub struct Closed {
    pub kind: PoolKind,
    /// The market or parlay.
    pub pool: Pubkey,
    /// Tokens that the fee account could not receive. If not 0, the vault stays open and keeps them.
    pub left: u64,
}

#[event]
pub struct BufferCreated {
    pub buffer: Pubkey,
    pub owner: Pubkey,
    pub id: u64,
    /// Bytes of the content.
    pub length: u32,
    /// SHA-256 of the complete content.
    pub sha256: [u8; 32],
}

#[event]
pub struct BufferWritten {
    pub buffer: Pubkey,
    /// First byte written, from 0.
    pub offset: u32,
    /// Bytes written.
    pub length: u32,
}

#[event]
pub struct BufferClosed {
    pub buffer: Pubkey,
}

/// A parlay was created. It holds every leg's market until the leg's result is copied.
#[event]
pub struct ParlayCreated {
    pub parlay: Pubkey,
    pub creator: Pubkey,
    pub id: u64,
    /// The markets of the legs, in their order.
    pub markets: Vec<Pubkey>,
    pub terms_hash: [u8; 32],
}

/// The result of a leg was copied and its market released.
#[event]
pub struct LegSettled {
    pub parlay: Pubkey,
    pub leg: u8,
    pub market: Pubkey,
    pub result: LegResult,
}

/// A proof about a match was posted to its result.
#[event]
pub struct ResultPosted {
    pub result: Pubkey,
    pub fixture_id: i64,
    pub sport: u8,
    pub finality: FinalityPolicy,
    /// Epoch day << 40 | slot << 28 | update.
    pub order_key: u64,
    pub period: i32,
    /// The keys of this proof; the result may have more.
    pub stat_keys: Vec<u32>,
}

/// Two valid proofs of the same update disagree: the result takes no post and settles nothing any more, but voids what
/// was proposed by that update.
#[event]
pub struct ResultContradicted {
    pub result: Pubkey,
    /// Epoch day << 40 | slot << 28 | update; the same for both.
    pub order_key: u64,
}

/// `settle_many` or `finalise_many` changed a market. The only event per market: forty of them fit in one transaction.
#[event]
pub struct MarketSettled {
    pub market: Pubkey,
    /// Proposed, Final or Void: by a contradiction in `settle_many`, by an abandonment in `finalise_many`.
    pub state: MarketState,
    /// The proposal, which in state Final is the decision. Void: the proposal that was contradicted or finalised.
    pub outcome: u8,
    /// Epoch day << 40 | slot << 28 | update.
    pub order_key: u64,
    pub since: Moment,
}

#[event]
pub struct ResultClosed {
    pub result: Pubkey,
}

impl Finalised {
    /// The pool at `key` after a decision for `outcome`.
    pub fn of(kind: PoolKind, key: Pubkey, outcome: u8, pool: &Pool) -> Self {
        Self { kind, pool: key, outcome, refund: pool.refund, fee: pool.fee, owed: pool.owed }
    }
}

impl MarketSettled {
    /// Size of the logged bytes.
    const SIZE: usize = 8 + 32 + 1 + 1 + 8 + 8;

    /// The bytes that `emit!` would log. `emit!` takes memory from the heap, which frees nothing, for every market.
    pub fn bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(Self::DISCRIMINATOR);
        bytes[8..40].copy_from_slice(self.market.as_ref());
        bytes[40] = self.state as u8;
        bytes[41] = self.outcome;
        bytes[42..50].copy_from_slice(&self.order_key.to_le_bytes());
        bytes[50..].copy_from_slice(&self.since.bytes());
        bytes
    }
}

#[cfg(test)]
mod tests {
    use anchor_lang::Event;

    use super::*;

    #[test]
    fn a_settled_market_is_logged_like_any_event() {
        for state in [MarketState::Proposed, MarketState::Final, MarketState::Void] {
            let market = Pubkey::new_from_array(core::array::from_fn(|place| place as u8));
            let event = MarketSettled {
                market,
                state,
                outcome: 7,
                order_key: 0x0102_0304_0506_0708,
                since: Moment { seconds: 9, slot: 7 << 24 },
            };
            assert_eq!(event.bytes()[..], event.data());
        }
    }

    #[test]
    fn the_log_of_a_transaction_holds_more_than_forty_markets() {
        // "Program data: " and base64.
        let line = 14 + MarketSettled::SIZE.div_ceil(3) * 4;
        assert!(64 * line + 500 < 10_000, "{line}");
    }
}

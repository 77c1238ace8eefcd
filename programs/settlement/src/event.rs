//! One event for every change. Amounts in base units, times in seconds.
//!
//! They are logged (`emit!`), not called (`emit_cpi!`), which would cost every instruction two accounts and a call of
//! its own. Indexers read both; logs are cut off after 10,000 bytes a transaction, which takes some twenty claims with
//! their token transfers in one. Nothing hangs on events alone: accounts and instruction data say the same.

use anchor_lang::prelude::*;

use crate::state::LegResult;

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
    /// The market or parlay.
    pub pool: Pubkey,
    pub owner: Pubkey,
    pub outcome: u8,
    pub amount: u64,
    /// All stakes on this outcome from now on.
    pub total: u64,
}

/// A proof has been accepted; with a challenge window it can be corrected until `since` + window.
#[event]
pub struct Proposed {
    pub market: Pubkey,
    pub outcome: u8,
    /// Epoch day << 40 | slot << 28 | update.
    pub order_key: u64,
    pub since: i64,
}

/// A proof has shown that the fixture was abandoned or cancelled: the market becomes void unless a proof settles it before
/// `since` + window, which is at least a day.
#[event]
pub struct VoidProposed {
    pub market: Pubkey,
    /// Epoch day << 40 | slot << 28 | update.
    pub order_key: u64,
    pub since: i64,
}

/// Two valid proofs of one update decide the market differently: the terms name another sport than the fixture's, or the
/// oracle has published two truths. The market is void; `Voided` follows.
#[event]
pub struct Contradicted {
    pub market: Pubkey,
    /// Epoch day << 40 | slot << 28 | update; the same for both.
    pub order_key: u64,
    /// The outcome that stood as a proposal.
    pub proposed: u8,
    /// The outcome that the second proof shows.
    pub shown: u8,
}

#[event]
pub struct Finalised {
    /// The market or parlay.
    pub pool: Pubkey,
    pub outcome: u8,
    /// Nobody staked on the outcome: every stake goes back.
    pub refund: bool,
    pub fee: u64,
    pub owed: u64,
}

#[event]
pub struct Voided {
    /// The market or parlay.
    pub pool: Pubkey,
    pub owed: u64,
}

#[event]
pub struct Claimed {
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
    /// The market or parlay.
    pub pool: Pubkey,
    pub amount: u64,
}

#[event]
pub struct MarketClosed {
    pub market: Pubkey,
    /// Tokens that the fee account could not receive. Where this is not 0, the vault stays with them.
    pub left: u64,
}

#[event]
pub struct BufferCreated {
    pub buffer: Pubkey,
    pub owner: Pubkey,
    pub id: u64,
    /// Bytes of the content.
    pub length: u32,
    /// SHA-256 of the content when it is complete.
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

/// Every leg's market is held from now on, until its result is copied.
#[event]
pub struct ParlayCreated {
    pub parlay: Pubkey,
    pub creator: Pubkey,
    pub id: u64,
    /// The markets of the legs, in their order.
    pub markets: Vec<Pubkey>,
    pub terms_hash: [u8; 32],
}

/// The result of a leg is copied and its market let go.
#[event]
pub struct LegSettled {
    pub parlay: Pubkey,
    pub leg: u8,
    pub market: Pubkey,
    pub result: LegResult,
}

#[event]
pub struct ParlayClosed {
    pub parlay: Pubkey,
    /// Tokens that the fee account could not receive. Where this is not 0, the vault stays with them.
    pub left: u64,
}

//! Events, logged with `emit!`. The service grants access by [`Subscribed`]; nothing on chain reads events.
//!
//! A transaction that logs too much loses the rest of its log, so whoever looks for late roots reads the instructions
//! that made them. [`LateRoot`] and [`LateAfterChanged`] are for whoever follows the log.

use anchor_lang::prelude::*;

use crate::state::pricing_matrix::ServiceRow;

/// A subscription was bought. This transaction is the proof of purchase.
#[event]
pub struct Subscribed {
    /// The buyer.
    pub user: Pubkey,
    /// Row of the pricing matrix.
    pub service_level_id: u16,
    /// Number of weeks, a positive multiple of 4.
    pub weeks: u8,
    /// Time of the purchase, s.
    pub start_ts: i64,
    /// `start_ts` + `weeks`, s.
    pub end_ts: i64,
    /// The row that was charged. Later changes of the matrix do not affect this subscription.
    pub row: ServiceRow,
}

/// A root entered after the bound, with the admin's signature.
#[event]
pub struct LateRoot {
    /// 0 scores, 1 odds, 2 fixtures.
    pub kind: u8,
    /// The day of the roots account; for fixtures, the first of its ten.
    pub period: u16,
    /// Slot or hour in the account.
    pub slot: u16,
    /// The chain's clock, s.
    pub at: i64,
}

/// The bound for late roots changed.
#[event]
pub struct LateAfterChanged {
    /// Before, s; 0 = no bound.
    pub before: u32,
    /// From now on, s.
    pub late_after: u32,
}

//! Events, logged with `emit!`. The service grants access by [`Subscribed`]; nothing on chain reads events.

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

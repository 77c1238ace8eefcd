//! Events. They are logged (`emit!`); nothing hangs on them alone, as transactions say the same.

use anchor_lang::prelude::*;

/// A subscription has been bought: this transaction is its proof.
#[event]
pub struct Subscribed {
    /// Who has bought it.
    pub user: Pubkey,
    /// Row of the pricing matrix.
    pub service_level_id: u16,
    /// A positive multiple of 4.
    pub weeks: u8,
    /// Now, s.
    pub start_ts: i64,
    /// `start_ts` + `weeks`, s.
    pub end_ts: i64,
}

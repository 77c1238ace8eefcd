//! Events. They are logged (`emit!`). The service grants by what [`Subscribed`] says; nothing on chain reads them.

use anchor_lang::prelude::*;

use crate::state::pricing_matrix::ServiceRow;

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
    /// The row as it was charged. The matrix may change after it; what was bought does not.
    pub row: ServiceRow,
}

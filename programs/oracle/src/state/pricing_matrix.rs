//! The price list of the service levels.

use anchor_lang::prelude::*;
use linesman_wire::err;

use crate::error::OracleError;

/// The maximum number of rows; one transaction holds no more.
pub const MAX_ROWS: usize = 50;

/// One service level. 18 bytes.
#[derive(AnchorSerialize, AnchorDeserialize, Clone, Copy, Debug, InitSpace)]
pub struct ServiceRow {
    /// The service level's number.
    pub row_id: u16,
    /// Price, in whole service tokens a week.
    pub price_per_week_token: u64,
    /// Seconds between samples; 0 = real time.
    pub sampling_interval_sec: u32,
    /// Positive: a bundle of leagues; 0: all leagues; -n: a selection of up to n leagues.
    pub league_bundle_id: i16,
    /// 0: all markets.
    pub market_bundle_id: i16,
}

/// The price list. One account per deployment, at the PDA of the seed `pricing_matrix`. The program charges by it; the
/// service defines what a row entitles to.
#[account]
pub struct PricingMatrix {
    /// The admin who last wrote it.
    pub admin: Pubkey,
    /// Service levels, with distinct numbers.
    pub rows: Vec<ServiceRow>,
}

impl PricingMatrix {
    /// Seed of the address.
    pub const SEED: &'static [u8] = b"pricing_matrix";

    /// Length of the account's data with this many rows.
    pub const fn size(rows: usize) -> usize {
        8 + 32 + 4 + rows * ServiceRow::INIT_SPACE
    }

    /// The row of a service level (6059).
    pub fn row(&self, service_level_id: u16) -> Result<&ServiceRow> {
        let row = self.rows.iter().find(|row| row.row_id == service_level_id);
        Ok(row.ok_or(OracleError::InvalidServiceLevelId)?)
    }
}

/// Checks that there are at most [`MAX_ROWS`] rows, `too_many` otherwise, and that their numbers are distinct (6057).
pub fn check_rows(rows: &[ServiceRow], too_many: OracleError) -> Result<()> {
    if rows.len() > MAX_ROWS {
        return Err(too_many.into());
    }
    for (i, row) in rows.iter().enumerate() {
        if rows[..i].iter().any(|earlier| earlier.row_id == row.row_id) {
            msg!("row {} is there twice", row.row_id);
            return err!(OracleError::InvalidAccountData);
        }
    }
    Ok(())
}

const _: () = assert!(ServiceRow::INIT_SPACE == 18);

//! The time of a user's last faucet request.

use anchor_lang::prelude::*;

/// One user's last request, at the PDA of the seeds `faucet_tracker` and the user's key.
#[account]
#[derive(InitSpace)]
pub struct FaucetTracker {
    /// Seconds since the epoch.
    pub last_request_time: i64,
}

impl FaucetTracker {
    /// First seed of the address; the second is the user's key.
    pub const SEED: &'static [u8] = b"faucet_tracker";
    /// Length of the account's data.
    pub const SIZE: usize = 8 + Self::INIT_SPACE;
}

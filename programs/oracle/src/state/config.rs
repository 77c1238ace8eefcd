//! The configuration of a deployment.

use anchor_lang::prelude::*;
use linesman_wire::{oracle_config, require, require_keys_eq};

use crate::error::OracleError;
use crate::event::LateAfterChanged;
use crate::late_bound::LateBound;

/// The least and the most bound for late roots, s.
const LATE_AFTER: core::ops::RangeInclusive<u32> = 600..=604_800;

/// Roles, keys, mints and prices. One account per deployment, at the PDA of the seed `config`. Written by
/// `initialize_config`, `update_config`, `propose_admin` and `accept_admin`.
///
/// The layout is fixed: other programs read single fields at the offsets in `linesman_wire::oracle_config`.
#[account]
#[derive(InitSpace)]
pub struct Config {
    /// Changes this account, prices and credits.
    pub admin: Pubkey,
    /// Proposed admin that has not accepted yet; all zero = none.
    pub pending_admin: Pubkey,
    /// Inserts roots, nothing else.
    pub publisher: Pubkey,
    /// Co-signs purchases of service tokens.
    pub backend_admin: Pubkey,
    /// Ed25519 key that signs v4 payloads.
    pub oracle_key: [u8; 32],
    /// Announced successor of `oracle_key`, accepted equally; all zero = none.
    pub next_oracle_key: [u8; 32],
    /// Mint of the service token.
    pub service_mint: Pubkey,
    /// Mint of the stablecoin that buys service tokens.
    pub stablecoin_mint: Pubkey,
    /// Price of a pack of 100 validation credits, in base units of the service token.
    pub credit_pack_price: u64,
    /// Bump of this account's address.
    pub bump: u8,
    /// How long after the end of its slot the publisher alone may publish a root, s; 0 = no bound.
    pub late_after: u32,
    /// For slots that ended at `changed` or before, this bound or `late_after`, whichever is stricter; 0 = none.
    pub before: u32,
    /// When `late_after` changed, s; 0 = never.
    pub changed: i64,
    /// Zeros; reserved for future fields.
    pub reserved: [u8; 47],
}

impl Config {
    /// Checks that `signer` is the admin (6017).
    pub fn require_admin(&self, signer: &Pubkey) -> Result<()> {
        require_keys_eq!(self.admin, *signer, OracleError::Unauthorized);
        Ok(())
    }

    /// Checks that `signer` is the publisher (6017).
    pub fn require_publisher(&self, signer: &Pubkey) -> Result<()> {
        require_keys_eq!(self.publisher, *signer, OracleError::Unauthorized);
        Ok(())
    }

    /// The bound for late roots.
    #[inline(always)]
    pub fn late_bound(&self) -> LateBound {
        LateBound { late_after: self.late_after, before: self.before, changed: self.changed }
    }

    /// Sets the bound for late roots and logs a change. Once there is one, there is always one (6114): whoever relied
    /// on it would not notice that it is gone.
    pub fn set_late_after(&mut self, late_after: u32) -> Result<()> {
        if late_after != self.late_after {
            require!(LATE_AFTER.contains(&late_after), OracleError::InvalidLateAfter);
            emit!(LateAfterChanged { before: self.late_after, late_after });
            let bound = self.late_bound().change(late_after, Clock::get()?.unix_timestamp);
            LateBound { late_after: self.late_after, before: self.before, changed: self.changed } = bound;
        }
        Ok(())
    }

    /// Checks what must hold after every change (6057): there is an admin, and no oracle key is of small order. An
    /// all-zero next key means none.
    pub fn check(&self) -> Result<()> {
        require_keys_neq!(self.admin, Pubkey::default(), OracleError::InvalidAccountData);
        crate::oracle_key::check(&self.oracle_key)?;
        if self.next_oracle_key != [0; 32] {
            crate::oracle_key::check(&self.next_oracle_key)?;
        }
        Ok(())
    }
}

const _: () = assert!(Config::INIT_SPACE + 8 == oracle_config::SIZE);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_the_documented_one() {
        let config = Config {
            admin: [1; 32].into(),
            pending_admin: [2; 32].into(),
            publisher: [3; 32].into(),
            backend_admin: [4; 32].into(),
            oracle_key: [5; 32],
            next_oracle_key: [6; 32],
            service_mint: [7; 32].into(),
            stablecoin_mint: [8; 32].into(),
            credit_pack_price: u64::from_le_bytes([9; 8]),
            bump: 10,
            late_after: u32::from_le_bytes([11; 4]),
            before: u32::from_le_bytes([12; 4]),
            changed: i64::from_le_bytes([13; 8]),
            reserved: [14; 47],
        };
        let mut data = Vec::new();
        config.try_serialize(&mut data).unwrap();
        assert_eq!(data.len(), oracle_config::SIZE);
        assert_eq!(data[..8], oracle_config::DISCRIMINATOR);
        for (offset, length, byte) in [
            (oracle_config::ADMIN, 32, 1),
            (oracle_config::PENDING_ADMIN, 32, 2),
            (oracle_config::PUBLISHER, 32, 3),
            (oracle_config::BACKEND_ADMIN, 32, 4),
            (oracle_config::ORACLE_KEY, 32, 5),
            (oracle_config::NEXT_ORACLE_KEY, 32, 6),
            (oracle_config::SERVICE_MINT, 32, 7),
            (oracle_config::STABLECOIN_MINT, 32, 8),
            (oracle_config::CREDIT_PACK_PRICE, 8, 9),
            (oracle_config::BUMP, 1, 10),
            (oracle_config::LATE_AFTER, 4, 11),
            (oracle_config::BEFORE, 4, 12),
            (oracle_config::CHANGED, 8, 13),
        ] {
            assert_eq!(data[offset..offset + length], vec![byte; length], "offset {offset}");
        }
        let keys = oracle_config::OracleKeys::read(&data).unwrap();
        assert_eq!(keys.as_slice(), [[5; 32], [6; 32]]);
    }
}

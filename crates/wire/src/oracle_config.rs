//! The layout of the oracle program's `Config` account, for other programs.
//!
//! Every field has a fixed offset, so reading one needs neither the oracle program's crate nor a full decode. Tests
//! hold the oracle program's own struct equal to these constants.

/// Seed of the account's address under the oracle program.
pub const SEED: &[u8] = b"config";

/// First 8 bytes: `sha256("account:Config")`.
pub const DISCRIMINATOR: [u8; 8] = [0x9b, 0x0c, 0xaa, 0xe0, 0x1e, 0xfa, 0xcc, 0x82];

/// Length of the account's data.
pub const SIZE: usize = 336;

/// `admin`, 32 bytes: changes the configuration, prices and credits; handed over in two steps.
pub const ADMIN: usize = 8;
/// `pending_admin`, 32 bytes: proposed and not yet accepted; all zero = none.
pub const PENDING_ADMIN: usize = 40;
/// `publisher`, 32 bytes: inserts roots, nothing else.
pub const PUBLISHER: usize = 72;
/// `backend_admin`, 32 bytes: co-signs purchases.
pub const BACKEND_ADMIN: usize = 104;
/// `oracle_key`, 32 bytes: the Ed25519 key that signs v4 payloads.
pub const ORACLE_KEY: usize = 136;
/// `next_oracle_key`, 32 bytes: its announced successor, accepted equally; all zero = none.
pub const NEXT_ORACLE_KEY: usize = 168;
/// `service_mint`, 32 bytes.
pub const SERVICE_MINT: usize = 200;
/// `stablecoin_mint`, 32 bytes.
pub const STABLECOIN_MINT: usize = 232;
/// `credit_pack_price`, u64: base units of the service token for 100 validation credits.
pub const CREDIT_PACK_PRICE: usize = 264;
/// `bump`, u8: of the account's address.
pub const BUMP: usize = 272;
/// `late_after`, u32: seconds after its end in which the publisher alone may publish a slot's root; 0 = no bound.
pub const LATE_AFTER: usize = 273;
/// `before`, u32: the bound, if it is stricter, for slots that ended at `changed` or before; 0 = none.
pub const BEFORE: usize = 277;
/// `changed`, i64: when `late_after` changed, s; 0 = never.
pub const CHANGED: usize = 281;

/// The oracle's signing keys: the current one, then the next one if there is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OracleKeys<'a>(&'a [[u8; 32]]);

impl<'a> OracleKeys<'a> {
    /// Reads the keys from a `Config` account's data; `None` if length or discriminator do not match. The caller must
    /// check owner and address first.
    #[inline]
    #[must_use]
    pub fn read(data: &'a [u8]) -> Option<Self> {
        if data.len() != SIZE || !data.starts_with(&DISCRIMINATOR) {
            return None;
        }
        let bytes = data.get(ORACLE_KEY..NEXT_ORACLE_KEY + 32)?;
        // SAFETY: `bytes` has 64 bytes, the layout of two 32-byte arrays.
        let keys: &[[u8; 32]; 2] = unsafe { &*bytes.as_ptr().cast() };
        // IMPORTANT: an absent key is stored as zeros and must never count as a key: zeros are a small-order curve
        // point.
        let [current, next] = keys;
        Some(Self(if linesman_verifier::same_bytes(next, &[0; 32]) { core::slice::from_ref(current) } else { keys }))
    }

    /// The current key, then the next one if there is one.
    #[inline]
    #[must_use]
    pub const fn as_slice(&self) -> &'a [[u8; 32]] {
        self.0
    }

    /// Whether `key` is the current or the next key.
    #[must_use]
    pub fn contains(&self, key: &[u8; 32]) -> bool {
        self.0.contains(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(next: [u8; 32]) -> Vec<u8> {
        let mut data = vec![0; SIZE];
        data[..8].copy_from_slice(&DISCRIMINATOR);
        data[ORACLE_KEY..ORACLE_KEY + 32].fill(7);
        data[NEXT_ORACLE_KEY..NEXT_ORACLE_KEY + 32].copy_from_slice(&next);
        data
    }

    #[test]
    fn an_absent_next_key_is_no_key() {
        let data = config([0; 32]);
        let keys = OracleKeys::read(&data).unwrap();
        assert_eq!(keys.as_slice(), [[7; 32]]);
        assert!(keys.contains(&[7; 32]));
        assert!(!keys.contains(&[0; 32]));
    }

    #[test]
    fn both_keys_count() {
        let data = config([8; 32]);
        let keys = OracleKeys::read(&data).unwrap();
        assert_eq!(keys.as_slice(), [[7; 32], [8; 32]]);
    }

    #[test]
    fn only_a_config_is_read() {
        let data = config([8; 32]);
        assert_eq!(OracleKeys::read(&data[..SIZE - 1]), None);
        assert_eq!(OracleKeys::read(&[]), None);
        let mut other = data.clone();
        other[0] ^= 1;
        assert_eq!(OracleKeys::read(&other), None);
        let mut longer = data;
        longer.push(0);
        assert_eq!(OracleKeys::read(&longer), None);
    }
}

//! Checks of oracle keys.

use anchor_lang::prelude::*;
use linesman_wire::require;

use crate::error::OracleError;

/// Encodings of the curve points whose order divides 8, with the sign bit cleared. The last two are non-canonical
/// encodings of the first two.
const SMALL_ORDER: [[u8; 32]; 7] = [
    [0; 32],
    little_endian(0x01, 0x00, 0x00),
    little_endian(0xec, 0xff, 0x7f),
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
    little_endian(0xed, 0xff, 0x7f),
    little_endian(0xee, 0xff, 0x7f),
];

const fn little_endian(first: u8, middle: u8, last: u8) -> [u8; 32] {
    let mut bytes = [middle; 32];
    bytes[0] = first;
    bytes[31] = last;
    bytes
}

/// Refuses a key of small order (6057), because a signature by such a key can verify for any message.
pub fn check(key: &[u8; 32]) -> Result<()> {
    let mut unsigned = *key;
    unsigned[31] &= 0x7f;
    require!(!SMALL_ORDER.contains(&unsigned), OracleError::InvalidAccountData);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_of_small_order_are_refused_with_either_sign() {
        for mut key in SMALL_ORDER {
            assert!(check(&key).is_err());
            key[31] |= 0x80;
            assert!(check(&key).is_err());
        }
    }

    #[test]
    fn other_keys_are_accepted() {
        assert!(check(&[7; 32]).is_ok());
        let mut beside = SMALL_ORDER[1];
        beside[0] = 2;
        assert!(check(&beside).is_ok());
    }
}

//! Ed25519 signatures of 32 bytes, by the rules of Solana's Ed25519 program: `verify_strict` of `ed25519-dalek`.
//!
//! On chain this costs units instead of an instruction of that program, which SIMD-0568 would remove.

use crate::{path::same_bytes, scalar, sha512};

/// The base point B.
const BASE: [u8; 32] = [
    0x58, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
    0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66, 0x66,
];

/// Whether `signature` is one of `message` by `key`.
///
/// Its scalar must be below the order of the group, key and nonce point of more than small order, and the equation must
/// hold without the cofactor.
#[must_use]
pub fn verify(key: &[u8; 32], signature: &[u8; 64], message: &[u8; 32]) -> bool {
    let (Some(nonce), Some(s)) = (signature.first_chunk::<32>(), signature.last_chunk::<32>()) else {
        return false;
    };
    // The program refuses these whatever they sign: a signature under such a key fits many messages.
    if is_of_small_order(key) || is_of_small_order(nonce) {
        return false;
    }
    let k = scalar::reduce(&sha512::of_three([nonce, key, message]));
    // Not (L − k) × key: that is another point if the key has a part of small order. No multiple of x = 0 comes here.
    let mut minus_key = *key;
    minus_key[31] ^= 0x80;
    // The sum is in its canonical form, so a nonce point in another form is refused.
    curve::sum_of_products(&[*s, k], &[BASE, minus_key]).is_some_and(|sum| same_bytes(&sum, nonce))
}

/// Whether the bytes are a point of order 1, 2, 4 or 8, in any form that decodes: y may be one of the field's order or
/// more, and x = 0 may have a sign.
fn is_of_small_order(point: &[u8; 32]) -> bool {
    let mut y = *point;
    y[31] &= 0x7f;
    SMALL_ORDER.iter().any(|small| same_bytes(small, &y))
}

/// 0, 1, −1, the field's order and its successor, and both y of order 8.
const SMALL_ORDER: [[u8; 32]; 7] = [
    near_zero(0),
    near_zero(1),
    near_order(0xec),
    near_order(0xed),
    near_order(0xee),
    [
        0xc7, 0x17, 0x6a, 0x70, 0x3d, 0x4d, 0xd8, 0x4f, 0xba, 0x3c, 0x0b, 0x76, 0x0d, 0x10, 0x67, 0x0f, 0x2a, 0x20,
        0x53, 0xfa, 0x2c, 0x39, 0xcc, 0xc6, 0x4e, 0xc7, 0xfd, 0x77, 0x92, 0xac, 0x03, 0x7a,
    ],
    [
        0x26, 0xe8, 0x95, 0x8f, 0xc2, 0xb2, 0x27, 0xb0, 0x45, 0xc3, 0xf4, 0x89, 0xf2, 0xef, 0x98, 0xf0, 0xd5, 0xdf,
        0xac, 0x05, 0xd3, 0xc6, 0x33, 0x39, 0xb1, 0x38, 0x02, 0x88, 0x6d, 0x53, 0xfc, 0x05,
    ],
];

const fn near_zero(lowest: u8) -> [u8; 32] {
    let mut bytes = [0; 32];
    bytes[0] = lowest;
    bytes
}

const fn near_order(lowest: u8) -> [u8; 32] {
    let mut bytes = [0xff; 32];
    bytes[0] = lowest;
    bytes[31] = 0x7f;
    bytes
}

#[cfg(target_os = "solana")]
use crate::syscall as curve;

// Points of a curve do not overflow.
#[cfg(not(target_os = "solana"))]
#[allow(clippy::arithmetic_side_effects)]
mod curve {
    use curve25519_dalek::{edwards::CompressedEdwardsY, EdwardsPoint, Scalar};

    /// The syscall of the same work.
    pub fn sum_of_products(scalars: &[[u8; 32]; 2], points: &[[u8; 32]; 2]) -> Option<[u8; 32]> {
        let mut sum = EdwardsPoint::default();
        for (scalar, point) in scalars.iter().zip(points) {
            let scalar = Option::<Scalar>::from(Scalar::from_canonical_bytes(*scalar))?;
            sum += CompressedEdwardsY(*point).decompress()? * scalar;
        }
        Some(sum.compress().to_bytes())
    }
}

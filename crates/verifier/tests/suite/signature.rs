//! The signature check against the library that Solana's Ed25519 program verifies with.

use curve25519_dalek::{constants::EIGHT_TORSION, edwards::CompressedEdwardsY, EdwardsPoint, Scalar};
use ed25519_dalek::{Signature, Signer, SigningKey, VerifyingKey};
use linesman_verifier::signature::verify;
use proptest::prelude::*;
use sha2::{Digest, Sha512};

use crate::random::config;

fn reference(key: &[u8; 32], signature: &[u8; 64], message: &[u8; 32]) -> bool {
    VerifyingKey::from_bytes(key).is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
}

fn agree(key: &[u8; 32], signature: &[u8; 64], message: &[u8; 32]) -> bool {
    let expected = reference(key, signature, message);
    assert_eq!(verify(key, signature, message), expected, "{key:?} {signature:?} {message:?}");
    expected
}

/// The forms of a point: its own, with y + p, and with the other sign if x is 0. Not all of them exist.
fn forms(point: EdwardsPoint) -> Vec<[u8; 32]> {
    let own = point.compress().to_bytes();
    let mut above = own;
    above[0] = above[0].wrapping_add(0xed);
    above[1..31].fill(0xff);
    above[31] |= 0x7f;
    [own, above]
        .into_iter()
        .flat_map(|form| {
            let mut other = form;
            other[31] ^= 0x80;
            [form, other]
        })
        .filter(|form| CompressedEdwardsY(*form).decompress() == Some(point))
        .collect()
}

#[test]
fn parts_of_small_order() {
    let (secret, nonce) = (Scalar::from(123_456_789u64), Scalar::from(987_654_321u64));
    let (mut accepted, mut refused) = (0, 0);
    let points = |scalar: Scalar| {
        let of = move |scalar: Scalar| EIGHT_TORSION.map(|small| (scalar, EdwardsPoint::mul_base(&scalar) + small));
        [of(scalar), of(Scalar::ZERO)].concat()
    };
    for (secret, key) in points(secret) {
        for (nonce, point) in points(nonce) {
            for key in forms(key) {
                for point in forms(point) {
                    for number in 0..8 {
                        let message = [number; 32];
                        let hash = Sha512::new().chain_update(point).chain_update(key).chain_update(message);
                        let k = Scalar::from_hash(hash);
                        let s = (nonce + k * secret).to_bytes();
                        let signature = [point, s].concat().try_into().unwrap();
                        *(if agree(&key, &signature, &message) { &mut accepted } else { &mut refused }) += 1;
                    }
                }
            }
        }
    }
    // A key and a nonce point with equal parts of small order, as far as k leaves the key's.
    assert!(accepted > 40 && refused > 1_500, "{accepted} {refused}");
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn whole_and_altered(seed in any::<[u8; 32]>(), message in any::<[u8; 32]>(), at in 0..1024usize) {
        let signing = SigningKey::from_bytes(&seed);
        let mut all = [&signing.verifying_key().to_bytes()[..], &signing.sign(&message).to_bytes(), &message].concat();
        let check = |all: &[u8]| {
            let (key, rest) = all.split_first_chunk::<32>().unwrap();
            let (signature, message) = rest.split_first_chunk::<64>().unwrap();
            agree(key, signature, message.try_into().unwrap())
        };
        prop_assert!(check(&all));
        // The order of the group, added to the scalar.
        let mut malleable = all.clone();
        let order = (-Scalar::ONE).to_bytes();
        let mut carry = 1;
        for (byte, added) in malleable[64..96].iter_mut().zip(order) {
            carry += u32::from(*byte) + u32::from(added);
            *byte = carry as u8;
            carry >>= 8;
        }
        prop_assert!(!check(&malleable));
        all[at / 8] ^= 1 << (at % 8);
        prop_assert!(!check(&all));
    }

    #[test]
    fn any_bytes(key in any::<[u8; 32]>(), signature in any::<[[u8; 32]; 2]>(), message in any::<[u8; 32]>()) {
        agree(&key, &signature.concat().try_into().unwrap(), &message);
    }
}

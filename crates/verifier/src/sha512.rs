//! SHA-512 of 96 bytes, in code: a program that names `sol_sha512` (SIMD-0512) cannot be deployed where the syscall is
//! not active. The host uses `sha2`; the tests compare the two.

// Every index is below the length of its array, as the compiler sees, too: nothing is checked at run time, nor can it
// overflow.
#![allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]

#[rustfmt::skip]
const ROUND_CONSTANTS: [u64; 80] = [
    0x428a_2f98_d728_ae22, 0x7137_4491_23ef_65cd, 0xb5c0_fbcf_ec4d_3b2f, 0xe9b5_dba5_8189_dbbc, 0x3956_c25b_f348_b538,
    0x59f1_11f1_b605_d019, 0x923f_82a4_af19_4f9b, 0xab1c_5ed5_da6d_8118, 0xd807_aa98_a303_0242, 0x1283_5b01_4570_6fbe,
    0x2431_85be_4ee4_b28c, 0x550c_7dc3_d5ff_b4e2, 0x72be_5d74_f27b_896f, 0x80de_b1fe_3b16_96b1, 0x9bdc_06a7_25c7_1235,
    0xc19b_f174_cf69_2694, 0xe49b_69c1_9ef1_4ad2, 0xefbe_4786_384f_25e3, 0x0fc1_9dc6_8b8c_d5b5, 0x240c_a1cc_77ac_9c65,
    0x2de9_2c6f_592b_0275, 0x4a74_84aa_6ea6_e483, 0x5cb0_a9dc_bd41_fbd4, 0x76f9_88da_8311_53b5, 0x983e_5152_ee66_dfab,
    0xa831_c66d_2db4_3210, 0xb003_27c8_98fb_213f, 0xbf59_7fc7_beef_0ee4, 0xc6e0_0bf3_3da8_8fc2, 0xd5a7_9147_930a_a725,
    0x06ca_6351_e003_826f, 0x1429_2967_0a0e_6e70, 0x27b7_0a85_46d2_2ffc, 0x2e1b_2138_5c26_c926, 0x4d2c_6dfc_5ac4_2aed,
    0x5338_0d13_9d95_b3df, 0x650a_7354_8baf_63de, 0x766a_0abb_3c77_b2a8, 0x81c2_c92e_47ed_aee6, 0x9272_2c85_1482_353b,
    0xa2bf_e8a1_4cf1_0364, 0xa81a_664b_bc42_3001, 0xc24b_8b70_d0f8_9791, 0xc76c_51a3_0654_be30, 0xd192_e819_d6ef_5218,
    0xd699_0624_5565_a910, 0xf40e_3585_5771_202a, 0x106a_a070_32bb_d1b8, 0x19a4_c116_b8d2_d0c8, 0x1e37_6c08_5141_ab53,
    0x2748_774c_df8e_eb99, 0x34b0_bcb5_e19b_48a8, 0x391c_0cb3_c5c9_5a63, 0x4ed8_aa4a_e341_8acb, 0x5b9c_ca4f_7763_e373,
    0x682e_6ff3_d6b2_b8a3, 0x748f_82ee_5def_b2fc, 0x78a5_636f_4317_2f60, 0x84c8_7814_a1f0_ab72, 0x8cc7_0208_1a64_39ec,
    0x90be_fffa_2363_1e28, 0xa450_6ceb_de82_bde9, 0xbef9_a3f7_b2c6_7915, 0xc671_78f2_e372_532b, 0xca27_3ece_ea26_619c,
    0xd186_b8c7_21c0_c207, 0xeada_7dd6_cde0_eb1e, 0xf57d_4f7f_ee6e_d178, 0x06f0_67aa_7217_6fba, 0x0a63_7dc5_a2c8_98a6,
    0x113f_9804_bef9_0dae, 0x1b71_0b35_131c_471b, 0x28db_77f5_2304_7d84, 0x32ca_ab7b_40c7_2493, 0x3c9e_be0a_15c9_bebc,
    0x431d_67c4_9c10_0d4c, 0x4cc5_d4be_cb3e_42b6, 0x597f_299c_fc65_7e2a, 0x5fcb_6fab_3ad6_faec, 0x6c44_198c_4a47_5817,
];

const INITIAL: [u64; 8] = [
    0x6a09_e667_f3bc_c908,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
    0x1f83_d9ab_fb41_bd6b,
    0x5be0_cd19_137e_2179,
];

/// The hash of three times 32 bytes, which is one block.
pub fn of_three(parts: [&[u8; 32]; 3]) -> [u8; 64] {
    let mut words = [0; 80];
    let bytes = parts.iter().flat_map(|part| part.chunks_exact(8));
    for (word, bytes) in words.iter_mut().zip(bytes) {
        *word = bytes.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes));
    }
    words[12] = 1 << 63;
    words[15] = 96 * 8;
    for i in 16..80 {
        words[i] = words[i - 16]
            .wrapping_add(small_sigma_0(words[i - 15]))
            .wrapping_add(words[i - 7])
            .wrapping_add(small_sigma_1(words[i - 2]));
    }

    let mut state = INITIAL;
    for (constants, words) in ROUND_CONSTANTS.chunks_exact(4).zip(words.chunks_exact(4)) {
        for i in 0..4 {
            round(&mut state, i, constants[i].wrapping_add(words[i]));
        }
        // Four rounds move every word of the state by half.
        let [a, b, c, d, e, f, g, h] = state;
        state = [e, f, g, h, a, b, c, d];
    }
    let mut hash = [0; 64];
    for ((bytes, word), initial) in hash.chunks_exact_mut(8).zip(state).zip(INITIAL) {
        bytes.copy_from_slice(&word.wrapping_add(initial).to_be_bytes());
    }
    hash
}

/// One round. Instead of moving each word of the state to the next place, round `i` finds it `i` places earlier.
#[inline(always)]
fn round(state: &mut [u64; 8], i: usize, added: u64) {
    let place = |word: usize| word.wrapping_sub(i) & 7;
    let [a, b, c, e, f, g] = [0, 1, 2, 4, 5, 6].map(|word| state[place(word)]);
    let first = state[place(7)].wrapping_add(big_sigma_1(e)).wrapping_add((e & (f ^ g)) ^ g).wrapping_add(added);
    let second = big_sigma_0(a).wrapping_add((a & b) | (c & (a | b)));
    state[place(3)] = state[place(3)].wrapping_add(first);
    state[place(7)] = first.wrapping_add(second);
}

// A rotation takes SBF two shifts and an "or". Shifted together, several take fewer instructions.

/// Rotations by 28, 34 and 39.
#[inline(always)]
const fn big_sigma_0(x: u64) -> u64 {
    (((((x >> 5) ^ x) >> 6) ^ x) >> 28) ^ (((((x << 6) ^ x) << 5) ^ x) << 25)
}

/// Rotations by 14, 18 and 41.
#[inline(always)]
const fn big_sigma_1(x: u64) -> u64 {
    (((((x >> 23) ^ x) >> 4) ^ x) >> 14) ^ (((((x << 4) ^ x) << 23) ^ x) << 23)
}

/// Rotations by 1 and 8, a shift by 7.
#[inline(always)]
const fn small_sigma_0(x: u64) -> u64 {
    (((((x >> 1) ^ x) >> 6) ^ x) >> 1) ^ (((x << 7) ^ x) << 56)
}

/// Rotations by 19 and 61, a shift by 6.
#[inline(always)]
const fn small_sigma_1(x: u64) -> u64 {
    (((((x >> 42) ^ x) >> 13) ^ x) >> 6) ^ (((x << 42) ^ x) << 3)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::{Config, RngSeed};
    use sha2::{Digest, Sha512};

    proptest! {
        #![proptest_config(Config { rng_seed: RngSeed::Fixed(20_833), failure_persistence: None, ..Config::default() })]

        #[test]
        fn is_the_hash_of_the_library(parts in any::<[[u8; 32]; 3]>()) {
            let expected: [u8; 64] = Sha512::digest(parts.concat()).into();
            prop_assert_eq!(super::of_three(parts.each_ref()), expected);
        }
    }
}

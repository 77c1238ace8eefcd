//! SHA-256: the syscall on chain, an own implementation elsewhere, so that the crate needs no other.

#[cfg(target_os = "solana")]
#[allow(unsafe_code)]
mod on_chain {
    use core::mem::MaybeUninit;

    extern "C" {
        fn sol_sha256(parts: *const u8, count: u64, hash: *mut u8) -> u64;
    }

    /// SHA-256 of the concatenated parts.
    #[inline(always)]
    pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
        let mut hash = MaybeUninit::<[u8; 32]>::uninit();
        // SAFETY: the syscall expects a slice of slices; it writes 32 bytes to `hash`, or aborts the program.
        unsafe {
            sol_sha256(parts.as_ptr().cast::<u8>(), parts.len() as u64, hash.as_mut_ptr().cast::<u8>());
            hash.assume_init()
        }
    }
}

#[cfg(target_os = "solana")]
pub(crate) use on_chain::sha256;

#[cfg(not(target_os = "solana"))]
pub(crate) use on_host::sha256;

#[cfg(not(target_os = "solana"))]
mod on_host {
    /// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
    #[rustfmt::skip]
    const ROUNDS: [u32; 64] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ];

    /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
    #[rustfmt::skip]
    const START: [u32; 8] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ];

    const BLOCK: usize = 64;

    /// SHA-256 of the concatenated parts.
    pub(crate) fn sha256(parts: &[&[u8]]) -> [u8; 32] {
        let mut state = START;
        let mut bits: u64 = 0;
        let mut block = [0; BLOCK];
        let mut filled = 0_usize;
        let message = parts.iter().flat_map(|part| part.iter().copied());
        for byte in message {
            push(&mut state, &mut block, &mut filled, byte);
            bits = bits.wrapping_add(8);
        }
        push(&mut state, &mut block, &mut filled, 0x80);
        while filled != BLOCK.wrapping_sub(8) {
            push(&mut state, &mut block, &mut filled, 0);
        }
        for byte in bits.to_be_bytes() {
            push(&mut state, &mut block, &mut filled, byte);
        }
        let mut hash = [0; 32];
        for (place, word) in hash.chunks_exact_mut(4).zip(state) {
            place.copy_from_slice(&word.to_be_bytes());
        }
        hash
    }

    /// Adds a byte to the block; a full block is mixed into the state.
    fn push(state: &mut [u32; 8], block: &mut [u8; BLOCK], filled: &mut usize, byte: u8) {
        if let Some(place) = block.get_mut(*filled) {
            *place = byte;
        }
        *filled = filled.wrapping_add(1);
        if *filled == BLOCK {
            mix(state, block);
            *filled = 0;
        }
    }

    fn mix(state: &mut [u32; 8], block: &[u8; BLOCK]) {
        // The last 16 words of the schedule, oldest first.
        let mut words = [0_u32; 16];
        for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        let [mut a, mut b, mut c, mut d, mut e, mut f, mut g, mut h] = *state;
        for round in ROUNDS {
            let [word, second, .., tenth, _, _, _, _, fifteenth, _] = words;
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & f) ^ (!e & g);
            let t1 = h.wrapping_add(s1).wrapping_add(choice).wrapping_add(round).wrapping_add(word);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & b) ^ (a & c) ^ (b & c);
            let t2 = s0.wrapping_add(majority);
            (h, g, f, e, d, c, b, a) = (g, f, e, d.wrapping_add(t1), c, b, a, t1.wrapping_add(t2));

            let s0 = second.rotate_right(7) ^ second.rotate_right(18) ^ second.wrapping_shr(3);
            let s1 = fifteenth.rotate_right(17) ^ fifteenth.rotate_right(19) ^ fifteenth.wrapping_shr(10);
            words.rotate_left(1);
            let [.., last] = &mut words;
            *last = word.wrapping_add(s0).wrapping_add(tenth).wrapping_add(s1);
        }
        for (word, mixed) in state.iter_mut().zip([a, b, c, d, e, f, g, h]) {
            *word = word.wrapping_add(mixed);
        }
    }

    #[cfg(test)]
    mod tests {
        extern crate std;

        use std::{format, string::String, vec, vec::Vec};

        use super::sha256;

        fn hex(hash: [u8; 32]) -> String {
            hash.iter().map(|byte| format!("{byte:02x}")).collect()
        }

        /// The examples of the standard, FIPS 180.
        #[test]
        fn the_examples_of_the_standard() {
            let known = [
                (&b""[..], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
                (b"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
                (
                    b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
                ),
            ];
            for (message, expected) in known {
                assert_eq!(hex(sha256(&[message])), expected);
            }
            let million = vec![b'a'; 1_000_000];
            assert_eq!(hex(sha256(&[&million])), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
        }

        /// Every length around the ends of blocks, in one answer that another implementation gave.
        #[test]
        fn every_length_up_to_four_blocks() {
            let hashes: Vec<u8> = (0..=255u8).flat_map(|length| sha256(&[&(0..length).collect::<Vec<_>>()])).collect();
            assert_eq!(hex(sha256(&[&hashes])), "b93dd1116d1648691c732d2011543b161309b842afef7ecb6f17adf2ebbd3426");
        }

        #[test]
        fn parts_are_concatenated() {
            let message: Vec<u8> = (0..150).collect();
            for cut in 0..=message.len() {
                let (first, second) = message.split_at(cut);
                assert_eq!(sha256(&[first, &[], second]), sha256(&[&message]));
            }
        }
    }
}

//! SHA-256: the syscall on chain, `sha2` on the host.

use core::mem::MaybeUninit;

/// Hashes the concatenation of byte slices.
///
/// A trait, so that host code can count hashes or replace the hash function. Programs use [`Sha256`].
pub trait Hasher {
    /// SHA-256 of the concatenated parts.
    fn hashv(parts: &[&[u8]]) -> [u8; 32];

    /// Like [`hashv`](Self::hashv), but overwrites `hash`, which saves a copy on chain. The parts may include `hash`.
    #[inline(always)]
    fn hash_over(parts: &[&[u8]], hash: &mut [u8; 32]) {
        *hash = Self::hashv(parts);
    }

    /// Like [`hashv`](Self::hashv), into an uninitialised buffer: on chain even zeroing costs compute units.
    #[inline(always)]
    fn hash_into<'h>(parts: &[&[u8]], hash: &'h mut MaybeUninit<[u8; 32]>) -> &'h [u8; 32] {
        hash.write(Self::hashv(parts))
    }
}

/// SHA-256. The implementation for the chain is in `syscall.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Sha256;

#[cfg(not(target_os = "solana"))]
impl Hasher for Sha256 {
    fn hashv(parts: &[&[u8]]) -> [u8; 32] {
        use sha2::Digest;
        let mut hasher = sha2::Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize().into()
    }
}

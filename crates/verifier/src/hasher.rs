//! SHA-256: the system call on chain, `sha2` on the host.

use core::mem::MaybeUninit;

/// Hashes the concatenation of byte slices.
///
/// A trait, so that a host can count or replace the hashing; programs use [`Sha256`].
pub trait Hasher {
    /// SHA-256 of the parts, one after the other.
    fn hashv(parts: &[&[u8]]) -> [u8; 32];

    /// The same, over a hash that is no longer needed. On chain a returned result would be copied once more.
    #[inline(always)]
    fn hash_over(parts: &[&[u8]], hash: &mut [u8; 32]) {
        *hash = Self::hashv(parts);
    }

    /// The same, into a buffer that need not hold anything yet: on chain even zeros cost.
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

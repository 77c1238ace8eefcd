//! SHA-256: the system call on chain, `sha2` on the host.

/// Hashes the concatenation of byte slices.
///
/// A trait, so that a host can count or replace the hashing; programs use [`Sha256`].
pub trait Hasher {
    /// SHA-256 of the parts, one after the other.
    fn hashv(parts: &[&[u8]]) -> [u8; 32];

    /// SHA-256 of two hashes, written where the caller wants it: the step from a layer of a tree to the next.
    #[inline(always)]
    fn hash_pair(left: &[u8; 32], right: &[u8; 32], parent: &mut [u8; 32]) {
        *parent = Self::hashv(&[left, right]);
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

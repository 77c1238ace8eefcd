use sha2::Digest;

/// SHA-256 of the concatenated parts, without any code of the crate.
pub fn sha(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = sha2::Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

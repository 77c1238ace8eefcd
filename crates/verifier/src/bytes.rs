//! Builds hash preimages field by field.

/// Writes `field` at `place`. Both lengths are constants at every call site, so the compiler removes the bounds check.
#[inline(always)]
pub(crate) fn put<const N: usize>(bytes: &mut [u8], place: usize, field: [u8; N]) {
    let rest = bytes.get_mut(place..).unwrap_or(&mut []);
    if let Some(target) = rest.first_chunk_mut::<N>() {
        *target = field;
    }
}

/// A Borsh length. The cast is safe: paths and lists come from accounts or transactions, far below 2^32 entries.
#[inline(always)]
pub(crate) const fn length(length: usize) -> [u8; 4] {
    (length as u32).to_le_bytes()
}

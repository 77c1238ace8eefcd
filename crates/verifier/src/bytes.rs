//! Preimages, put together field by field.

/// Writes `field` at `place`. Both are constants at every call, so neither the test nor its failure is left when compiled.
#[inline(always)]
pub(crate) fn put<const N: usize>(bytes: &mut [u8], place: usize, field: [u8; N]) {
    let rest = bytes.get_mut(place..).unwrap_or(&mut []);
    if let Some(target) = rest.first_chunk_mut::<N>() {
        *target = field;
    }
}

/// A Borsh length. Paths and lists that come out of an account or a transaction are far below 2^32 long.
#[inline(always)]
pub(crate) const fn length(length: usize) -> [u8; 4] {
    (length as u32).to_le_bytes()
}

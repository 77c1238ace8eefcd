//! Whether bytes are a point of the curve: the syscall on chain, a library elsewhere. No program has an address on it.

/// Whether the bytes are a point of the Edwards curve.
#[cfg(target_os = "solana")]
#[allow(unsafe_code)]
pub(crate) fn is_on_curve(point: &[u8; 32]) -> bool {
    extern "C" {
        fn sol_curve_validate_point(curve: u64, point: *const u8, unused: *mut u8) -> u64;
    }
    const EDWARDS: u64 = 0;
    // SAFETY: the syscall reads 32 bytes of `point` and writes nothing.
    unsafe { sol_curve_validate_point(EDWARDS, point.as_ptr(), core::ptr::null_mut()) == 0 }
}

/// Whether the bytes are a point of the Edwards curve.
#[cfg(not(target_os = "solana"))]
pub(crate) fn is_on_curve(point: &[u8; 32]) -> bool {
    curve25519_dalek::edwards::CompressedEdwardsY(*point).decompress().is_some()
}

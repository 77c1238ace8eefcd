/// Logs what has been done since the last mark, and the compute units that are left. `npm run units` reads it from
/// programs that are built with the feature `profile`; in all others a mark is nothing.
#[inline(always)]
pub fn mark(_done: &str) {
    #[cfg(all(feature = "profile", target_os = "solana"))]
    {
        anchor_lang::solana_program::log::sol_log(_done);
        // SAFETY: the system call takes nothing and changes nothing but the log.
        unsafe { solana_define_syscall::definitions::sol_log_compute_units_() };
    }
}

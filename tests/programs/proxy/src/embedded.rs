//! `embedded`: the verifier alone.

use anchor_lang::prelude::*;
use linesman_verifier::{Layout, ScoresProof, Sha256, Trust};
use linesman_wire::{StatValidationInput, StatValidationInputV3};

/// Accounts of `embedded`.
#[derive(Accounts)]
pub struct Embedded<'info> {
    /// CHECK: holds the proof.
    pub data: UncheckedAccount<'info>,
}

/// What `embedded` refuses with, beside Anchor's own; the verifier's numbers are given as they are.
fn refused(refusal: linesman_verifier::Error) -> Error {
    ProgramError::Custom(refusal.number()).into()
}

pub(crate) fn embedded(ctx: Context<Embedded>, version: u8, sport: u8, root: [u8; 32]) -> Result<()> {
    let content = ctx.accounts.data.try_borrow_data()?;
    let layout = Layout::from_byte(sport).ok_or(ErrorCode::InstructionDidNotDeserialize)?;
    match version {
        2 => {
            let input = StatValidationInput::try_from_slice(&content)?;
            measure(&input.view().map_err(refused)?, &root, layout)
        }
        3 => {
            let input = StatValidationInputV3::try_from_slice(&content)?;
            measure(&input.view().map_err(refused)?, &root, layout)
        }
        _ => Err(ErrorCode::InstructionDidNotDeserialize.into()),
    }
}

fn measure(proof: &ScoresProof, root: &[u8; 32], layout: Layout) -> Result<()> {
    log_compute_units();
    let event = proof.verify::<Sha256>(root, Trust::Sport(layout));
    log_compute_units();
    // The result must be wanted, or the verification could be left out.
    msg!("fixture {}", event.map_err(refused)?.fixture_id);
    Ok(())
}

/// Logs the units that are left; costs 100 itself.
pub(crate) fn log_compute_units() {
    #[cfg(target_os = "solana")]
    // SAFETY: the system call takes nothing and changes nothing but the log.
    unsafe {
        solana_define_syscall::definitions::sol_log_compute_units_();
    }
}

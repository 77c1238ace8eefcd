use anchor_lang::{prelude::*, system_program};

/// Creates `account` with `space` zero bytes at the PDA of `seeds` (bump included), owned by `owner`. `payer` tops it
/// up to rent exemption. Fails if the account exists.
///
/// IMPORTANT: anybody can send lamports to the address first, and the system program's `create_account` then fails: one
/// lamport would stop an owner from staking or block a day's roots. Such an address is topped up, allocated and
/// assigned instead, which works on every runtime.
///
/// # Errors
/// The errors of the system program.
#[inline(never)]
pub fn create_account<'info>(
    account: &AccountInfo<'info>,
    payer: &AccountInfo<'info>,
    owner: &Pubkey,
    space: usize,
    seeds: &[&[u8]],
) -> Result<()> {
    let rent = Rent::get()?.minimum_balance(space);
    let held = account.lamports();
    let signer: &[&[&[u8]]] = &[seeds];
    if held == 0 {
        let accounts = system_program::CreateAccount { from: payer.clone(), to: account.clone() };
        let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
        return system_program::create_account(context, rent, space as u64, owner);
    }
    if held < rent {
        let accounts = system_program::Transfer { from: payer.clone(), to: account.clone() };
        let context = CpiContext::new(system_program::ID, accounts);
        system_program::transfer(context, rent.saturating_sub(held))?;
    }
    let accounts = system_program::Allocate { account_to_allocate: account.clone() };
    let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
    system_program::allocate(context, space as u64)?;
    let accounts = system_program::Assign { account_to_assign: account.clone() };
    let context = CpiContext::new_with_signer(system_program::ID, accounts, signer);
    system_program::assign(context, owner)
}

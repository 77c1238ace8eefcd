use anchor_lang::{prelude::*, system_program};

/// Creates `account` with `space` zero bytes at the program address of `seeds` (bump included), owned by `owner`;
/// `payer` brings what is missing to rent exemption. Fails when an account stands there.
///
/// IMPORTANT: anybody can send lamports to an address before an account stands there, and the system program's
/// `create_account` fails then: a lamport would keep an owner from staking, or a day from its roots. So such an address
/// is filled up, allocated and assigned instead, which every runtime can.
///
/// # Errors
/// Those of the system program.
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

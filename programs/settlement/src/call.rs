//! Calls of other programs, in the C form of the system call.

use anchor_lang::prelude::*;

/// An account of a call, and what the called program may do with it.
pub struct Passed<'a, 'info> {
    pub account: &'a AccountInfo<'info>,
    pub writable: bool,
    pub signer: bool,
}

/// Calls `program`. `seeds`, with the bump, are those of the address for which this program signs; empty if it signs
/// for none. Fails if one of the accounts is borrowed, or with the error of the runtime.
///
/// `invoke_signed` of the SDK copies all accounts to the heap and compares them with the instruction: a transfer of
/// tokens costs 660 units less here, and the unsafe code is for them.
#[inline(always)]
#[allow(unsafe_code)]
pub fn call<const N: usize>(program: &Pubkey, accounts: [Passed; N], data: &[u8], seeds: &[&[u8]]) -> Result<()> {
    const NO_META: Meta = Meta { key: core::ptr::null(), writable: false, signer: false };
    const NO_INFO: Info = Info {
        key: core::ptr::null(),
        lamports: core::ptr::null(),
        length: 0,
        data: core::ptr::null(),
        owner: core::ptr::null(),
        rent_epoch: 0,
        signer: false,
        writable: false,
        executable: false,
    };
    let (mut metas, mut infos) = ([NO_META; N], [NO_INFO; N]);
    for ((meta, info), Passed { account, writable, signer }) in metas.iter_mut().zip(&mut infos).zip(accounts) {
        // IMPORTANT: the called program changes what is behind these pointers, so nothing may borrow it.
        let (length, data) = match writable {
            true => {
                let data = account.try_borrow_mut_data()?;
                (data.len(), data.as_ptr())
            }
            false => {
                let data = account.try_borrow_data()?;
                (data.len(), data.as_ptr())
            }
        };
        let lamports: *const u64 = &**account.try_borrow_lamports()?;
        *meta = Meta { key: account.key, writable, signer };
        *info = Info {
            key: account.key,
            lamports,
            length: length as u64,
            data,
            owner: account.owner,
            rent_epoch: 0,
            signer: account.is_signer,
            writable: account.is_writable,
            executable: account.executable,
        };
    }
    let instruction = Instruction {
        program,
        metas: metas.as_ptr(),
        metas_length: N as u64,
        data: data.as_ptr(),
        data_length: data.len() as u64,
    };
    let signer = Seeds { seeds: seeds.as_ptr(), length: seeds.len() as u64 };
    invoke(&instruction, &infos, if seeds.is_empty() { &[] } else { core::slice::from_ref(&signer) })
}

#[inline(always)]
fn invoke(instruction: &Instruction, infos: &[Info], signers: &[Seeds]) -> Result<()> {
    #[cfg(target_os = "solana")]
    // SAFETY: the structs below are those of the runtime, and every pointer in them is that of a live value with its
    // true length. The runtime checks keys, owners and flags itself. Only bytes of accounts change, none is borrowed,
    // and no program that is called here changes the size of an account that is read again.
    let failure = unsafe {
        solana_define_syscall::definitions::sol_invoke_signed_c(
            core::ptr::from_ref(instruction).cast(),
            infos.as_ptr().cast(),
            infos.len() as u64,
            signers.as_ptr().cast(),
            signers.len() as u64,
        )
    };
    #[cfg(not(target_os = "solana"))]
    let failure = {
        let _ = (instruction, infos, signers);
        0
    };
    match failure {
        0 => Ok(()),
        error => Err(ProgramError::from(error).into()),
    }
}

/// `SolInstruction` of the runtime.
#[repr(C)]
struct Instruction {
    program: *const Pubkey,
    metas: *const Meta,
    metas_length: u64,
    data: *const u8,
    data_length: u64,
}

/// `SolAccountMeta` of the runtime.
#[repr(C)]
struct Meta {
    key: *const Pubkey,
    writable: bool,
    signer: bool,
}

/// `SolAccountInfo` of the runtime.
#[repr(C)]
struct Info {
    key: *const Pubkey,
    lamports: *const u64,
    length: u64,
    data: *const u8,
    owner: *const Pubkey,
    rent_epoch: u64,
    signer: bool,
    writable: bool,
    executable: bool,
}

/// `SolSignerSeedsC` of the runtime. A seed lies in memory as its address and its length.
#[repr(C)]
struct Seeds<'a> {
    seeds: *const &'a [u8],
    length: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The runtime reads these structs at fixed offsets.
    #[test]
    fn the_structs_are_those_of_the_runtime() {
        use core::mem::{offset_of, size_of};
        assert_eq!((size_of::<Instruction>(), offset_of!(Instruction, data_length)), (40, 32));
        assert_eq!((size_of::<Meta>(), offset_of!(Meta, writable), offset_of!(Meta, signer)), (16, 8, 9));
        assert_eq!((size_of::<Info>(), offset_of!(Info, owner), offset_of!(Info, executable)), (56, 32, 50));
        assert_eq!((size_of::<Seeds>(), offset_of!(Seeds, length)), (16, 8));
    }

    #[test]
    fn a_borrowed_account_is_not_passed() {
        let (key, mut lamports, mut data) = (Pubkey::new_from_array([1; 32]), 1, [0; 3]);
        let account = AccountInfo::new(&key, false, true, &mut lamports, &mut data, &key, false);
        let pass = |writable: bool| call(&key, [Passed { account: &account, writable, signer: false }], &[], &[]);
        pass(true).unwrap();
        let shared = account.try_borrow_data().unwrap();
        assert!(pass(true).is_err());
        pass(false).unwrap();
        drop(shared);
        let mine = account.try_borrow_mut_data().unwrap();
        assert!(pass(true).is_err() && pass(false).is_err());
        drop(mine);
        let mine = account.try_borrow_mut_lamports().unwrap();
        assert!(pass(false).is_err());
        drop(mine);
    }
}

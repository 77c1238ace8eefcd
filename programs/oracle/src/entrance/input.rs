//! The program's input as the runtime serialises it: the number of accounts, the accounts, the instruction data, the
//! program's id.
//!
//! Unsafe, like the deserialiser that Anchor's entry point uses, because nothing tells the program how long its input
//! is. It is worth it: with one account, 55 units pass before the validation begins, where that deserialiser, which
//! lists all accounts on the heap, and Anchor's dispatch take 230.

use core::{marker::PhantomData, slice};

use anchor_lang::solana_program::entrypoint::{MAX_PERMITTED_DATA_INCREASE, NON_DUP_MARKER};
use linesman_verifier::same_bytes;

/// The bytes not read yet. Every account is handed out once and is no duplicate of another, so all are disjoint.
pub struct Input<'a>(*mut u8, PhantomData<&'a mut [u8]>);

/// An account whose data has `SIZE` bytes.
#[repr(C)]
pub struct Account<const SIZE: usize> {
    marker: u8,
    is_signer: u8,
    is_writable: u8,
    /// Whether it is executable, and room for Anchor's deserialiser.
    _unused: [u8; 5],
    key: [u8; 32],
    owner: [u8; 32],
    _lamports: u64,
    length: u64,
    data: [u8; SIZE],
    _growth: [u8; MAX_PERMITTED_DATA_INCREASE],
    _rent_epoch: u64,
}

/// The bytes that follow the accounts.
pub struct Call<'a> {
    /// The first 8 bytes of the instruction data, little endian.
    pub tag: u64,
    /// The rest of the instruction data.
    pub arguments: &'a [u8],
}

impl<'a> Input<'a> {
    /// The number of accounts, and what follows it.
    ///
    /// # Safety
    /// `input` is the start of the program's input, which nothing else uses during `'a`.
    #[inline(always)]
    pub unsafe fn new(input: *mut u8) -> (u64, Self) {
        // SAFETY: the input starts with the number; the runtime aligns it.
        unsafe { (input.cast::<u64>().read(), Self(input.add(8), PhantomData)) }
    }

    /// Reads an account that is no duplicate of an earlier one and has `SIZE` bytes of data.
    ///
    /// # Safety
    /// Another account follows.
    #[inline(always)]
    pub unsafe fn account<const SIZE: usize>(&mut self) -> Option<&'a mut Account<SIZE>> {
        let account = self.0.cast::<Account<SIZE>>();
        // SAFETY: an account starts with the marker. Unless it is a duplicate, the fields up to its length follow; if
        // that is `SIZE`, all other fields follow. Every account is aligned to 8 bytes.
        unsafe {
            if (*account).marker != NON_DUP_MARKER || (*account).length != SIZE as u64 {
                return None;
            }
            self.0 = account.add(1).cast();
            Some(&mut *account)
        }
    }

    /// Reads an account that is no duplicate of an earlier one. Returns its key and data.
    ///
    /// # Safety
    /// Another account follows.
    #[inline(always)]
    pub unsafe fn key_and_data(&mut self) -> Option<(&'a [u8; 32], &'a [u8])> {
        let account = self.0.cast::<Account<0>>();
        // SAFETY: as above; the data has `length` bytes. The next account is at the next multiple of 8.
        unsafe {
            if (*account).marker != NON_DUP_MARKER {
                return None;
            }
            let length = (*account).length as usize;
            self.0 = account.add(1).cast::<u8>().add(length.next_multiple_of(8));
            Some((&(*account).key, slice::from_raw_parts((&raw const (*account).data).cast(), length)))
        }
    }

    /// The instruction, if it is one of this program, not of the same code at another address.
    ///
    /// # Safety
    /// All accounts are read.
    #[inline(always)]
    pub unsafe fn call(self) -> Option<Call<'a>> {
        // SAFETY: the length of the data follows, then the data, then the program's id.
        let (data, id) = unsafe {
            let length = self.0.cast::<u64>().read() as usize;
            let data = slice::from_raw_parts(self.0.add(8), length);
            (data, &*data.as_ptr_range().end.cast::<[u8; 32]>())
        };
        let (tag, arguments) = data.split_first_chunk()?;
        same_bytes(id, crate::ID.as_array()).then_some(Call { tag: u64::from_le_bytes(*tag), arguments })
    }
}

impl<const SIZE: usize> Account<SIZE> {
    /// The account's address.
    #[inline(always)]
    pub const fn key(&self) -> &[u8; 32] {
        &self.key
    }

    #[inline(always)]
    pub const fn is_signer(&self) -> bool {
        self.is_signer != 0
    }

    #[inline(always)]
    pub const fn is_writable(&self) -> bool {
        self.is_writable != 0
    }

    /// The data, if this program owns the account.
    #[inline(always)]
    pub fn own_data(&mut self) -> Option<&mut [u8; SIZE]> {
        same_bytes(&self.owner, crate::ID.as_array()).then_some(&mut self.data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes behind a duplicate belong to other accounts, and may look like the rest of this one.
    #[test]
    fn a_duplicate_is_no_account() {
        for (marker, is_account) in [(NON_DUP_MARKER, true), (0, false), (3, false), (0xfe, false)] {
            let mut words = vec![0u64; 2 + size_of::<Account<48>>() / 8];
            let start = words.as_mut_ptr().cast::<u8>();
            // SAFETY: there is room for an account with 48 bytes of data.
            unsafe {
                start.add(8).write(marker);
                start.add(8 + 80).cast::<u64>().write(48);
                assert_eq!(Input::new(start).1.account::<48>().is_some(), is_account, "{marker}");
                assert_eq!(Input::new(start).1.key_and_data().is_some(), is_account, "{marker}");
                assert!(Input::new(start).1.account::<40>().is_none());
            }
        }
    }
}

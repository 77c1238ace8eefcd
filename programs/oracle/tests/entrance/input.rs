//! The program's input, as the runtime serialises it.

use anchor_lang::solana_program::entrypoint::{deserialize, MAX_PERMITTED_DATA_INCREASE, NON_DUP_MARKER};

pub type Key = [u8; 32];

/// An account as an instruction gets it.
#[derive(Clone, Debug)]
pub struct Account {
    pub key: Key,
    pub owner: Key,
    pub is_signer: bool,
    pub is_writable: bool,
    pub is_executable: bool,
    pub data: Vec<u8>,
}

/// A place in the list of accounts.
#[derive(Clone, Debug)]
pub enum Place {
    Account(Account),
    /// The account of an earlier place.
    Duplicate(u8),
}

impl Place {
    pub fn account(&mut self) -> Option<&mut Account> {
        match self {
            Self::Account(account) => Some(account),
            Self::Duplicate(_) => None,
        }
    }
}

/// A call of the program.
#[derive(Clone, Debug)]
pub struct Call {
    pub places: Vec<Place>,
    pub data: Vec<u8>,
    pub program: Key,
}

/// Serialised bytes, aligned as the runtime aligns them.
#[derive(Clone, PartialEq, Eq)]
pub struct Input {
    words: Vec<u64>,
    length: usize,
}

impl Call {
    pub fn input(&self) -> Input {
        let mut input = Input { words: vec![0; self.size().div_ceil(8)], length: 0 };
        input.push(&(self.places.len() as u64).to_le_bytes());
        for place in &self.places {
            match place {
                Place::Duplicate(index) => input.push(&[*index, 0, 0, 0, 0, 0, 0, 0]),
                Place::Account(account) => {
                    let flags = [account.is_signer, account.is_writable, account.is_executable].map(u8::from);
                    input.push(&[NON_DUP_MARKER]);
                    input.push(&flags);
                    input.push(&[0; 4]);
                    input.push(&account.key);
                    input.push(&account.owner);
                    input.push(&1_000_000u64.to_le_bytes());
                    input.push(&(account.data.len() as u64).to_le_bytes());
                    input.push(&account.data);
                    input.length = (input.length + MAX_PERMITTED_DATA_INCREASE).next_multiple_of(8);
                    input.push(&u64::MAX.to_le_bytes());
                }
            }
        }
        input.push(&(self.data.len() as u64).to_le_bytes());
        input.push(&self.data);
        input.push(&self.program);
        input
    }

    /// Room for the input.
    fn size(&self) -> usize {
        let data: usize = self
            .places
            .iter()
            .map(|place| match place {
                Place::Account(account) => account.data.len() + 8 + MAX_PERMITTED_DATA_INCREASE,
                Place::Duplicate(_) => 0,
            })
            .sum();
        data + 96 * self.places.len() + self.data.len() + 48
    }
}

impl Input {
    pub fn start(&mut self) -> *mut u8 {
        self.words.as_mut_ptr().cast()
    }

    fn push(&mut self, bytes: &[u8]) {
        assert!(self.length + bytes.len() <= 8 * self.words.len());
        // SAFETY: there is room, as just checked.
        unsafe { self.start().add(self.length).copy_from_nonoverlapping(bytes.as_ptr(), bytes.len()) };
        self.length += bytes.len();
    }

    /// What is left of the input when Anchor's deserialiser has been over it, which notes lengths in it.
    pub fn read_by_anchor(mut self) -> Self {
        // SAFETY: this is a whole input.
        unsafe { deserialize(self.start()) };
        self
    }
}

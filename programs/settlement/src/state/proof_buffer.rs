use anchor_lang::prelude::*;
use linesman_verifier::{Hasher, Sha256};
use linesman_wire::{err, require};

use super::check_discriminator;
use crate::{error::SettlementError, owner::check_owner, seed};

/// The head of a buffer for data too large for one transaction; the content follows it in the account. Seeds: `buffer`,
/// owner, id.
///
/// The content is the Borsh of `settle`'s arguments (proof and witness) or of a market's terms. It is read in place: a
/// copy of up to 10,000 bytes would not fit in the program's heap beside the decoded values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofBuffer {
    pub bump: u8,
    /// Writes, closes, and gets the rent back.
    pub owner: Pubkey,
    /// The owner's number for this buffer.
    pub id: u64,
    /// SHA-256 of the complete content.
    pub sha256: [u8; 32],
    /// Size of the content, 1 to 10,000 bytes.
    pub length: u32,
}

impl ProofBuffer {
    /// Size of the discriminator and the fields. `length` comes last, where Borsh has the length of a byte list.
    pub const HEAD: usize = 8 + 1 + 32 + 8 + 32 + 4;
    /// The maximum size of the content. With the head it stays below 10,240 bytes, the most that one instruction can
    /// allocate.
    pub const MAX_LENGTH: u32 = 10_000;

    /// Size of the account.
    pub const fn space(length: u32) -> usize {
        Self::HEAD + length as usize
    }

    /// Checks the length of the content (6242).
    pub fn check_length(length: u32) -> Result<()> {
        if !(1..=Self::MAX_LENGTH).contains(&length) {
            msg!("buffer: {} bytes, must be 1 to {}", length, Self::MAX_LENGTH);
            return err!(SettlementError::InvalidBuffer);
        }
        Ok(())
    }

    /// Reads an account that belongs to this program (3012, 3007), is a buffer (3001, 3002, 3003) and is at the PDA of
    /// its owner and number (6244).
    pub fn open(account: &AccountInfo) -> Result<Self> {
        check_owner(account, &[crate::ID])?;
        let buffer = Self::try_deserialize(&mut &account.try_borrow_data()?[..])?;
        buffer.check_address(account.key)?;
        Ok(buffer)
    }

    /// Checks that the account is at the PDA of its owner and number (6244).
    pub fn check_address(&self, key: &Pubkey) -> Result<()> {
        seed::check_buffer(key, &self.owner, self.id, self.bump)
    }

    /// Discriminator and all fields.
    pub fn head(&self) -> [u8; Self::HEAD] {
        let mut head = [0; Self::HEAD];
        head[..8].copy_from_slice(Self::DISCRIMINATOR);
        head[8] = self.bump;
        head[9..41].copy_from_slice(self.owner.as_ref());
        head[41..49].copy_from_slice(&self.id.to_le_bytes());
        head[49..81].copy_from_slice(&self.sha256);
        head[81..].copy_from_slice(&self.length.to_le_bytes());
        head
    }

    /// The range in the account data for a write of `length` bytes at `offset` (6242).
    pub fn place(&self, offset: u32, length: usize) -> Result<core::ops::Range<usize>> {
        let start = (offset as usize).saturating_add(Self::HEAD);
        let end = start.saturating_add(length);
        if length == 0 || end > Self::space(self.length) {
            msg!("buffer: {} bytes at {}, of {}", length, offset, self.length);
            return err!(SettlementError::InvalidBuffer);
        }
        Ok(start..end)
    }

    /// The content, if it has the announced hash (6243). `data` is the account's data.
    ///
    /// IMPORTANT: hashed on every read. A stored "complete" flag would have to be reset by every later write.
    pub fn content<'a>(&self, data: &'a [u8]) -> Result<&'a [u8]> {
        let content = data.get(Self::HEAD..).ok_or(ErrorCode::AccountDidNotDeserialize)?;
        require!(Sha256::hashv(&[content]) == self.sha256, SettlementError::BufferNotSealed);
        Ok(content)
    }

    /// The content as arguments of an instruction; trailing bytes are refused (102).
    pub fn arguments<T: AnchorDeserialize>(&self, data: &[u8]) -> Result<T> {
        T::try_from_slice(self.content(data)?).map_err(|_| ErrorCode::InstructionDidNotDeserialize.into())
    }
}

impl Discriminator for ProofBuffer {
    /// First 8 bytes of sha256("account:ProofBuffer").
    const DISCRIMINATOR: &'static [u8] = &[71, 133, 225, 94, 9, 130, 40, 161];
}

impl Owner for ProofBuffer {
    fn owner() -> Pubkey {
        crate::ID
    }
}

impl AccountDeserialize for ProofBuffer {
    fn try_deserialize(data: &mut &[u8]) -> Result<Self> {
        check_discriminator::<Self>(data)?;
        Self::try_deserialize_unchecked(data)
    }

    fn try_deserialize_unchecked(data: &mut &[u8]) -> Result<Self> {
        let buffer = Self::read(data).filter(|buffer| data.len() == Self::space(buffer.length));
        buffer.ok_or_else(|| ErrorCode::AccountDidNotDeserialize.into())
    }
}

impl ProofBuffer {
    fn read(data: &[u8]) -> Option<Self> {
        let (_, rest) = data.split_first_chunk::<8>()?;
        let ([bump], rest) = rest.split_first_chunk::<1>()?;
        let (owner, rest) = rest.split_first_chunk::<32>()?;
        let (id, rest) = rest.split_first_chunk::<8>()?;
        let (sha256, rest) = rest.split_first_chunk::<32>()?;
        let length = rest.first_chunk::<4>()?;
        Some(Self {
            bump: *bump,
            owner: Pubkey::new_from_array(*owner),
            id: u64::from_le_bytes(*id),
            sha256: *sha256,
            length: u32::from_le_bytes(*length),
        })
    }
}

impl AccountSerialize for ProofBuffer {
    /// Writes nothing: the head never changes, and `buffer_write` writes the content in place.
    fn try_serialize<W: std::io::Write>(&self, _: &mut W) -> Result<()> {
        Ok(())
    }
}

#[cfg(feature = "idl-build")]
impl IdlBuild for ProofBuffer {
    fn create_type() -> Option<anchor_lang::idl::types::IdlTypeDef> {
        borsh_form::ProofBuffer::create_type()
    }

    fn get_full_path() -> String {
        borsh_form::ProofBuffer::get_full_path()
    }
}

/// The type as the IDL shows it.
#[cfg(feature = "idl-build")]
mod borsh_form {
    use anchor_lang::prelude::*;

    /// A buffer for a proof or terms too large for one transaction. Seeds: `buffer`, owner, id.
    #[derive(AnchorSerialize)]
    pub struct ProofBuffer {
        pub bump: u8,
        /// Writes, closes, and gets the rent back.
        pub owner: Pubkey,
        /// The owner's number for this buffer.
        pub id: u64,
        /// SHA-256 of the complete content.
        pub sha256: [u8; 32],
        /// The content: Borsh of `settle`'s arguments or of a market's terms; zero where nothing is written yet.
        pub bytes: Vec<u8>,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buffer(length: u32) -> ProofBuffer {
        ProofBuffer {
            bump: 254,
            owner: Pubkey::new_from_array([7; 32]),
            id: 0x0102_0304_0506_0708,
            sha256: Sha256::hashv(&[&vec![5; length as usize]]),
            length,
        }
    }

    fn account(length: u32) -> Vec<u8> {
        [&buffer(length).head()[..], &vec![5; length as usize]].concat()
    }

    #[test]
    fn the_head_is_borsh_of_the_fields_and_a_list_of_bytes() {
        let expected = buffer(3);
        let mut borsh = Sha256::hashv(&[b"account:ProofBuffer"])[..8].to_vec();
        (expected.bump, expected.owner, expected.id, expected.sha256, vec![5u8; 3]).serialize(&mut borsh).unwrap();
        assert_eq!(account(3), borsh);
        assert_eq!(borsh.len(), ProofBuffer::space(3));
        assert_eq!(ProofBuffer::try_deserialize(&mut &borsh[..]).unwrap(), expected);
    }

    #[test]
    fn other_accounts_are_not_read() {
        let account = account(3);
        let read = |data: &[u8]| ProofBuffer::try_deserialize(&mut &data[..]);
        for end in 0..account.len() {
            assert!(read(&account[..end]).is_err(), "{end} bytes");
        }
        assert!(read(&[&account[..], &[0]].concat()).is_err());
        for place in 0..8 {
            let mut changed = account.clone();
            changed[place] ^= 1;
            assert!(read(&changed).is_err());
        }
    }

    #[test]
    fn lengths_are_bounded() {
        for length in [1, 2, 9_999, 10_000] {
            ProofBuffer::check_length(length).unwrap();
        }
        for length in [0, 10_001, u32::MAX] {
            assert!(ProofBuffer::check_length(length).is_err());
        }
        assert!(ProofBuffer::space(ProofBuffer::MAX_LENGTH) <= 10_240);
    }

    #[test]
    fn writes_stay_inside_and_are_not_empty() {
        let buffer = buffer(100);
        assert_eq!(buffer.place(0, 100).unwrap(), ProofBuffer::HEAD..ProofBuffer::HEAD + 100);
        assert_eq!(buffer.place(99, 1).unwrap().end, ProofBuffer::space(100));
        for (offset, length) in [(0, 0), (100, 0), (0, 101), (1, 100), (100, 1), (u32::MAX, 1), (0, usize::MAX)] {
            assert!(buffer.place(offset, length).is_err(), "{length} at {offset}");
        }
    }

    #[test]
    fn every_byte_of_the_content_is_announced() {
        let (buffer, account) = (buffer(40), account(40));
        assert_eq!(buffer.content(&account).unwrap(), [5; 40]);
        for place in ProofBuffer::HEAD..account.len() {
            let mut changed = account.clone();
            changed[place] ^= 1;
            assert!(buffer.content(&changed).is_err());
        }
        assert!(buffer.content(&account[..10]).is_err());
    }
}

//! Strict Borsh reading: one encoding per record.

use crate::Error;

#[derive(Clone, Copy)]
pub(crate) struct Reader<'a>(&'a [u8]);

/// A record that must be all of the bytes.
pub(crate) fn whole<T>((record, rest): (T, &[u8])) -> Result<T, Error> {
    if rest.is_empty() {
        Ok(record)
    } else {
        Err(Error::InstructionDidNotDeserialize)
    }
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Error> {
        let (head, rest) = self.0.split_first_chunk::<N>().ok_or(Error::InstructionDidNotDeserialize)?;
        self.0 = rest;
        Ok(head)
    }

    pub(crate) fn i64(&mut self) -> Result<i64, Error> {
        Ok(i64::from_le_bytes(*self.array()?))
    }

    pub(crate) fn i32(&mut self) -> Result<i32, Error> {
        Ok(i32::from_le_bytes(*self.array()?))
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Error> {
        Ok(u32::from_le_bytes(*self.array()?))
    }

    /// A bool, or the tag of an option: 0 or 1.
    pub(crate) fn bool(&mut self) -> Result<bool, Error> {
        match self.array()? {
            [0] => Ok(false),
            [1] => Ok(true),
            _ => Err(Error::InstructionDidNotDeserialize),
        }
    }

    fn bytes(&mut self, length: usize) -> Result<&'a [u8], Error> {
        let (head, rest) = self.0.split_at_checked(length).ok_or(Error::InstructionDidNotDeserialize)?;
        self.0 = rest;
        Ok(head)
    }

    pub(crate) fn string(&mut self) -> Result<&'a str, Error> {
        let length = self.u32()?;
        core::str::from_utf8(self.bytes(length as usize)?).map_err(|_| Error::InstructionDidNotDeserialize)
    }

    pub(crate) fn optional_string(&mut self) -> Result<Option<&'a str>, Error> {
        Ok(if self.bool()? { Some(self.string()?) } else { None })
    }

    /// Reads a list of strings and returns its length. Each takes at least four bytes, so a false length ends the loop
    /// early.
    pub(crate) fn strings(&mut self) -> Result<u32, Error> {
        let count = self.u32()?;
        for _ in 0..count {
            self.string()?;
        }
        Ok(count)
    }

    /// Reads a list of 32-bit integers and returns its length.
    pub(crate) fn integers(&mut self) -> Result<u32, Error> {
        let count = self.u32()?;
        for _ in 0..count {
            self.i32()?;
        }
        Ok(count)
    }

    /// The part of `bytes` that has been read, and the part that has not.
    pub(crate) fn split(self, bytes: &'a [u8]) -> Result<(&'a [u8], &'a [u8]), Error> {
        let read = bytes.len().checked_sub(self.0.len()).and_then(|length| bytes.split_at_checked(length));
        read.ok_or(Error::InstructionDidNotDeserialize)
    }
}

//! Borsh decoding with bounded allocation.
//!
//! A list or string starts with its length. A program's heap is 32 KiB, and an allocation that does not fit aborts
//! without an error code. So a length that no instruction can hold is refused before anything is allocated, and each
//! list is allocated once, at its exact size.

use crate::codec::borsh::{
    io::{Error, ErrorKind, Read, Result},
    BorshDeserialize,
};

/// Maximum number of entries in a list. The largest instruction (10 KiB, by CPI) holds 310 path nodes; no check accepts
/// a longer list anyway.
pub(crate) const MAX_ENTRIES: u32 = 310;

/// Maximum length of a string or other run of bytes: the size of the largest instruction.
pub(crate) const MAX_BYTES: u32 = 10_240;

/// The error for data that does not decode (the programs return 102).
#[cold]
#[inline(never)]
pub(crate) fn undecodable() -> Error {
    Error::from(ErrorKind::InvalidData)
}

/// A list's length, at most [`MAX_ENTRIES`].
#[inline]
pub(crate) fn entries<R: Read>(reader: &mut R) -> Result<usize> {
    let length = u32::from_le_bytes(fixed(reader)?);
    if length > MAX_ENTRIES {
        return Err(undecodable());
    }
    Ok(length as usize)
}

/// A list of at most [`MAX_ENTRIES`] entries.
#[inline]
pub(crate) fn list<T: BorshDeserialize, R: Read>(reader: &mut R) -> Result<Vec<T>> {
    let length = entries(reader)?;
    let mut list = Vec::with_capacity(length);
    for _ in 0..length {
        list.push(T::deserialize_reader(reader)?);
    }
    Ok(list)
}

/// A list of at most [`MAX_ENTRIES`] hashes, in one read.
#[inline]
pub(crate) fn hashes<R: Read>(reader: &mut R) -> Result<Vec<[u8; 32]>> {
    let mut hashes = vec![[0; 32]; entries(reader)?];
    reader.read_exact(hashes.as_flattened_mut())?;
    Ok(hashes)
}

/// A length, then at most [`MAX_BYTES`] bytes.
pub(crate) fn bytes<R: Read>(reader: &mut R) -> Result<Vec<u8>> {
    let length = u32::deserialize_reader(reader)?;
    if length > MAX_BYTES {
        return Err(undecodable());
    }
    let mut bytes = vec![0; length as usize];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A UTF-8 string of at most [`MAX_BYTES`].
pub(crate) fn string<R: Read>(reader: &mut R) -> Result<String> {
    String::from_utf8(bytes(reader)?).map_err(|_| undecodable())
}

/// A string that may be absent: tag 0 or 1, nothing else.
pub(crate) fn optional_string<R: Read>(reader: &mut R) -> Result<Option<String>> {
    Ok(match bool::deserialize_reader(reader)? {
        true => Some(string(reader)?),
        false => None,
    })
}

/// A list of strings.
pub(crate) fn strings<R: Read>(reader: &mut R) -> Result<Vec<String>> {
    let length = entries(reader)?;
    let mut list = Vec::with_capacity(length);
    for _ in 0..length {
        list.push(string(reader)?);
    }
    Ok(list)
}

/// `N` bytes in one read: the fixed part of a struct.
#[inline(always)]
pub(crate) fn fixed<const N: usize, R: Read>(reader: &mut R) -> Result<[u8; N]> {
    let mut bytes = [0; N];
    reader.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// The `N` bytes at `offset`. Both are layout constants, so the bounds are known at compile time.
#[inline(always)]
pub(crate) fn at<const N: usize>(bytes: &[u8], offset: usize) -> [u8; N] {
    let mut field = [0; N];
    field.copy_from_slice(&bytes[offset..offset + N]);
    field
}

/// A value that may be absent: tag 0 or 1, nothing else.
#[inline(always)]
pub(crate) fn option<T: BorshDeserialize, R: Read>(reader: &mut R) -> Result<Option<T>> {
    match fixed(reader)? {
        [0] => Ok(None),
        [1] => Ok(Some(T::deserialize_reader(reader)?)),
        _ => Err(undecodable()),
    }
}

//! `require!`, `require_keys_eq!` and `err!` as Anchor has them, with the same logs. One function makes the error for
//! all places: Anchor's macros make it in each, in some 300 bytes, and a program pays rent for its bytes.

use anchor_lang::{
    error::{Error, Source},
    prelude::Pubkey,
};

/// The error, with the place that raises it.
#[cold]
#[inline(never)]
pub fn thrown<E: Into<Error>>(error: E, place: &'static Source) -> Error {
    error.into().with_source(Source { filename: place.filename, line: place.line })
}

/// The same, with the two keys that differ.
#[cold]
#[inline(never)]
pub fn thrown_by_keys<E: Into<Error>>(error: E, place: &'static Source, left: &Pubkey, right: &Pubkey) -> Error {
    thrown(error, place).with_pubkeys((*left, *right))
}

/// This place in the source.
#[doc(hidden)]
#[macro_export]
macro_rules! here {
    () => {
        &anchor_lang::error::Source { filename: file!(), line: line!() }
    };
}

/// The error, as a result.
#[macro_export]
macro_rules! err {
    ($error:expr $(,)?) => {
        Err($crate::thrown($error, $crate::here!()))
    };
}

/// Returns the error unless the condition holds.
#[macro_export]
macro_rules! require {
    ($condition:expr, $error:expr $(,)?) => {
        if !($condition) {
            return $crate::err!($error);
        }
    };
}

/// Returns the error unless the keys are equal; the log shows both.
#[macro_export]
macro_rules! require_keys_eq {
    ($left:expr, $right:expr, $error:expr $(,)?) => {
        if $left != $right {
            return Err($crate::thrown_by_keys($error, $crate::here!(), &$left, &$right));
        }
    };
}

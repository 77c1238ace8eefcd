//! The rules of results, on plain data: what a post changes, and what a result decides.

mod posting;
mod settling;

pub use posting::{check_age, check_keys, period_of, Effect, Post, MAX_AGE};
pub use settling::{settle, KnownResult};

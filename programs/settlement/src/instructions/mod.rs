//! One instruction per file.

mod buffer_close;
mod buffer_create;
mod buffer_write;
mod claim;
mod close_market;
mod create_market;
mod finalise;
mod propose_void;
mod settle;
mod settle_from_buffer;
mod stake;
mod sweep;
mod void;

pub use buffer_close::*;
pub use buffer_create::*;
pub use buffer_write::*;
pub use claim::*;
pub use close_market::*;
pub use create_market::*;
pub use finalise::*;
pub use propose_void::*;
pub use settle::*;
pub use settle_from_buffer::*;
pub use stake::*;
pub use sweep::*;
pub use void::*;

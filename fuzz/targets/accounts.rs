#![no_main]

use libfuzzer_sys::fuzz_target;
use linesman_fuzz::{buffers, fuzz, wire};

fuzz_target!(|data: &[u8]| {
    fuzz::accounts::accounts(data);
    wire::accounts::accounts(data);
    buffers::accounts(data);
});

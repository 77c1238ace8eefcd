#![no_main]

use libfuzzer_sys::fuzz_target;
use linesman_fuzz::{buffers, fuzz, tell, wire};

fuzz_target!(|data: &[u8]| {
    tell(&fuzz::accounts::accounts(data));
    tell(&wire::accounts::accounts(data));
    tell(&buffers::accounts(data));
});

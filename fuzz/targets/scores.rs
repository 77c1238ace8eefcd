#![no_main]

use libfuzzer_sys::fuzz_target;
use linesman_fuzz::{fuzz, tell, wire};

fuzz_target!(|data: &[u8]| {
    tell(&fuzz::scores::scores(data));
    tell(&wire::scores::scores(data));
});

#![no_main]

use libfuzzer_sys::fuzz_target;
use linesman_fuzz::{fuzz, wire};

fuzz_target!(|data: &[u8]| {
    fuzz::odds_fixtures::odds_fixtures(data);
    wire::odds_fixtures::odds_fixtures(data);
});

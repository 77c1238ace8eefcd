#![no_main]

use libfuzzer_sys::fuzz_target;
use linesman_fuzz::{fuzz, tell, wire};

fuzz_target!(|data: &[u8]| {
    tell(&fuzz::odds_fixtures::odds_fixtures(data));
    tell(&wire::odds_fixtures::odds_fixtures(data));
});

use proptest::test_runner::{Config, RngSeed};

/// proptest with a fixed seed: a failure prints the smallest failing input and is reproducible.
pub fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(20_833), failure_persistence: None, ..Config::default() }
}

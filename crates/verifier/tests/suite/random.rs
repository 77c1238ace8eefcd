use proptest::test_runner::{Config, RngSeed};

/// proptest with a fixed seed: a failure prints the smallest input that fails, and the same seed finds it again.
pub fn config(cases: u32) -> Config {
    Config { cases, rng_seed: RngSeed::Fixed(20_833), failure_persistence: None, ..Config::default() }
}

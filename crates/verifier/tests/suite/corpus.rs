//! The saved fuzz corpus reaches every entry point and each of its answers.

use crate::fuzz::accounts::accounts;
use crate::fuzz::corpus::replay;
use crate::fuzz::odds_fixtures::odds_fixtures;
use crate::fuzz::scores::scores;

#[test]
fn scores_and_strategies() {
    replay(
        "scores",
        scores,
        &[
            (
                "single paths",
                &[2006, 6004, 6005, 6007, 6008, 6010, 6011, 6022, 6023, 6027, 6062, 6069, 6073, 6074, 6100],
            ),
            (
                "multiproof",
                &[
                    2006, 6004, 6005, 6007, 6008, 6010, 6011, 6022, 6023, 6027, 6062, 6069, 6073, 6074, 6075, 6076,
                    6077, 6078, 6100,
                ],
            ),
            ("present stat", &[]),
            ("zero stat", &[]),
            ("witness", &[6023, 6062]),
            (
                "validate_stat",
                &[2006, 6004, 6005, 6007, 6008, 6010, 6011, 6022, 6023, 6024, 6027, 6062, 6073, 6074, 6100],
            ),
            (
                "validate_stat_v2",
                &[
                    2006, 6004, 6005, 6007, 6008, 6010, 6011, 6022, 6023, 6027, 6062, 6069, 6070, 6071, 6072, 6073,
                    6074, 6100,
                ],
            ),
            (
                "validate_stat_v3",
                &[
                    2006, 6004, 6005, 6007, 6008, 6010, 6011, 6022, 6023, 6027, 6062, 6069, 6070, 6071, 6072, 6073,
                    6074, 6075, 6076, 6077, 6078, 6100,
                ],
            ),
            (
                "compact",
                &[
                    2006, 6004, 6005, 6007, 6008, 6011, 6022, 6027, 6062, 6069, 6073, 6074, 6075, 6076, 6077, 6078,
                    6100, 6103,
                ],
            ),
            ("compact with witness", &[]),
        ],
    );
}

#[test]
fn odds_and_fixtures() {
    replay(
        "odds_fixtures",
        odds_fixtures,
        &[
            ("odds record", &[102]),
            (
                "validate_odds",
                &[102, 2006, 6001, 6003, 6004, 6005, 6007, 6008, 6010, 6011, 6027, 6048, 6062, 6100, 6102],
            ),
            ("fixture record", &[102]),
            ("validate_fixture", &[102, 6003, 6004, 6005, 6007, 6008, 6027, 6044, 6048, 6062, 6100, 6102]),
            ("validate_fixture_batch", &[2006, 6004, 6005, 6007, 6008, 6010, 6027, 6044, 6062, 6100]),
        ],
    );
}

#[test]
fn accounts_and_signatures() {
    replay(
        "accounts",
        accounts,
        &[
            ("scores_root", &[2006, 6007, 6008, 6011]),
            ("odds_root", &[2006, 6007, 6008, 6011]),
            ("fixtures_root", &[2006, 6005, 6007, 6008, 6044]),
            ("bump", &[6008, 6011]),
            ("instructions sysvar", &[0]),
            ("signed message", &[6080, 6081, 6083, 6101]),
            ("signature of a digest", &[6080, 6081, 6083, 6085, 6101]),
            ("return data", &[6012, 6082]),
            ("path", &[0]),
        ],
    );
}

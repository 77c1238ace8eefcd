use crate::error::SettlementError;

/// Checks that the fixture's first record in the proven slot (`min_timestamp`, ms) is between `from` and `latest` (s).
pub fn check_time_bounds(from: i64, latest: i64, min_timestamp: i64) -> Result<(), SettlementError> {
    // The second of the record, in place of the milliseconds of both bounds: one division, where each of two products
    // would need a check of its range. Unsigned, because signed division is slow on chain. No time of accepted terms is
    // negative; a negative time, which a proof that is not verified yet may claim, is later than any of them.
    let second = min_timestamp as u64 / 1_000;
    if second < from as u64 || second > latest as u64 {
        return Err(SettlementError::OutsideTimeBounds);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The latest second of accepted terms is far below this: days must fit in 16 bits.
    const END: i64 = 65_536 * 86_400;

    fn is_inside(from: i64, latest: i64, min_timestamp: i64) -> bool {
        let [from, latest, time] = [from, latest, min_timestamp].map(i128::from);
        from * 1_000 <= time && time <= latest * 1_000 + 999
    }

    #[test]
    fn bounds_are_whole_seconds() {
        for (from, latest) in [(0, 0), (1, 1), (7, 9), (END - 1, END)] {
            let edges = [from * 1_000, latest * 1_000 + 999].into_iter().flat_map(|edge| [edge - 1, edge, edge + 1]);
            for time in edges.chain([i64::MIN, -1_000, -1, 0, i64::MAX]) {
                let expected = is_inside(from, latest, time);
                assert_eq!(check_time_bounds(from, latest, time).is_ok(), expected, "{from} {time} {latest}");
            }
        }
    }

    proptest! {
        #[test]
        fn bounds_are_those_of_wide_numbers(from in 0..END, length in 0..1_000i64, after in -2_000_000..2_000_000i64) {
            let (latest, time) = (from + length, from * 1_000 + after);
            prop_assert_eq!(check_time_bounds(from, latest, time).is_ok(), is_inside(from, latest, time));
        }

        #[test]
        fn no_other_time_is_inside(from in 0..END, length in 0..1_000i64, time in any::<i64>()) {
            let latest = from + length;
            prop_assert_eq!(check_time_bounds(from, latest, time).is_ok(), is_inside(from, latest, time));
        }
    }
}

use linesman_verifier::{Error, HourTime, SlotTime};

const END: i64 = 65_536 * 86_400_000;

#[test]
fn slots() {
    for (millis, epoch_day, slot) in [
        (0, 0, 0),
        (299_999, 0, 0),
        (300_000, 0, 1),
        (86_399_999, 0, 287),
        (86_400_000, 1, 0),
        (1_800_000_001_000, 20_833, 96),
        (END - 1, 65_535, 287),
    ] {
        assert_eq!(SlotTime::from_millis(millis), Ok(SlotTime { epoch_day, slot }));
    }
    for millis in [-1, i64::MIN, END, i64::MAX] {
        assert_eq!(SlotTime::from_millis(millis), Err(Error::Overflow));
    }
}

#[test]
fn hours() {
    for (millis, window, index) in [
        (0, 0, 0),
        (3_599_999, 0, 0),
        (3_600_000, 0, 1),
        (86_400_000 * 10 - 1, 0, 239),
        (86_400_000 * 10, 10, 0),
        (20_833 * 86_400_000 + 7 * 3_600_000, 20_830, 79),
        (END - 1, 65_530, 143),
    ] {
        assert_eq!(HourTime::from_millis(millis), Ok(HourTime { window, index }));
    }
    for millis in [-1, i64::MIN, END, i64::MAX] {
        assert_eq!(HourTime::from_millis(millis), Err(Error::Overflow));
    }
}

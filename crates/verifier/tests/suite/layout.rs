use linesman_verifier::Layout;
use serde_json::Value;

use crate::reference::bit;

#[test]
fn bytes() {
    for byte in 0..=255 {
        let layout = Layout::from_byte(byte);
        assert_eq!(layout.is_some(), [1, 2, 6].contains(&byte));
        assert!(layout.is_none_or(|layout| layout.byte() == byte));
    }
    assert_eq!(Layout::ALL.map(Layout::byte), [1, 2, 6]);
}

#[test]
fn every_key_has_the_bit_of_the_table_or_none() {
    for layout in Layout::ALL {
        let mut bits = Vec::new();
        for key in (0..130_000).chain(u32::MAX - 3000..=u32::MAX) {
            let found = layout.bit(key);
            assert_eq!(found.map(usize::from), bit(layout, key), "{layout:?} {key}");
            bits.extend(found);
        }
        let keys = bits.len();
        bits.sort_unstable();
        bits.dedup();
        assert_eq!(bits.len(), keys, "{layout:?}: two keys share a bit");
        let expected = match layout {
            Layout::Soccer => 64,
            Layout::Basketball => 252,
            Layout::UsFootball => 112,
        };
        assert_eq!(keys, expected);
    }
}

/// A few bits, read from the format's table by hand.
#[test]
fn known_bits() {
    for (layout, key, bit) in [
        (Layout::Soccer, 1, 0),
        (Layout::Soccer, 8, 7),
        (Layout::Soccer, 1001, 8),
        (Layout::Soccer, 7008, 63),
        (Layout::Basketball, 36, 35),
        (Layout::Basketball, 1001, 36),
        (Layout::Basketball, 10_001, 108),
        (Layout::Basketball, 40_036, 251),
        (Layout::UsFootball, 16, 15),
        (Layout::UsFootball, 1001, 18),
        (Layout::UsFootball, 2001, 34),
        (Layout::UsFootball, 10_001, 50),
        (Layout::UsFootball, 40_016, 113),
    ] {
        assert_eq!(layout.bit(key), Some(bit), "{layout:?} {key}");
    }
}

/// The table that `tests/sources/sports.test.ts` writes from `ts/sdk/format/sports`.
const SPORTS: &str = include_str!("../sports.json");

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

#[test]
fn every_sport_of_the_table_has_its_layout() {
    let table: Vec<Value> = serde_json::from_str(SPORTS).unwrap();
    let bytes: Vec<_> = table.iter().map(|sport| sport["byte"].as_u64().unwrap() as u8).collect();
    assert_eq!(bytes, Layout::ALL.map(Layout::byte));
    for sport in &table {
        let name = sport["sport"].as_str().unwrap();
        let layout = Layout::from_byte(sport["byte"].as_u64().unwrap() as u8).unwrap();
        let [offsets, unused] = ["offsets", "unused"].map(|field| sport[field].as_u64().unwrap() as u32);
        let blocks = numbers(&sport["blocks"]);
        for key in 0..60_000 {
            let (block, offset) = (i64::from(key / 1000), key % 1000);
            let place = blocks.iter().position(|one| *one == block).filter(|_| (1..=offsets).contains(&offset));
            let expected = place.map(|i| i as u32 * offsets + if i > 0 { unused } else { 0 } + offset - 1);
            assert_eq!(layout.bit(key).map(u32::from), expected, "{name} {key}");
        }
        let periods = |decides: fn(Layout, i32) -> bool| -> Vec<i64> {
            (-1..3_000).filter(|period| decides(layout, *period)).map(i64::from).collect()
        };
        assert_eq!(periods(Layout::ends_regular_time), numbers(&sport["RegularTime"]), "{name}");
        assert_eq!(periods(Layout::is_half_time), numbers(&sport["HalfTime"]), "{name}");
        let settled = |settles: fn(Layout, u32) -> bool| -> Vec<i64> {
            blocks.iter().copied().filter(|block| settles(layout, *block as u32)).collect()
        };
        assert_eq!(settled(Layout::is_of_regular_time), numbers(&sport["blocksOfRegularTime"]), "{name}");
        assert_eq!(settled(Layout::is_of_first_half), numbers(&sport["blocksOfFirstHalf"]), "{name}");
    }
}

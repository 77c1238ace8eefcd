use linesman_verifier::Layout;

use crate::reference::bit;

const LAYOUTS: [Layout; 3] = [Layout::Soccer, Layout::Basketball, Layout::UsFootball];

#[test]
fn bytes() {
    for byte in 0..=255 {
        let layout = Layout::from_byte(byte);
        assert_eq!(layout.is_some(), [1, 2, 6].contains(&byte));
        assert!(layout.is_none_or(|layout| layout.byte() == byte));
    }
    assert_eq!(LAYOUTS.map(Layout::byte), [1, 2, 6]);
}

#[test]
fn every_key_has_the_bit_of_the_table_or_none() {
    for layout in LAYOUTS {
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

//! The oracle program's configuration, and byte arguments.

use linesman_wire::oracle_config::{self, OracleKeys};
use linesman_wire::Chunk;

use super::plain::{self, both};
use crate::fuzz::seen::Seen;
use crate::fuzz::source::Source;

fn configuration(source: &mut Source, seen: &mut Seen) {
    let mut data = vec![0; 336];
    data[..8].copy_from_slice(&[0x9b, 0x0c, 0xaa, 0xe0, 0x1e, 0xfa, 0xcc, 0x82]);
    data[136..168].copy_from_slice(&source.hash());
    data[168..200].copy_from_slice(&source.hash());
    for _ in 0..source.below(4) {
        if source.below(4) == 0 {
            // Edit mainly the keys.
            let place = (130 + source.below(80)).min(data.len() - 1);
            data[place] = source.byte();
        } else {
            source.edit_bytes(&mut data);
        }
        if data.is_empty() {
            break;
        }
    }
    let keys = OracleKeys::read(&data);
    seen.option("oracle configuration", &keys);
    let is_config = data.len() == 336 && data[..8] == oracle_config::DISCRIMINATOR;
    let mut expected: Vec<&[u8]> = Vec::new();
    if is_config {
        expected.push(&data[136..168]);
        expected.extend(Some(&data[168..200]).filter(|next| next.iter().any(|byte| *byte != 0)));
    }
    assert_eq!(keys.is_some(), is_config);
    let Some(keys) = keys else { return };
    assert_eq!(keys.as_slice().iter().map(|key| &key[..]).collect::<Vec<_>>(), expected);
    let other = source.hash();
    assert_eq!(keys.contains(&other), expected.contains(&&other[..]));
    assert!(keys.contains(&keys.as_slice()[0]));
}

fn chunk(source: &mut Source, seen: &mut Seen) {
    let length = match source.below(4) {
        0 => 10_238 + source.below(5),
        1 => source.number(7) as u32 as usize,
        _ => source.below(64),
    };
    let content = vec![source.byte(); if source.below(4) == 0 { source.below(64) } else { length.min(10_300) }];
    let mut bytes = [&(length as u32).to_le_bytes()[..], &content].concat();
    if source.below(4) == 0 {
        source.edit_bytes(&mut bytes);
    }
    let decoded = both::<Chunk, plain::Bytes>("Chunk", &bytes, seen);
    if let Some((Chunk(bytes), plain)) = decoded {
        assert_eq!(bytes, plain.bytes);
    }
}

pub fn accounts(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    match source.below(8) {
        0..=4 => configuration(source, &mut seen),
        _ => chunk(source, &mut seen),
    }
    seen
}

//! Random changes to calls.

use crate::{
    input::{Call, Place},
    vectors::{Vector, ELSEWHERE},
};

/// SplitMix64: the same numbers for the same seed, everywhere.
pub struct Random(u64);

impl Random {
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 for 0.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

pub struct Mutator<'a> {
    all: &'a [Vector],
    valid: Vec<&'a Vector>,
}

/// Lengths around every limit, and numbers around every sign.
const NUMBERS: [u32; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 31, 32, 33, 310, 311, 0x7fff_ffff, 0x8000_0000, u32::MAX];

impl<'a> Mutator<'a> {
    pub fn new(all: &'a [Vector]) -> Self {
        Self { all, valid: all.iter().filter(|vector| vector.is_valid).collect() }
    }

    /// A call with one to three changes, and the vector it was made from: a valid one three times out of four.
    pub fn mutate(&self, random: &mut Random) -> (&'a str, Call) {
        let vector = if random.below(4) == 0 { random.pick(self.all) } else { *random.pick(&self.valid) };
        let mut call = vector.call.clone();
        for _ in 0..*random.pick(&[1, 1, 1, 2, 3]) {
            match random.below(10) {
                0 => mutate_accounts(&mut call, random),
                1 => self.splice(&mut call.data, random),
                _ => mutate_bytes(&mut call.data, random),
            }
        }
        (&vector.name, call)
    }

    /// Exchanges a piece of the data, or its end, for one of another vector.
    fn splice(&self, data: &mut Vec<u8>, random: &mut Random) {
        let other = &random.pick(self.all).call.data;
        let (from, start) = (random.below(data.len()), random.below(other.len()));
        match random.below(3) {
            0 => {
                data.truncate(from);
                data.extend(&other[start..]);
            }
            1 => {
                let length = random.below(66).min(data.len() - from).min(other.len() - start);
                data[from..from + length].copy_from_slice(&other[start..start + length]);
            }
            _ => {
                let length = data.len().min(other.len()).min(8);
                data[..length].copy_from_slice(&other[..length]);
            }
        }
    }
}

fn mutate_bytes(data: &mut Vec<u8>, random: &mut Random) {
    if data.is_empty() {
        data.push(random.next() as u8);
        return;
    }
    // The end holds the condition, which no hash binds.
    let place =
        if random.below(2) == 0 { random.below(data.len()) } else { data.len() - 1 - random.below(data.len().min(32)) };
    match random.below(8) {
        0 | 1 => data[place] ^= 1 << random.below(8),
        2 => data[place] = *random.pick(&[0, 1, 2, 3, 0x7f, 0x80, 0xff]),
        3 | 4 => {
            let number = random.pick(&NUMBERS).to_le_bytes();
            let length = 4.min(data.len() - place);
            data[place..place + length].copy_from_slice(&number[..length]);
        }
        5 => {
            let length = *random.pick(&[1, 4, 5, 7, 9, 33]);
            data.drain(place..(place + length).min(data.len()));
        }
        6 => {
            let length = *random.pick(&[1, 4, 5, 7, 9, 33]);
            let piece: Vec<u8> = data[place..(place + length).min(data.len())].to_vec();
            data.splice(place..place, piece);
        }
        _ => match random.below(2) {
            0 => data.truncate(place),
            _ => data.extend((0..=random.below(9)).map(|_| random.next() as u8)),
        },
    }
}

fn mutate_accounts(call: &mut Call, random: &mut Random) {
    if call.places.is_empty() || random.below(20) == 0 {
        call.program[random.below(32)] ^= 1;
        return;
    }
    let (at, other) = (random.below(call.places.len()), random.below(call.places.len()));
    match random.below(12) {
        0 => call.places.swap(at, other),
        // The first place has nothing to be a duplicate of.
        1 if at > 0 && matches!(call.places[other.min(at - 1)], Place::Account(_)) => {
            call.places[at] = Place::Duplicate(other.min(at - 1) as u8);
        }
        2 => {
            let copy = call.places[other].clone();
            call.places.push(copy);
        }
        3 => {
            call.places.remove(at);
        }
        _ => {
            if let Some(account) = call.places[at].account() {
                match random.below(8) {
                    0 => account.owner = *random.pick(&[[0; 32], ELSEWHERE, account.key]),
                    1 => account.owner[random.below(32)] ^= 1,
                    2 => account.key[random.below(32)] ^= 1,
                    3 => account.is_signer ^= true,
                    4 => account.is_writable ^= true,
                    5 => account.is_executable ^= true,
                    6 => mutate_bytes(&mut account.data, random),
                    _ => {
                        // The fields are in front.
                        let end = account.data.len().min(340);
                        if end > 0 {
                            account.data[random.below(end)] ^= 1 << random.below(8);
                        }
                    }
                }
            }
        }
    }
    // A duplicate names an account before it.
    for at in 0..call.places.len() {
        if let Place::Duplicate(of) = call.places[at] {
            if usize::from(of) >= at || matches!(call.places[usize::from(of)], Place::Duplicate(_)) {
                call.places.remove(at);
                return mutate_accounts_again(call);
            }
        }
    }
}

/// Removes duplicates that lost what they name.
fn mutate_accounts_again(call: &mut Call) {
    call.places.retain(|place| matches!(place, Place::Account(_)));
}

/// Choices read from the fuzzer's bytes; zeros once they are used up. Each choice takes few bytes, so changing one byte
/// changes one choice.
#[derive(Clone, Debug)]
pub struct Source<'a>(&'a [u8]);

/// Values at which arithmetic and comparisons change.
const CORNERS: [i64; 16] = [
    0,
    1,
    -1,
    2,
    5,
    100,
    i32::MAX as i64,
    i32::MIN as i64,
    u32::MAX as i64,
    i64::MAX,
    i64::MIN,
    65_536 * 86_400_000,
    65_536 * 86_400_000 - 1,
    300_000,
    86_400_000,
    1 << 48,
];

impl<'a> Source<'a> {
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn byte(&mut self) -> u8 {
        self.array::<1>()[0]
    }

    pub fn bool(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    pub fn array<const N: usize>(&mut self) -> [u8; N] {
        let mut array = [0; N];
        let (taken, rest) = self.0.split_at(N.min(self.0.len()));
        array[..taken.len()].copy_from_slice(taken);
        self.0 = rest;
        array
    }

    /// A number below `end`, which must not be 0.
    pub fn below(&mut self, end: usize) -> usize {
        if end <= 256 {
            usize::from(self.byte()) % end
        } else {
            usize::from(u16::from_le_bytes(self.array())) % end
        }
    }

    pub fn pick<'t, T>(&mut self, of: &'t [T]) -> &'t T {
        &of[self.below(of.len())]
    }

    /// A number near `near`, a corner value, or any number.
    pub fn number(&mut self, near: i64) -> i64 {
        match self.byte() {
            step @ 0..=31 => near.wrapping_add(i64::from(step) - 16),
            corner @ 32..=63 => CORNERS[usize::from(corner) % CORNERS.len()],
            corner @ 64..=95 => near.wrapping_add(CORNERS[usize::from(corner) % CORNERS.len()]),
            corner @ 96..=127 => near.wrapping_sub(CORNERS[usize::from(corner) % CORNERS.len()]),
            bit @ 128..=191 => near ^ 1 << (bit - 128),
            _ => i64::from_le_bytes(self.array()),
        }
    }

    pub fn hash(&mut self) -> [u8; 32] {
        [self.byte(); 32]
    }

    pub const fn rest(&mut self) -> &'a [u8] {
        let rest = self.0;
        self.0 = &[];
        rest
    }

    /// Edits bytes blindly, as a fuzzer would: flips, replaces, removes, inserts, cuts.
    pub fn edit_bytes(&mut self, bytes: &mut Vec<u8>) {
        let place = self.below((bytes.len() + 1).min(65_536));
        match self.byte() % 8 {
            bit if place < bytes.len() => match bit {
                0 => bytes[place] ^= 1 << (self.byte() & 7),
                1 => bytes[place] = self.byte(),
                2 => bytes[place] = bytes[place].wrapping_add(1),
                3 => bytes.truncate(place),
                4 => drop(bytes.remove(place)),
                5 => bytes[place] = 0xff,
                6 => bytes[place] = bytes[place].wrapping_sub(1),
                _ => bytes.insert(place, self.byte()),
            },
            _ => bytes.push(self.byte()),
        }
    }
}

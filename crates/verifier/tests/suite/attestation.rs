use linesman_verifier::attestation::{self, vouchers, Account, Attestation, AttesterSet, Kind};
use linesman_verifier::{Error, Hasher, Sha256};

const ORACLE: [u8; 32] = [1; 32];
const CREATOR: [u8; 32] = [2; 32];
const PAYER: [u8; 32] = [3; 32];
const PERIOD: u16 = 0x1234;

/// An account with its own bytes.
#[derive(Clone)]
struct Stored {
    owner: [u8; 32],
    address: [u8; 32],
    data: Vec<u8>,
}

impl Stored {
    fn account(&self) -> Account<'_> {
        Account { owner: &self.owner, address: &self.address, data: &self.data }
    }

    fn set(&self) -> Result<AttesterSet<'_>, Error> {
        AttesterSet::read::<Sha256>(&self.account(), &ORACLE)
    }

    fn vouchers(&self, kind: Kind, period: u16, slot: u16) -> Result<u32, Error> {
        vouchers::<Sha256>(&self.account(), &ORACLE, &set(4).address, kind, period, slot)
    }
}

fn address(seeds: &[&[u8]], bump: u8) -> [u8; 32] {
    let end: [&[u8]; 3] = [&[bump], &ORACLE, b"ProgramDerivedAddress"];
    Sha256::hashv(&[seeds, &end].concat())
}

/// Written field by field as the specification lists them.
fn set(keys: u8) -> Stored {
    let (id, bump) = (7u64.to_le_bytes(), 254);
    let keys: Vec<[u8; 32]> = (0..keys).map(|key| [key + 10; 32]).collect();
    let length = (keys.len() as u32).to_le_bytes();
    let head = [&Sha256::hashv(&[b"account:AttesterSet"])[..8], &[1, bump], &CREATOR, &id, &length].concat();
    Stored {
        owner: ORACLE,
        address: address(&[b"attesters", &CREATOR, &id], bump),
        data: [head, keys.concat()].concat(),
    }
}

fn attestation(set: &[u8; 32], kind: Kind, period: u16, bits: &[(u16, u16)]) -> Stored {
    let bump = 253;
    let (kind_byte, period) = ([kind as u8], period.to_le_bytes());
    let mut data = [
        &Sha256::hashv(&[b"account:Attestation"])[..8],
        &[1, bump, kind as u8, 0],
        &period,
        &[0, 0],
        set,
        &PAYER,
        &99i64.to_le_bytes(),
    ]
    .concat();
    let mut slots = vec![0u8; if kind == Kind::Fixtures { 480 } else { 576 }];
    for (slot, bits) in bits {
        slots[usize::from(*slot) * 2..][..2].copy_from_slice(&bits.to_le_bytes());
    }
    data.extend(slots);
    Stored { owner: ORACLE, address: address(&[b"attestation", set, &kind_byte, &period], bump), data }
}

fn ours(bits: &[(u16, u16)]) -> Stored {
    attestation(&set(4).address, Kind::Scores, PERIOD, bits)
}

#[test]
fn the_constants_are_those_of_the_layout() {
    assert_eq!(Sha256::hashv(&[b"account:AttesterSet"])[..8], attestation::SET_DISCRIMINATOR);
    assert_eq!(Sha256::hashv(&[b"account:Attestation"])[..8], attestation::DISCRIMINATOR);
    for keys in [1, 16] {
        assert_eq!(set(keys).data.len(), attestation::set_size(usize::from(keys)));
    }
    for kind in [Kind::Scores, Kind::Odds, Kind::Fixtures] {
        assert_eq!(attestation(&[5; 32], kind, 0, &[]).data.len(), attestation::size(kind));
        assert_eq!(Kind::from_byte(kind as u8), Some(kind));
    }
    assert_eq!((attestation::size(Kind::Odds), attestation::size(Kind::Fixtures)), (664, 568));
    assert!((3..=u8::MAX).all(|byte| Kind::from_byte(byte).is_none()));
}

#[test]
fn every_field_of_a_set_is_read() {
    let stored = set(4);
    let keys: Vec<[u8; 32]> = (10..14).map(|key| [key; 32]).collect();
    assert_eq!(stored.set(), Ok(AttesterSet { creator: &CREATOR, id: 7, keys: &keys }));
    for keys in 1..=16 {
        assert_eq!(set(keys).set().map(|set| set.keys.len()), Ok(usize::from(keys)));
    }
}

#[test]
fn anything_else_is_no_set() {
    let wrong = |change: &dyn Fn(&mut Stored)| {
        let mut stored = set(4);
        change(&mut stored);
        assert_eq!(stored.set(), Err(Error::WrongAttesterSet));
    };
    wrong(&|set| set.owner = [9; 32]);
    wrong(&|set| set.address[31] ^= 1);
    // Discriminator, version, bump, creator, id, number of keys: the address binds what no rule names.
    for byte in 0..attestation::SET_KEYS_AT {
        wrong(&|set| set.data[byte] ^= 1);
    }
    for length in 0..set(4).data.len() {
        wrong(&|set| set.data.truncate(length));
    }
    wrong(&|set| set.data.push(0));
    wrong(&|set| set.data.extend([0; 32]));
    for keys in [0, 17] {
        assert_eq!(set(keys).set(), Err(Error::WrongAttesterSet));
    }
    let other = ours(&[]);
    assert_eq!(other.set(), Err(Error::WrongAttesterSet));
}

#[test]
fn every_field_of_an_attestation_is_read() {
    let stored = ours(&[(0, 1), (287, 0x8001)]);
    let read = Attestation::read::<Sha256>(&stored.account(), &ORACLE).unwrap();
    assert_eq!((read.set, read.kind, read.period), (&set(4).address, 0, PERIOD));
    assert_eq!((read.payer, read.made, read.bits.len()), (&PAYER, 99, 288));
    assert_eq!((read.bits[0], read.bits[1], read.bits[287]), ([1, 0], [0, 0], [1, 0x80]));
}

#[test]
fn vouchers_are_the_bits_of_the_slot() {
    let slots = [(0, 0), (1, 1), (2, 0b1011), (200, 0x8000), (287, 0xffff)];
    let stored = ours(&slots);
    for slot in 0..288 {
        let bits = slots.iter().find(|(one, _)| *one == slot).map_or(0, |(_, bits)| *bits);
        assert_eq!(stored.vouchers(Kind::Scores, PERIOD, slot), Ok(bits.count_ones()));
    }
    for slot in [288, u16::MAX] {
        assert_eq!(stored.vouchers(Kind::Scores, PERIOD, slot), Err(Error::WrongAttestation));
    }
    for (kind, last) in [(Kind::Odds, 287), (Kind::Fixtures, 239)] {
        let stored = attestation(&set(4).address, kind, PERIOD, &[(last, 3)]);
        assert_eq!(stored.vouchers(kind, PERIOD, last), Ok(2));
        assert_eq!(stored.vouchers(kind, PERIOD, last + 1), Err(Error::WrongAttestation));
    }
}

#[test]
fn an_attestation_of_anything_else_counts_for_nothing() {
    let wrong = Err(Error::WrongAttestation);
    let full: Vec<(u16, u16)> = (0..240).map(|slot| (slot, 0xffff)).collect();
    let of = |set: &[u8; 32], kind: Kind, period: u16| {
        attestation(set, kind, period, &full).vouchers(Kind::Scores, PERIOD, 5)
    };
    let set = set(4).address;
    assert_eq!(of(&set, Kind::Scores, PERIOD), Ok(16));
    assert_eq!(of(&[4; 32], Kind::Scores, PERIOD), wrong);
    assert_eq!(of(&set, Kind::Odds, PERIOD), wrong);
    assert_eq!(of(&set, Kind::Fixtures, PERIOD), wrong);
    for period in [PERIOD - 1, PERIOD + 1, 0x3412] {
        assert_eq!(of(&set, Kind::Scores, period), wrong);
    }
    let changed = |change: &dyn Fn(&mut Stored)| {
        let mut stored = ours(&full);
        change(&mut stored);
        assert_eq!(stored.vouchers(Kind::Scores, PERIOD, 5), wrong);
    };
    changed(&|one| one.owner = [9; 32]);
    changed(&|one| one.address[0] ^= 1);
    // Discriminator, version, bump, kind, period and set; not the padding, the payer and the time.
    for byte in (0..attestation::PAYER_AT).filter(|byte| ![11, 14, 15].contains(byte)) {
        changed(&|one| one.data[byte] ^= 1);
    }
    for length in 1..ours(&[]).data.len() {
        changed(&|one| one.data.truncate(length));
    }
    changed(&|one| one.data.push(0));
    changed(&|one| one.data.extend([0, 0]));
}

#[test]
fn nobody_has_vouched_in_an_account_that_is_not_made() {
    let system = Stored { owner: [0; 32], address: ours(&[]).address, data: vec![] };
    assert_eq!(system.vouchers(Kind::Scores, PERIOD, 5), Ok(0));
}

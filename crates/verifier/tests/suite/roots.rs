use linesman_verifier::roots::{self, address, bump, fixtures_root, odds_root, scores_root};
use linesman_verifier::{Error, HourTime, Sha256, SlotTime};

use crate::reference::*;

const ROOT: Hash = [7; 32];
const LAST: Hash = [9; 32];

fn time(slot: u16) -> SlotTime {
    SlotTime { epoch_day: 0x1234, slot }
}

#[test]
fn sizes_and_discriminators() {
    assert_eq!(roots::SCORES_DISCRIMINATOR[..], hex("d90c0c170ab7737d"));
    assert_eq!(roots::ODDS_DISCRIMINATOR[..], hex("0d6e05ed89f203dd"));
    assert_eq!(roots::FIXTURES_DISCRIMINATOR[..], hex("3930b904a415a782"));
    assert_eq!(account([0; 8], 0, 288, &[], 0).len(), roots::DAILY_SIZE);
    assert_eq!(account([0; 8], 0, 240, &[], 0).len(), roots::FIXTURES_SIZE);
    assert_eq!((roots::DAILY_SIZE, roots::FIXTURES_SIZE), (9232, 7696));
}

#[test]
fn daily_roots() {
    type Read = fn(&[u8], SlotTime) -> Result<&Hash, Error>;
    let kinds: [(Read, [u8; 8], [u8; 8]); 2] = [
        (scores_root, roots::SCORES_DISCRIMINATOR, roots::ODDS_DISCRIMINATOR),
        (odds_root, roots::ODDS_DISCRIMINATOR, roots::SCORES_DISCRIMINATOR),
    ];
    for (read, discriminator, other) in kinds {
        let bytes = account(discriminator, 0x1234, 288, &[(0, ROOT), (287, LAST)], 250);
        assert_eq!(read(&bytes, time(0)), Ok(&ROOT));
        assert_eq!(read(&bytes, time(287)), Ok(&LAST));
        assert_eq!(read(&bytes, time(1)), Err(Error::RootNotAvailable));
        assert_eq!(bump(&bytes), Ok(250));
        assert_eq!(read(&bytes[..9231], time(0)), Err(Error::SliceError));
        assert_eq!(read(&[], time(0)), Err(Error::SliceError));
        for more in [1, 32] {
            let longer = [&bytes[..], &[0; 32][..more]].concat();
            assert_eq!(read(&longer, time(0)), Err(Error::SliceError));
            assert_eq!(bump(&longer), Err(Error::SliceError));
        }
        for place in 0..8 {
            let mut bytes = bytes.clone();
            bytes[place] ^= 0x10;
            assert_eq!(read(&bytes, time(0)), Err(Error::AccountDiscriminatorMismatch));
        }
        let foreign = account(other, 0x1234, 288, &[(0, ROOT)], 250);
        assert_eq!(read(&foreign, time(0)), Err(Error::AccountDiscriminatorMismatch));
        for epoch_day in [0x1235, 0x1334, 0x3412] {
            let time = SlotTime { epoch_day, slot: 0 };
            assert_eq!(read(&bytes, time), Err(Error::ConstraintSeeds));
        }
        // Order: length, discriminator, day, root.
        let mut bad = bytes.clone();
        bad[0] ^= 1;
        bad[8] ^= 1;
        assert_eq!(read(&bad[..9231], time(1)), Err(Error::SliceError));
        assert_eq!(read(&bad, time(1)), Err(Error::AccountDiscriminatorMismatch));
        bad[0] ^= 1;
        assert_eq!(read(&bad, time(1)), Err(Error::ConstraintSeeds));
        // A root counts as published as soon as one byte of it is set.
        for byte in 0..32 {
            let mut root = [0; 32];
            root[byte] = 1;
            let bytes = account(discriminator, 0x1234, 288, &[(5, root)], 250);
            assert_eq!(read(&bytes, time(5)), Ok(&root));
        }
    }
}

#[test]
fn hourly_roots() {
    let hour = |index| HourTime { window: 20_830, index };
    let wrong = Error::TimeSlotMismatch;
    let bytes = account(roots::FIXTURES_DISCRIMINATOR, 20_830, 240, &[(79, ROOT), (239, LAST)], 251);
    assert_eq!(fixtures_root(&bytes, hour(79), wrong), Ok(&ROOT));
    assert_eq!(fixtures_root(&bytes, hour(239), wrong), Ok(&LAST));
    assert_eq!(fixtures_root(&bytes, hour(0), wrong), Err(Error::RootNotAvailable));
    assert_eq!(bump(&bytes), Ok(251));
    let short = fixtures_root(&bytes[..7695], hour(79), wrong);
    assert_eq!(short, Err(Error::AccountDataTooSmall));
    for more in [1, 32] {
        let longer = [&bytes[..], &[0; 32][..more]].concat();
        assert_eq!(fixtures_root(&longer, hour(79), wrong), Err(Error::AccountDataTooSmall));
        assert_eq!(bump(&longer), Err(Error::SliceError));
    }
    // As long as a daily account.
    let longer = [&bytes[..], &[0; roots::DAILY_SIZE - roots::FIXTURES_SIZE]].concat();
    assert_eq!(fixtures_root(&longer, hour(79), wrong), Err(Error::AccountDataTooSmall));
    let mut foreign = bytes.clone();
    foreign[3] ^= 1;
    let error = fixtures_root(&foreign, hour(79), wrong);
    assert_eq!(error, Err(Error::AccountDiscriminatorMismatch));
    for wrong in [Error::TimeSlotMismatch, Error::ConstraintSeeds] {
        let time = HourTime { window: 20_820, index: 79 };
        assert_eq!(fixtures_root(&bytes, time, wrong), Err(wrong));
    }
}

#[test]
fn bumps_of_roots_accounts_only() {
    assert_eq!(bump(&[]), Err(Error::AccountDiscriminatorMismatch));
    assert_eq!(bump(&[1; 9232]), Err(Error::AccountDiscriminatorMismatch));
    let bytes = account(roots::SCORES_DISCRIMINATOR, 0, 288, &[], 3);
    assert_eq!(bump(&bytes), Ok(3));
    for length in [8, 9226, 9227, 9231] {
        assert_eq!(bump(&bytes[..length]), Err(Error::SliceError));
    }
}

fn base58(text: &str) -> [u8; 32] {
    const ALPHABET: &str = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut bytes = [0u8; 32];
    for digit in text.chars() {
        let mut carry = ALPHABET.find(digit).unwrap();
        for byte in bytes.iter_mut().rev() {
            carry += 58 * usize::from(*byte);
            *byte = (carry % 256) as u8;
            carry /= 256;
        }
        assert_eq!(carry, 0);
    }
    bytes
}

/// Computed with web3.js' `findProgramAddressSync`.
#[test]
fn addresses_are_the_known_ones() {
    let program = base58("5M8jF5w7kuP5smxFK2GthfpAfi7X8FDqthfwqFHZVZ4o");
    for (seed, day, expected) in [
        (roots::SCORES_SEED, 20_833, "EUgDhmGjv35wiBm4hffMWqrWV55v1hs1HYKL8eJ2X665"),
        (roots::ODDS_SEED, 20_833, "Hqqd9QiZ3NXQ8bXkG8jrUcsqY2wBaB4vcNfZCrtRNdCT"),
        (roots::FIXTURES_SEED, 20_830, "DozsYMHF3teszbo86ZDRkzMoQoc1eRXuuhBLWZALexei"),
    ] {
        assert_eq!(address::<Sha256>(&program, seed, day, 255), base58(expected));
        assert_ne!(address::<Sha256>(&program, seed, day, 254), base58(expected));
    }
    let ed25519 = base58("Ed25519SigVerify111111111111111111111111111");
    assert_eq!(linesman_verifier::ed25519::PROGRAM_ID, ed25519);
    let sysvar = base58("Sysvar1nstructions1111111111111111111111111");
    assert_eq!(linesman_verifier::ed25519::INSTRUCTIONS_SYSVAR_ID, sysvar);
}

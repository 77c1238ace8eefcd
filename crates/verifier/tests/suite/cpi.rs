use linesman_verifier::{cpi, Error, Verdict};

const ORACLE: [u8; 32] = [5; 32];
const OTHER: [u8; 32] = [6; 32];

#[test]
fn exactly_one_byte_of_the_oracle() {
    assert_eq!(cpi::verdict(Some((&ORACLE, &[1])), &ORACLE), Ok(Verdict::True));
    assert_eq!(cpi::verdict(Some((&ORACLE, &[0])), &ORACLE), Ok(Verdict::False));
    for data in [&[][..], &[2], &[0xff], &[1, 1], &[0, 0], &[1, 0, 0]] {
        let error = cpi::verdict(Some((&ORACLE, data)), &ORACLE);
        assert_eq!(error, Err(Error::SerializationFailed), "{data:?}");
    }
    assert_eq!(cpi::verdict(Some((&OTHER, &[1])), &ORACLE), Err(Error::InvalidOwner));
    assert_eq!(cpi::verdict(None, &ORACLE), Err(Error::InvalidOwner));
    // There is no CPI on the host.
    assert_eq!(cpi::read_verdict(&ORACLE), Err(Error::InvalidOwner));
}

#[test]
fn verdicts() {
    assert!(Verdict::True.is_true());
    assert!(!Verdict::False.is_true());
    assert_eq!(Verdict::from(true), Verdict::True);
    assert_eq!(Verdict::from(false), Verdict::False);
}

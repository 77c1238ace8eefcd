use linesman_verifier::Error;

#[test]
fn numbers_are_distinct_and_texts_are_there() {
    let mut numbers: Vec<u32> = Error::ALL.iter().map(|error| error.number()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert_eq!(numbers.len(), Error::ALL.len());
    for error in Error::ALL {
        assert!(error.message().ends_with('.'), "{error:?}");
        assert_eq!(error.name(), format!("{error:?}"));
        let text = format!("{} {}: {}", error.number(), error.name(), error.message());
        assert_eq!(error.to_string(), text);
    }
}

/// Clients decode these numbers: they never change.
#[test]
fn numbers_are_those_of_the_interface() {
    let numbers: Vec<u32> = Error::ALL.iter().map(|error| error.number()).collect();
    let expected = [
        102, 2006, 6001, 6003, 6004, 6005, 6007, 6008, 6010, 6011, 6012, 6022, 6023, 6024, 6027, 6044, 6048, 6062,
        6069, 6070, 6071, 6072, 6073, 6074, 6075, 6076, 6077, 6078, 6080, 6081, 6082, 6083, 6085, 6100, 6101, 6102,
        6103, 6106, 6107,
    ];
    let mut sorted = numbers.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, expected);
    for (error, number) in [
        (Error::InstructionDidNotDeserialize, 102),
        (Error::ConstraintSeeds, 2006),
        (Error::InvalidMainTreeProof, 6004),
        (Error::InvalidFixtureSubTreeProof, 6022),
        (Error::InvalidStatProof, 6023),
        (Error::StatNotZero, 6074),
        (Error::AmbiguousLeaf, 6102),
    ] {
        assert_eq!(error.number(), number);
    }
}

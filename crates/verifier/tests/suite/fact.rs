use linesman_verifier::{Fact, Facts, Sha256};

use crate::reference::*;

#[test]
fn what_a_fact_says() {
    let present = Fact::Present { key: 7, value: -5, period: 100 };
    let absent = Fact::Absent { key: 8 };
    assert_eq!((present.key(), absent.key()), (7, 8));
    assert_eq!((present.value(), absent.value()), (-5, 0));
    assert_eq!((present.period(), absent.period()), (Some(100), None));
}

#[test]
fn facts_come_in_the_order_of_the_leaves() {
    let batch = sample();
    let proof = batch.multi(FIXTURE, UPDATE, &[7, 2, 8]);
    let facts = proof.view().unwrap().verify::<Sha256>(&batch.root(), SOCCER).unwrap().facts;
    let keys: Vec<u32> = facts.as_slice().iter().map(Fact::key).collect();
    assert_eq!(keys, [7, 2, 8]);
    for (index, key) in [(0, Some(7)), (1, Some(2)), (2, Some(8)), (3, None)] {
        assert_eq!(facts.get(index).map(Fact::key), key);
    }
    let other = batch.multi(FIXTURE, UPDATE, &[7, 2]).verify(&batch.root(), SOCCER).unwrap().facts;
    assert_ne!(facts, other);
}

#[test]
fn facts_are_filled_in_place() {
    let given: Vec<Fact> = (1..=5).map(|key| Fact::Present { key, value: 1, period: 100 }).collect();
    for count in 0..=5 {
        let mut facts = Facts::empty();
        facts.places(count).copy_from_slice(&given[..count]);
        assert_eq!(Some(facts), Facts::from_slice(&given[..count]));
    }
    // No place for a sixth, as `from_slice` takes none.
    assert_eq!(Facts::empty().places(6).len(), 5);
}

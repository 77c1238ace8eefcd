use linesman_verifier::{Node, Path, Sha256};
use proptest::prelude::*;

use crate::random::config;
use crate::reference::*;

#[test]
fn a_path_is_read_in_place() {
    let bytes = path(&[([1; 32], true), ([2; 32], false)]);
    let read = Path::from_bytes(&bytes).unwrap();
    assert_eq!(read.len(), 2);
    assert!(!read.is_empty());
    assert_eq!(read.as_bytes(), bytes);
    assert_eq!(read.0, [Node::new([1; 32], true), Node::new([2; 32], false)]);
    assert_eq!(read.0[0].hash(), &[1; 32]);
    assert!(read.0[0].is_right_sibling());
    assert!(!read.0[1].is_right_sibling());
    assert!(Path::from_bytes(&[]).unwrap().is_empty());
    assert_eq!(Path::EMPTY.len(), 0);
}

#[test]
fn other_bytes_are_no_path() {
    let bytes = path(&[([1; 32], true), ([2; 32], false)]);
    for length in 0..bytes.len() {
        assert_eq!(Path::from_bytes(&bytes[..length]).is_some(), length % 33 == 0);
    }
    for (place, flag) in [(32, 2), (32, 0xff), (65, 2), (65, 0x80)] {
        let mut bytes = bytes.clone();
        bytes[place] = flag;
        assert_eq!(Path::from_bytes(&bytes), None, "flag {flag} at {place}");
    }
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn every_leaf_of_a_tree_leads_to_its_root(leaves in proptest::collection::vec(any::<Hash>(), 1..40)) {
        let tree = Tree::new(leaves.clone());
        for (index, leaf) in leaves.iter().enumerate() {
            let bytes = tree.path(index);
            let path = Path::from_bytes(&bytes).unwrap();
            prop_assert_eq!(path.fold::<Sha256>(*leaf), tree.root());
            prop_assert!(path.leads_to::<Sha256>(leaf, &tree.root()));
            prop_assert_eq!(path.leaf_index(), index as u64);
            for byte in 0..32 {
                let mut other = tree.root();
                other[byte] ^= 1;
                prop_assert!(!path.leads_to::<Sha256>(leaf, &other));
            }
        }
    }
}

//! One worked example with every intermediate value. The data is made up.

use linesman_verifier::{ed25519, signature, Error, Fact, Sha256, Verdict};
use linesman_verifier::{Comparison, Layout, Predicate, SlotTime, StatPredicate, Strategy, Trust};

use crate::reference::*;

const FIRST: &[(u32, i32)] = &[(1, 1), (7, 4), (1001, 1), (1007, 2), (3007, 2)];
const SECOND: &[(u32, i32)] =
    &[(1, 2), (3, 1), (7, 5), (8, 3), (1001, 1), (1007, 2), (3001, 1), (3003, 1), (3007, 3), (3008, 3)];
const MAP: &str = "3abeff3affffffff000000000000000000000000000000000000000000000000";
const EVENT_ROOT: &str = "7ce0145a6d4ae2410b339296eb474ae87ce18c40ad3637f23fc6a8d68a160d26";
const SUB_TREE_ROOT: &str = "04a49fa370f30ba1c30ac88c6ddbda8699bba27bcef5d48a313f27ea6db2da0b";
const SUMMARY_LEAF: &str = "4f8c6d5371b274ca4125673cb5c88979a0f17a79868d9297be2e45d51225ee70";
const METADATA_LEAF: &str = "b36d82b317fed4d4d61d454b07988c10d063232587f28dcb81cc13b189f6fa0b";
const MAIN_ROOT: &str = "e101d1bad6659f296707ee658081633e1603698dec3524bc4851cd2ac9e73985";
const DIGEST: &str = "c2d2a6c4f002f9ae44d9db31bdaca4002e91dce68ec6addae62e206cfe5ad5ad";
const ORACLE_KEY: &str = "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c";
const ED25519_INSTRUCTION: &str = "\
    01003000ffff1000ffff70002000ffffea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c7b584e61957d7c6a\
    d366a27e2489f19e7a0d0cc7c4bd6f8edcea1e6eb993b2e4a91c12e34f541ed42494b81c1d9836adaf1893a099d4d40573f1d80ce58b3305\
    c2d2a6c4f002f9ae44d9db31bdaca4002e91dce68ec6addae62e206cfe5ad5ad";
const PAYLOAD: &str = "\
    e8535c18a3010000415489000000000002000000e8535c18a3010000483e5d18a301000004a49fa370f30ba1c30ac88c6ddbda8699bba27b\
    cef5d48a313f27ea6db2da0b020000000d2f36eaf19b2487108e297de91ea7640b35c472e8d302f606bfdabf00c499b300add9e8472ec9c6\
    5226c1e70a4fd5de875df5233ff619a7ca6c06f34635a134480002000000b36d82b317fed4d4d61d454b07988c10d063232587f28dcb81cc\
    13b189f6fa0b00897b689a2598a61879552980803e95926e1461b38d93da59d7ef32db932fb30a017ce0145a6d4ae2410b339296eb474ae8\
    7ce18c40ad3637f23fc6a8d68a160d2604000000010000000200000064000000000000000700000005000000640000000000000002000000\
    00000000640000000200000001ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff003abeff3affffffff000000\
    000000000000000000000000000000000000000000000800000003000000640000000000000003000000540c71612273f0635089abad6ba9\
    390e4e092f5aae635f9a6890d6de807af0ba01d838609cdc89fec76fd479e8ad76612f90fd97c48bbcfe829be131b7b52072aa014ffc91b6\
    d9b21b6424d4cbc69247d98b276293757b59f715feb3b17f199f3a880103000000100000001200000013000000";

/// All 64 soccer keys; those not listed have the value 0.
fn update(ts: i64, period: i32, present: &[(u32, i32)]) -> Update {
    let keys = (0..8).flat_map(|block| (1..=8).map(move |offset| 1000 * block + offset));
    let value = |key| present.iter().find(|stat| stat.0 == key).map_or(0, |s| s.1);
    Update { ts, period, stats: keys.map(|key| (key, value(key))).collect() }
}

fn batch() -> Batch {
    Batch::new(
        Layout::Soccer,
        &[
            (9_000_001, vec![update(1_800_000_001_000, 4, FIRST), update(1_800_000_061_000, 100, SECOND)]),
            (9_000_002, vec![update(1_800_000_005_000, 4, FIRST)]),
        ]
        .into(),
    )
}

#[test]
fn the_reference_builds_the_known_trees() {
    let batch = batch();
    let event = &batch.fixtures[0].events[1];
    assert_eq!(event.map, hash(MAP));
    assert_eq!(event.tree.root(), hash(EVENT_ROOT));
    let leaves: Vec<Hash> = event.present.iter().map(|stat| stat.leaf::<Sha256>()).collect();
    assert_eq!(leaves[0], hash("9c9757872ac74985ae9cc29ad0e669d13415050bf956e5f1e59b5282843168f2"));
    assert_eq!(leaves[9], hash("ba5fe6742da32f6263d032bbcb1f48a93bcc18b648dc2f5bb0afbc5e2131258e"));
    assert_eq!(event.present[0].to_bytes()[..], hex("010000000200000064000000"));
    let summary = batch.fixtures[0].summary;
    assert_eq!(summary.events_sub_tree_root, hash(SUB_TREE_ROOT));
    assert_eq!(summary_leaf(&summary), hash(SUMMARY_LEAF));
    assert_eq!(summary.leaf::<Sha256>(), hash(SUMMARY_LEAF));
    assert_eq!(metadata_leaf(3, 2, 1_800_000_001_000, 1_800_000_061_000), hash(METADATA_LEAF));
    assert_eq!(batch.root(), hash(MAIN_ROOT));
}

#[test]
fn the_payload_is_proven() {
    let proof = Proof::from_borsh(&hex(PAYLOAD), true).unwrap();
    assert_eq!(proof, batch().multi(0, 1, &[1, 7, 2, 8]));
    let event = proof.verify(&hash(MAIN_ROOT), SOCCER).unwrap();
    assert_eq!(event.fixture_id, 9_000_001);
    let time = SlotTime { epoch_day: 20_833, slot: 96 };
    assert_eq!(event.time, time);
    assert_eq!(event.min_timestamp, 1_800_000_001_000);
    assert_eq!(event.max_timestamp, 1_800_000_061_000);
    assert_eq!(event.update_index, 1);
    assert_eq!(event.order_key().unwrap().get(), 20_833 << 40 | 96 << 28 | 1);
    let present = |key, value| Fact::Present { key, value, period: 100 };
    assert_eq!(event.facts.as_slice(), [present(1, 2), present(7, 5), Fact::Absent { key: 2 }, present(8, 3)]);
    assert_eq!(proof.verify(&hash(MAIN_ROOT), Trust::AnyOne), Ok(event));

    let at_least = |index, threshold| StatPredicate::Single {
        index,
        predicate: Predicate { threshold, comparison: Comparison::GreaterThan },
    };
    let strategy: Strategy = Strategy {
        targets: &[],
        distance: None,
        discrete: &[at_least(0, 1), at_least(1, 4), at_least(2, -1), at_least(3, 2)],
    };
    strategy.check(4).unwrap();
    assert_eq!(strategy.evaluate(&event.facts), Ok(Verdict::True));
}

#[test]
fn the_payload_is_signed() {
    let proof = Proof::from_borsh(&hex(PAYLOAD), true).unwrap();
    let digest = proof.view().unwrap().signed_digest::<Sha256>();
    assert_eq!(digest, hash(DIGEST));
    let data = hex(ED25519_INSTRUCTION);
    let key = hash(ORACLE_KEY);
    assert!(signature::verify(&key, data[48..112].try_into().unwrap(), &digest));
    assert_eq!(ed25519::check_instruction(None, &ed25519::PROGRAM_ID, &data, &[key], &digest), Ok(()));
    assert_eq!(
        ed25519::check_instruction(None, &ed25519::PROGRAM_ID, &data, &[[7; 32]], &digest),
        Err(Error::InvalidOracleSignature)
    );
}

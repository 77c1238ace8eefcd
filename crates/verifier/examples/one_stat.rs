//! The smallest possible proof: one fixture, one update, one stat. Run with `cargo run --example one_stat`.

use linesman_verifier::{
    Error, Hasher, Layout, Leaves, Node, Path, ScoresProof, ScoresSummary, Sha256, Stat, StatLeaf, StatProof, Trust,
    UpdateStats,
};

fn main() -> Result<(), Error> {
    // Build the tree that the oracle commits to, from the stat up to the root of the slot.
    let stat = Stat { key: 1, value: 2, period: 100 };
    let event_stat_root = stat.leaf::<Sha256>();
    let zero_map_leaf = Sha256::hashv(&[&[0; 32]]);
    let summary = ScoresSummary {
        fixture_id: 9_000_001,
        update_stats: UpdateStats {
            update_count: 1,
            min_timestamp: 1_800_000_000_000,
            max_timestamp: 1_800_000_000_000,
        },
        events_sub_tree_root: Sha256::hashv(&[&zero_map_leaf, &event_stat_root]),
    };
    let metadata_leaf = [7; 32];
    let root = Sha256::hashv(&[&metadata_leaf, &summary.leaf::<Sha256>()]);

    // The proof carries the siblings on the way up.
    let fixture_path = [Node::new(zero_map_leaf, false)];
    let main_path = [Node::new(metadata_leaf, false)];
    let proof = ScoresProof {
        ts: summary.update_stats.min_timestamp,
        summary: &summary,
        fixture_path: Path(&fixture_path),
        main_path: Path(&main_path),
        event_stat_root: &event_stat_root,
        leaves: Leaves::new([StatLeaf { stat, path: Path(&[]) }])?,
        stat_proof: StatProof::Single,
    };
    let event = proof.verify::<Sha256>(&root, Trust::Sport(Layout::Soccer))?;
    println!("fixture {}: {:?}", event.fixture_id, event.facts.as_slice());

    // Another value does not lead to the root.
    let forged = Stat { value: 3, ..stat };
    let leaves = Leaves::new([StatLeaf { stat: forged, path: Path(&[]) }])?;
    let refused = ScoresProof { leaves, ..proof }.verify::<Sha256>(&root, Trust::Sport(Layout::Soccer));
    println!("with another value: {refused:?}");
    Ok(())
}

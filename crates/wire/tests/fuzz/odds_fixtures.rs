//! Odds, fixtures and fixture batches as arguments.

use anchor_lang::prelude::*;
use linesman_verifier::{
    validate, BatchMetadata as Metadata, BatchProof, FixtureLeaf, FixtureProof, OddsLeaf, OddsProof, Sha256,
};
use linesman_wire::{path, BatchMetadata, Fixture, FixtureBatchSummary, Odds, OddsValidationInputV4, ProofNode};

use super::plain::{self, borsh, both};
use super::scores::edit;
use crate::fuzz::judge;
use crate::fuzz::odds_fixtures::{edited_fixture, edited_odds, odds_payload};
use crate::fuzz::seen::Seen;
use crate::fuzz::source::Source;
use crate::reference::{fixture, odds};

fn odds(source: &mut Source, seen: &mut Seen) {
    let (proof, record) = edited_odds(source);
    let mut bytes = odds_payload(&proof, &record);
    edit(source, &mut bytes);
    let input = both::<OddsValidationInputV4, plain::OddsInput>("OddsValidationInputV4", &bytes, seen);
    let Some((input, _)) = input else { return };
    // As the oracle program does.
    let record = borsh(&input.odds_snapshot);
    let summary = input.summary.into();
    let view = OddsProof {
        ts: input.ts,
        odds: OddsLeaf::parse(&record).unwrap(),
        summary: &summary,
        sub_tree_path: path(&input.sub_tree_proof),
        main_path: path(&input.main_tree_proof),
    };
    assert_eq!(view.signed_digest::<Sha256>(), crate::reference::sha(&[&bytes]));
    let verdict = validate::odds::<Sha256>(&view, &proof.account);
    seen.verdict("OddsValidationInputV4, verified", &verdict);
    let expected = odds::Owned {
        ts: input.ts,
        summary,
        sub_tree_path: path(&input.sub_tree_proof).as_bytes().to_vec(),
        main_path: path(&input.main_tree_proof).as_bytes().to_vec(),
        ..proof
    };
    assert_eq!(verdict, judge::odds(&expected, &record));
}

/// The arguments of `validate_fixture`, in the order that Anchor decodes them.
#[derive(AnchorSerialize, AnchorDeserialize)]
struct FixtureArguments {
    snapshot: Fixture,
    summary: FixtureBatchSummary,
    sub_tree_proof: Vec<ProofNode>,
    main_tree_proof: Vec<ProofNode>,
}

fn list(path: &[u8]) -> Vec<u8> {
    [&(path.len() as u32 / 33).to_le_bytes(), path].concat()
}

fn fixture(source: &mut Source, seen: &mut Seen) {
    let (proof, record) = edited_fixture(source);
    let mut bytes = [
        &record[..],
        &proof.fixture_id.to_le_bytes(),
        &proof.competition_id.to_le_bytes(),
        &fixture::string(&proof.competition),
        &proof.update_count.to_le_bytes(),
        &proof.times.0.to_le_bytes(),
        &proof.times.1.to_le_bytes(),
        &proof.sub_tree_root,
        &list(&proof.sub_tree_path),
        &list(&proof.main_path),
    ]
    .concat();
    edit(source, &mut bytes);
    let input = both::<FixtureArguments, plain::FixtureInput>("validate_fixture's arguments", &bytes, seen);
    let Some((input, plain)) = input else { return };
    let record = borsh(&input.snapshot);
    let summary = input.summary.view();
    let view = FixtureProof {
        snapshot: FixtureLeaf::parse(&record).unwrap(),
        summary: &summary,
        sub_tree_path: path(&input.sub_tree_proof),
        main_path: path(&input.main_tree_proof),
    };
    let verdict = validate::fixture::<Sha256>(&view, &proof.account);
    seen.verdict("validate_fixture's arguments, verified", &verdict);
    let expected = fixture::Owned {
        fixture_id: plain.summary.fixture_id,
        competition_id: plain.summary.competition_id,
        competition: plain.summary.competition,
        update_count: plain.summary.update_count,
        times: (plain.summary.min_timestamp, plain.summary.max_timestamp),
        sub_tree_root: plain.summary.root,
        sub_tree_path: view.sub_tree_path.as_bytes().to_vec(),
        main_path: view.main_path.as_bytes().to_vec(),
        ..proof.clone()
    };
    assert_eq!(verdict, judge::fixture(&expected, &record));
}

/// The arguments of `validate_fixture_batch`.
#[derive(AnchorSerialize, AnchorDeserialize)]
struct BatchArguments {
    index: u8,
    metadata: BatchMetadata,
    path: Vec<ProofNode>,
}

fn fixture_batch(source: &mut Source, seen: &mut Seen) {
    let proof = fixture::Batch::new(1 + source.below(20));
    let metadata = &proof.metadata;
    let mut bytes = [
        &[proof.index][..],
        &metadata.total_update_count.to_le_bytes(),
        &metadata.num_unique_fixtures.to_le_bytes(),
        &metadata.overall_batch_start_ts.to_le_bytes(),
        &metadata.overall_batch_end_ts.to_le_bytes(),
        &list(&proof.path),
    ]
    .concat();
    edit(source, &mut bytes);
    let input = both::<BatchArguments, plain::BatchInput>("validate_fixture_batch's arguments", &bytes, seen);
    let Some((input, plain)) = input else { return };
    let metadata: Metadata = input.metadata.into();
    let view = BatchProof { index: input.index, metadata: &metadata, path: path(&input.path) };
    let verdict = validate::fixture_batch::<Sha256>(&view, &proof.account);
    seen.verdict("validate_fixture_batch's arguments, verified", &verdict);
    let expected = fixture::Batch {
        index: plain.index,
        metadata: Metadata {
            total_update_count: plain.total,
            num_unique_fixtures: plain.fixtures,
            overall_batch_start_ts: plain.start,
            overall_batch_end_ts: plain.end,
        },
        path: view.path.as_bytes().to_vec(),
        ..proof
    };
    assert_eq!(verdict, judge::fixture_batch(&expected));
}

pub fn odds_fixtures(data: &[u8]) -> Seen {
    let mut seen = Seen::default();
    let source = &mut Source::new(data);
    match source.below(4) {
        0 => odds(source, &mut seen),
        1 => fixture(source, &mut seen),
        2 => fixture_batch(source, &mut seen),
        _ => {
            let bytes = source.rest();
            // The verifier reads the same records; short records exceed no limit.
            let odds = both::<Odds, plain::Odds>("Odds", bytes, &mut seen);
            assert_eq!(odds.is_some(), OddsLeaf::parse(bytes).is_ok());
            let fixture = both::<Fixture, plain::Fixture>("Fixture", bytes, &mut seen);
            assert_eq!(fixture.is_some(), FixtureLeaf::parse(bytes).is_ok());
        }
    }
    seen
}

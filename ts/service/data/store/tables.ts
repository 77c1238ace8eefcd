import type { Sport } from '@linesman/sdk/format';
import type { Generated } from 'kysely';
import type { RecordKind } from './recordKind.js';

/**
 * `frozen`: closed to new records. `built`: leaves and root are stored. `published`: the root is on chain. Batches only
 * move forward, except that a fork of the chain may remove a root: the batch is then `built` again.
 */
export type BatchState = 'frozen' | 'built' | 'published';

/** The tables as the migrations create them. */
export interface Tables {
  schema_migration: { version: number; name: string; checksum: string };
  record_kind: { kind: RecordKind; sealed_until: number; stream_slot: number; stream_index: number };
  fixture: {
    fixture_id: number;
    sport: Sport;
    competition_id: number;
    start_time: number;
    json: string;
    stat_keys: string | null;
    stats_fixed: boolean;
    sums_differ: boolean;
  };
  fixture_progress: { kind: RecordKind; fixture_id: number; next_seq: number; last_ts: number };
  record: {
    kind: RecordKind;
    fixture_id: number;
    seq: number;
    ts: number;
    accepted_at: number;
    stream_slot: number;
    stream_index: number;
    label: string;
    message_id: string | null;
    content_hash: Uint8Array;
    json: string;
  };
  missing_score: { fixture_id: number; first_seq: number; last_seq: number; since: number };
  held_score: { fixture_id: number; seq: number; held_at: number; content_hash: Uint8Array; json: string };
  slot_batch: {
    kind: RecordKind;
    slot_start: number;
    state: BatchState;
    root: Uint8Array | null;
    metadata: string | null;
    leaves: Uint8Array | null;
    frozen_at: number;
    built_at: number | null;
    published_at: number | null;
    alarm: string | null;
  };
  batch_fixture: {
    kind: RecordKind;
    slot_start: number;
    fixture_id: number;
    place: number;
    first_seq: number;
    summary: string;
    leaves: Uint8Array;
  };
  lease: { name: string; holder: string; expires_at: number };
  subscription: { wallet: string; version: Generated<number>; blocked_at: number | null };
  subscription_period: {
    wallet: string;
    level: number;
    starts_at: number;
    ends_at: number;
    sampling_seconds: number;
    league_bundle: number | null;
    leagues: string;
    market_bundle: number;
  };
  token: { hash: Uint8Array; wallet: string; created_at: number; tx_sig: string | null };
  activation: {
    tx_sig: string;
    wallet: string;
    weeks: number;
    terms: string;
    activated_at: number;
    renewed_at: number;
  };
}

import { bytesToHex, MS_PER_DAY, MS_PER_HOUR } from '@linesman/sdk/format';
import type { BatchKey } from '../../data/store/batchStore.js';
import { slotStartOf } from '../../data/store/recordKind.js';
import type { Proofs } from '../../roots/proofs/proofs.js';
import type { OracleKeys } from '../auth/oracleKeys.js';
import {
  answerFixture,
  answerFixtureBatch,
  answerOdds,
  answerOddsV4,
  answerV1,
  answerV2,
  answerV3,
  answerV4,
} from './answers.js';
import { type BatchAnswer, KeptAnswers } from './keptAnswers.js';
import type { Proofs as Answers } from './proofs.js';

/**
 * The proof endpoints, with signatures of the current oracle key. Errors: those of `Proofs`; `http/errorStatus` decides
 * their HTTP status. Immutable answers are texts.
 */
export function storeProofs(
  proofs: Proofs,
  oracleKeys: Pick<OracleKeys, 'current'>,
  kept: Pick<KeptAnswers, 'text'> = new KeptAnswers((batch) => proofs.stands(batch)),
): Answers {
  // Signatures are deterministic, so answers can be cached by key.
  const signer = (): string => bytesToHex(oracleKeys.current.publicKey);
  return {
    stat: async (version, question, wire) => {
      const { fixtureId, seq, keys } = question;
      const by = version === 4 ? signer() : '';
      return kept.text(`stat/${version}/${wire}/${by}/${fixtureId}/${seq}/${keys.join()}`, async () => {
        if (version === 1)
          return ofScores(await proofs.statsV1(question), (proof) => answerV1({ ...proof, version: 2 }));
        if (version === 2) return ofScores(await proofs.statsV2(question), answerV2);
        return ofScores(await proofs.statsV3(question), (proof) =>
          version === 3 ? answerV3(proof, wire) : answerV4(proof, oracleKeys.current, wire),
        );
      });
    },
    odds: async (messageId, ts, wire) =>
      kept.text(`odds/${wire}/${ts}/${messageId}`, async () => ({
        answer: answerOdds(await proofs.odds(messageId, ts), wire),
        batch: batchOf('odds', ts),
      })),
    oddsV4: async (messageId, ts, wire) =>
      kept.text(`odds4/${wire}/${signer()}/${ts}/${messageId}`, async () => ({
        answer: answerOddsV4(await proofs.odds(messageId, ts), oracleKeys.current, wire),
        batch: batchOf('odds', ts),
      })),
    // This is not cached, because the latest record may change at any time.
    fixture: async (fixtureId, wire) => answerFixture(await proofs.fixture(fixtureId), wire),
    fixtureBatch: async (epochDay, hourOfDay, wire) =>
      kept.text(`batch/${wire}/${epochDay}/${hourOfDay}`, async () => ({
        answer: answerFixtureBatch(await proofs.fixtureBatch(epochDay, hourOfDay), wire),
        batch: batchOf('fixtures', epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR),
      })),
  };
}

const batchOf = (kind: BatchKey['kind'], ts: number): BatchKey => ({ kind, slotStart: slotStartOf(kind, ts) });

const ofScores = <P extends { readonly ts: number }>(proof: P, encode: (proof: P) => object): BatchAnswer => ({
  answer: encode(proof),
  batch: batchOf('scores', proof.ts),
});

import { type ErrorNumber, fail, LinesmanError } from '../../error/index.js';
import { bytesToHex, MS_PER_DAY, MS_PER_HOUR } from '../../format/index.js';
import type { OracleKeys } from '../auth/index.js';
import {
  answerFixture,
  answerFixtureBatch,
  answerOdds,
  answerOddsV4,
  answerV1,
  answerV2,
  answerV3,
  answerV4,
} from '../generator/answers.js';
import { fault, faultsText } from '../http/fault.js';
import type { Proofs as Answers } from '../http/port/proofs.js';
import type { Proofs } from '../proofs/index.js';
import { type BatchKey, slotStartOf } from '../store/index.js';
import { type BatchAnswer, KeptAnswers } from './keptAnswers.js';

/**
 * The proof endpoints, signed by the current oracle key. Errors: 7062 for keys that no proof can be of, 7064, 7065; others are faults of the service. Answers are
 * texts where they never change.
 */
export function storeProofs(
  proofs: Proofs,
  oracleKeys: Pick<OracleKeys, 'current'>,
  kept: Pick<KeptAnswers, 'text'> = new KeptAnswers((batch) => proofs.stands(batch)),
): Answers {
  // The same key signs the same message alike.
  const signer = (): string => bytesToHex(oracleKeys.current.publicKey);
  return {
    stat: (version, question, wire) =>
      asRefusal(() => {
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
      }),
    odds: (messageId, ts, wire) =>
      asRefusal(() =>
        kept.text(`odds/${wire}/${ts}/${messageId}`, async () => ({
          answer: answerOdds(await proofs.odds(messageId, ts), wire),
          batch: batchOf('odds', ts),
        })),
      ),
    oddsV4: (messageId, ts, wire) =>
      asRefusal(() =>
        kept.text(`odds4/${wire}/${signer()}/${ts}/${messageId}`, async () => ({
          answer: answerOddsV4(await proofs.odds(messageId, ts), oracleKeys.current, wire),
          batch: batchOf('odds', ts),
        })),
      ),
    // Which record is the latest may change at any time.
    fixture: (fixtureId, wire) => asRefusal(async () => answerFixture(await proofs.fixture(fixtureId), wire)),
    fixtureBatch: (epochDay, hourOfDay, wire) =>
      asRefusal(() =>
        kept.text(`batch/${wire}/${epochDay}/${hourOfDay}`, async () => ({
          answer: answerFixtureBatch(await proofs.fixtureBatch(epochDay, hourOfDay), wire),
          batch: batchOf('fixtures', epochDay * MS_PER_DAY + hourOfDay * MS_PER_HOUR),
        })),
      ),
  };
}

const batchOf = (kind: BatchKey['kind'], ts: number): BatchKey => ({ kind, slotStart: slotStartOf(kind, ts) });

const ofScores = <P extends { readonly ts: number }>(proof: P, encode: (proof: P) => object): BatchAnswer => ({
  answer: encode(proof),
  batch: batchOf('scores', proof.ts),
});

/** What does not exist: fixture, record, its stats, one of them, odds record, batch. */
const NOT_FOUND: ReadonlySet<ErrorNumber> = new Set([7041, 7045, 7046, 7047, 7049, 7050]);
/** How many keys, and whether they repeat. */
const WRONG_KEYS: ReadonlySet<ErrorNumber> = new Set([6069, 6076, 7015]);

/** Says what is missing in the one number that HTTP has for it, and what is wrong with the question as of a parameter; the rest is as it is. */
async function asRefusal<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer();
  } catch (cause) {
    if (!(cause instanceof LinesmanError)) throw cause;
    const { number, message, hint } = cause;
    if (NOT_FOUND.has(number)) return fail(7064, { message, hint, cause });
    if (WRONG_KEYS.has(number))
      return fail(7062, {
        message: faultsText([fault('query parameter statKeys', '1 to 5 integers', 'others given')]),
        cause,
      });
    throw cause;
  }
}

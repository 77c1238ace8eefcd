import { type ErrorNumber, fail, LinesmanError } from '../../error/index.js';
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

/** The proof endpoints, signed by the current oracle key. Errors: 7062 for keys that no proof can be of, 7064, 7065; others are faults of the service. */
export function storeProofs(proofs: Proofs, oracleKeys: Pick<OracleKeys, 'current'>): Answers {
  return {
    stat: (version, question, wire) =>
      asRefusal(async () => {
        if (version === 1) return answerV1({ ...(await proofs.statsV1(question)), version: 2 });
        if (version === 2) return answerV2(await proofs.statsV2(question));
        const proof = await proofs.statsV3(question);
        return version === 3 ? answerV3(proof, wire) : answerV4(proof, oracleKeys.current, wire);
      }),
    odds: (messageId, ts, wire) => asRefusal(async () => answerOdds(await proofs.odds(messageId, ts), wire)),
    oddsV4: (messageId, ts, wire) =>
      asRefusal(async () => answerOddsV4(await proofs.odds(messageId, ts), oracleKeys.current, wire)),
    fixture: (fixtureId, wire) => asRefusal(async () => answerFixture(await proofs.fixture(fixtureId), wire)),
    fixtureBatch: (epochDay, hourOfDay, wire) =>
      asRefusal(async () => answerFixtureBatch(await proofs.fixtureBatch(epochDay, hourOfDay), wire)),
  };
}

/** What does not exist: fixture, record, its stats, one of them, odds record, batch. */
const NOT_FOUND: ReadonlySet<ErrorNumber> = new Set([7041, 7045, 7046, 7047, 7049, 7050]);
/** How many keys, and whether they repeat. */
const WRONG_KEYS: ReadonlySet<ErrorNumber> = new Set([6069, 6076, 7015]);

/** Says what is missing in the one number that HTTP has for it, and what is wrong with the question as of a parameter; the rest is as it is. */
async function asRefusal(answer: () => Promise<object>): Promise<object> {
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

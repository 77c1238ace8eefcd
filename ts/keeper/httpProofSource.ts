import { fail } from '../error/index.js';
import { parseProofText } from '../proof/index.js';
import { readListedRecords } from './httpListedRecord.js';
import { HttpSession, type HttpSessionOptions } from './httpSession.js';
import type { ProofRequest, ProofSource } from './proofSource.js';

/** What each version is asked from. The second is the only one that gives a path for each stat. */
const PATHS: Readonly<Record<ProofRequest['version'], string>> = {
  2: '/api/scores/stat-validation',
  3: '/api/scores/stat-validation-v3',
  4: '/api/scores/stat-validation-v4',
};

/** The service over HTTP, in either of its wires. Errors: see {@link ProofSource}. */
export function httpProofSource(options: HttpSessionOptions): ProofSource {
  const session = new HttpSession(options);
  return {
    latest: async (fixtureId, sport) =>
      readListedRecords(await session.get(`/api/scores/snapshot/${fixtureId}`), sport),
    history: async (fixtureId, sport) =>
      readListedRecords(await session.get(`/api/scores/historical/${fixtureId}`), sport),
    prove: async ({ version, fixtureId, seq, keys }) => {
      const query = new URLSearchParams({ fixtureId: `${fixtureId}`, seq: `${seq}`, statKeys: keys.join(',') });
      const proof = parseProofText(await session.get(`${PATHS[version]}?${query}`));
      if (proof.kind !== 'stat' || proof.version !== version)
        return fail(7028, { message: `The service was asked for a version ${version} proof of stats.` });
      return proof;
    },
  };
}

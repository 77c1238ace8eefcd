import { NO_STATS_TO_SETTLE } from '../../ts/sdk/error/codes/usage.js';
import { fail } from '../../ts/sdk/error/linesmanError.js';
import type { Milliseconds } from '../../ts/sdk/format/slotTime.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { inVersion } from '../../ts/sdk/program/proof/inVersion.js';
import { parseCondition, strategyOf } from '../../ts/sdk/proof/condition.js';
import type { Proof, StatProof } from '../../ts/sdk/proof/proof.js';
import { verifyStat } from '../../ts/sdk/proof/verifyStat.js';
import type { Scene } from './scene.js';

const HOUR = 3_600_000;
const BUMP_OFFSET = 10 + 288 * 32;

/**
 * A scene around a recorded proof. The match starts three hours before it. Errors: NO_STATS_TO_SETTLE; those of the
 * verifier; INVALID_CONDITION and STAT_NOT_PROVEN.
 */
export function recordedScene(proof: Proof, roots: Uint8Array, where: string, sport: Sport): Scene {
  if (proof.kind !== 'stat') return fail(NO_STATS_TO_SETTLE);
  const { epochDay, fixtureId } = verifyStat(proof, { sport, rootsAccount: roots });
  strategyOf(
    parseCondition(where),
    proof.leaves.map(({ stat }) => stat.key),
  );
  // The market does not name an oracle key that could verify a signature.
  const unsigned = proof.version === 4 ? inVersion(proof, 3) : proof;
  return {
    title: `a recorded proof of fixture ${fixtureId}`,
    sport,
    fixtureId,
    where,
    start: (proof.summary.updateStats.minTimestamp - 3 * HOUR) as Milliseconds,
    refused: { proof: withChangedValue(unsigned), what: 'the proof after changing the first value' },
    proof: unsigned,
    publish: async (chain, stage) => {
      const { address, bump } = scoresRootsAddress(epochDay, chain.programs.oracle);
      const data = Uint8Array.from(roots);
      // The bytes come from another deployment, so the address that our program derives has another bump.
      data[BUMP_OFFSET] = bump;
      chain.put(address, chain.programs.oracle, data);
      await stage.act(`the recorded roots of day ${epochDay} are put on the chain`, []);
    },
  };
}

function withChangedValue(proof: StatProof): StatProof {
  const [first, ...others] = proof.leaves;
  if (!first) return proof;
  return { ...proof, leaves: [{ ...first, stat: { ...first.stat, value: first.stat.value + 1 } }, ...others] };
}

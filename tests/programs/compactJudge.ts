import { sportOfLayout } from '../../ts/sdk/format/sport.js';
import type { Sport } from '../../ts/sdk/format/sports/sports.js';
import { marketAccount } from '../../ts/sdk/program/account/market.js';
import { addressOf } from '../../ts/sdk/program/address/address.js';
import { scoresRootsAddress } from '../../ts/sdk/program/address/oracle.js';
import { INSTRUCTIONS_SYSVAR } from '../../ts/sdk/program/address/runtime.js';
import { marketAddress } from '../../ts/sdk/program/address/settlement.js';
import { ACCOUNT_ROLE, type Instruction } from '../../ts/sdk/program/instruction/instruction.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { LiteBank } from '../helpers/liteBank.js';
import type { Outcome } from '../helpers/localBank.js';
import { PROXY } from '../helpers/proxy.js';
import { openMarket } from '../helpers/sampleMarket.js';
import { SETTLEMENT } from '../helpers/settlement/chain.js';
import { allOf, single } from '../helpers/settlement/market.js';
import type { CompactVector } from '../vectors/compactVector.js';
import { rootsAccount } from '../vectors/rootsAccount.js';

/** A vector of the compact form as a market's question. The settlement program answers it. */

const { oracle, settlement } = LOCALNET_PROGRAM_IDS;
const SOMEBODY = addressOf(new Uint8Array(32).fill(7));
const { address: MARKET, bump } = marketAddress(SOMEBODY, 1n, settlement);

/** A bank with the settlement program, and the proxy for calls that a transaction does not hold. */
export const settlementBank = (): LiteBank => new LiteBank([SETTLEMENT, PROXY]);

/** An open market on the vector's question that accepts proofs of any time from 1970 on. */
function putMarket(bank: LiteBank, { keys, sport, fixtureId }: CompactVector): void {
  const terms = {
    oracleProgram: oracle,
    splits: null,
    sources: [],
    agree: 1,
    signer: null,
    attesters: null,
    fixtureId: Number(fixtureId),
    sport: sportOfLayout(sport) as Sport,
    statKeys: keys,
    outcomes: [allOf(single(0, 'greaterThan', 0))],
    finality: 'finalised' as const,
    challengeWindow: 0,
    stakesClose: 0,
    earliest: 0,
    latest: 2 ** 50,
    voidAfter: 2 ** 50,
    mint: SOMEBODY,
    feeBps: 0,
    feeAccount: SOMEBODY,
    minimumStake: 1n,
    maximumStake: 1n,
    maximumPool: 0n,
    abandonmentVoids: false,
    resultsSettle: true,
  };
  const data = marketAccount.encode(openMarket(terms, { bump, creator: SOMEBODY }));
  bank.put(MARKET, settlement, data);
}

/** What the settlement program makes of a vector: the outcome of its market, or the error. */
export async function judgeCompact(
  bank: LiteBank,
  vector: CompactVector,
  send: (settle: Instruction) => Promise<Outcome>,
): Promise<{ error: number } | { outcome: number }> {
  putMarket(bank, vector);
  const roots = scoresRootsAddress(vector.roots.day, oracle).address;
  bank.put(roots, oracle, rootsAccount(vector.roots));
  const instruction = {
    programAddress: settlement,
    accounts: [
      { address: MARKET, role: ACCOUNT_ROLE.writable },
      { address: roots, role: ACCOUNT_ROLE.readonly },
      { address: INSTRUCTIONS_SYSVAR, role: ACCOUNT_ROLE.readonly },
    ],
    data: Buffer.from(vector.data, 'hex'),
  };
  const outcome = await send(instruction);
  if (outcome.error !== null) return { error: outcome.error };
  if (outcome.failure !== null) throw new Error(`${outcome.failure}\n${outcome.logs.join('\n')}`);
  const account = await bank.account(MARKET);
  const { state, proposal } = marketAccount.decode(account?.data ?? new Uint8Array());
  if (state !== 'Final') throw new Error(`${vector.name}: the market is ${state}`);
  return { outcome: proposal.outcome };
}

import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Address, SYSTEM_PROGRAM_ID } from '../../../ts/linesman/program/index.js';
import { type Outcome, ok, refusal, type TestChain } from './chain.js';
import type { Addresses, Staker } from './pool.js';

/**
 * Replacements for an account:
 *
 * - `absent`: an address without an account;
 * - `owner`: the right address and bytes under another program;
 * - `copy`: the right owner and bytes at another address;
 * - `other`: the corresponding account of another market or parlay.
 */
export type Substitute = 'absent' | 'owner' | 'copy' | 'other';

/** An account of an instruction, and the answer to each replacement. */
export interface Row<Kind extends string = Substitute> {
  readonly account: string;
  readonly answers: Partial<Record<Kind, number | string>>;
}

export interface Scenario<Pool, State, Kind extends string = Substitute> {
  readonly until: State;
  readonly send: (pool: Pool, staker: Staker, addresses: Addresses) => Promise<Outcome>;
  readonly standard: (pool: Pool, staker: Staker) => Addresses;
  readonly rows: readonly Row<Kind>[];
}

/** The address that replaces `address`, and a function that restores everything. */
export async function substitute(
  chain: TestChain,
  kind: Substitute,
  address: Address,
  other: Address,
): Promise<[Address, () => void]> {
  const nothing = () => undefined;
  if (kind === 'absent') return [chain.address(), nothing];
  if (kind === 'other') return [other, nothing];
  const account = await chain.account(address);
  const { owner, data, lamports } = account ?? { owner: SYSTEM_PROGRAM_ID, data: new Uint8Array(0), lamports: 0 };
  if (kind === 'copy') {
    const place = chain.address();
    chain.setAccount(place, owner, data, lamports);
    return [place, nothing];
  }
  chain.setAccount(address, chain.address(), data, lamports);
  return [address, () => chain.setAccount(address, owner, data, lamports)];
}

/** The subjects of the scenarios once prepared: two of a kind, each with its staker. */
interface Subjects<Pool> {
  readonly pools: readonly [Pool, Pool];
  readonly stakers: readonly [Staker, Staker];
}

/**
 * Accounts that are not replaced: any is accepted until a signed proof is verified. signatures.test.ts replaces them.
 */
const WITHOUT_ROW = new Set(['instructions_sysvar']);

/**
 * Tests that the scenarios cover the committed program: every instruction for which `isMeant` holds and, of each, every
 * account that does not sign. A new instruction with an unchecked account is found by its missing rows.
 */
export function testScenariosAreComplete(
  scenarios: Readonly<Record<string, { readonly rows: readonly { readonly account: string }[] }>>,
  isMeant: (instruction: string) => boolean,
): void {
  const idl = JSON.parse(
    readFileSync(new URL('../../../programs/artifacts/settlement.json', import.meta.url), 'utf8'),
  ) as { instructions: { name: string; accounts: { name: string; signer?: boolean }[] }[] };
  const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

  it("every instruction has a scenario, and every account of it a row'", () => {
    const expected = idl.instructions
      .filter(({ name }) => isMeant(name))
      .map(({ name, accounts }) => ({
        name,
        accounts: accounts.filter((one) => !one.signer && !WITHOUT_ROW.has(one.name)).map((one) => camel(one.name)),
      }));
    const uncovered = expected.flatMap(({ name, accounts }) => {
      const rows = new Set(scenarios[name]?.rows.map(({ account }) => account));
      return accounts.filter((account) => !rows.has(account)).map((account) => `${name}: ${account}`);
    });
    expect(uncovered).toEqual([]);
    expect(Object.keys(scenarios).sort()).toEqual(expected.map(({ name }) => name).sort());
  });
}

/** Tests every row of every instruction, and that the proper accounts are accepted. */
export function testSubstitutions<Pool, State, Kind extends string>(
  scenarios: Readonly<Record<string, Scenario<Pool, State, Kind>>>,
  prepare: (until: State) => Promise<void>,
  subjects: () => Subjects<Pool>,
  replace: (kind: Kind, address: Address, other: Address) => Promise<[Address, () => void]>,
): void {
  describe.each(Object.entries(scenarios))('%s', (_, { until, send, standard, rows }) => {
    beforeAll(() => prepare(until));

    const cases = rows.flatMap(({ account, answers }) =>
      Object.entries(answers).map(([kind, answer]) => [account, kind as Kind, answer] as const),
    );
    it.each(cases)('refuses the account %s when it is %s with %s', async (account, kind, answer) => {
      const { pools, stakers } = subjects();
      const address = standard(pools[0], stakers[0])[account];
      const otherAddress = standard(pools[1], stakers[1])[account];
      if (!address || !otherAddress) throw new Error(`no account ${account}`);
      const [replaced, restore] = await replace(kind, address, otherAddress);
      const outcome = await send(pools[0], stakers[0], { [account]: replaced });
      restore();
      expect(refusal(outcome), outcome.logs.join('\n')).toBe(answer);
    });

    it('accepts the proper accounts', async () => {
      const { pools, stakers } = subjects();
      ok(await send(pools[0], stakers[0], {}));
    });
  });
}

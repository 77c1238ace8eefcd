import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Address, addressBytes } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import { positionAddress, vaultAddress } from '../../../ts/sdk/program/address/settlement.js';
import { ASSOCIATED_TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID as PROGRAM } from '../../../ts/sdk/program/programId.js';
import { type Outcome, ok, refusal, type TestChain } from './chain.js';
import type { Addresses, Staker, TestPool } from './pool.js';
import { ataOf, makeTokenAccount, TOKEN_2022_PROGRAM_ID } from './tokens.js';

/**
 * Replacements for an account:
 *
 * - `absent`: an address without an account;
 * - `owner`: the right address and bytes under another program;
 * - `type`: the right address and owner, with the bytes of another type of account;
 * - `copy`: the right owner and bytes at another address;
 * - `other`: the corresponding account of another market or parlay.
 */
export type Substitute = 'absent' | 'owner' | 'type' | 'copy' | 'other';

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
  const restore = () => chain.setAccount(address, owner, data, lamports);
  if (kind === 'type')
    chain.setAccount(address, owner, new Uint8Array([...data].map((byte, i) => byte ^ +(i < 8))), lamports);
  else chain.setAccount(address, chain.address(), data, lamports);
  return [address, restore];
}

/** A program takes only itself. */
const TOKEN_PROGRAM = { account: 'tokenProgram', answers: { absent: 3008, copy: 3008 } };
export const SYSTEM_PROGRAM = { account: 'systemProgram', answers: { absent: 3008 } };
const VAULT = { account: 'vault', answers: { absent: 3012, owner: 3007, copy: 6230, other: 6230 } };
const MINT = { account: 'mint', answers: { absent: 3012, owner: 3007, copy: 6231, other: 6231 } };
const FEE_ACCOUNT = { account: 'feeAccount', answers: { absent: 6232, owner: 6209, copy: 6232, other: 6232 } };
/** What is created is at its own address. */
const NEW_VAULT = { account: 'vault', answers: { absent: 2006, other: 2006 } };
/** Accounts of whatever creates a pool. */
export const CREATION = [NEW_VAULT, MINT, FEE_ACCOUNT, TOKEN_PROGRAM, SYSTEM_PROGRAM];

/** The accounts of a pool. */
export const accountsOf = (pool: TestPool, name: 'market' | 'parlay'): Addresses => ({
  [name]: pool.address,
  pool: pool.address,
  vault: pool.vault,
  mint: pool.terms.mint,
  feeAccount: pool.terms.feeAccount,
  tokenProgram: pool.tokenProgram,
  systemProgram: SYSTEM_PROGRAM_ID,
});

/** The instructions that take a pool: a market or a parlay. */
const OF_POOLS = ['stake', 'void', 'claim', 'sweep', 'close'];

/**
 * The common part of markets and parlays. A parlay is also replaced by a market, because a market is just another pool.
 */
export function poolScenarios<Pool extends TestPool, State extends string>(
  name: 'market' | 'parlay',
  voiding: Pick<Scenario<Pool, State | 'final' | 'claimed' | 'open', Substitute | 'market'>, 'until' | 'send'>,
): Record<string, Scenario<Pool, State | 'final' | 'claimed' | 'open', Substitute | 'market'>> {
  const isParlay = name === 'parlay';
  const row = (account: string, answers: Row['answers'], market: number) => ({
    account,
    answers: { ...answers, ...(isParlay && { market }) },
  });
  const itself = (other: number, copy = 2006) =>
    row('pool', { absent: 3012, owner: 3007, type: 3002, copy, other }, other);
  const standard = (pool: Pool) => accountsOf(pool, name);
  const withPosition = (pool: Pool, staker: Staker) => ({
    ...standard(pool),
    position: pool.position(staker.publicKey, 0),
    owner: staker.publicKey,
    source: staker.tokens,
    destination: ataOf(staker.publicKey, pool.terms.mint, pool.tokenProgram),
    associatedTokenProgram: ASSOCIATED_TOKEN_PROGRAM_ID,
  });
  return {
    stake: {
      until: 'open',
      send: (pool, staker, addresses) => pool.stake(staker, 0, 10n, addresses),
      standard: withPosition,
      rows: [
        // With another pool the position's address changes too.
        itself(2006),
        row('position', { absent: 2006, owner: 3007, copy: 2006, other: 2006 }, 2006),
        VAULT,
        MINT,
        // A copy of the source is another account of the same owner, who may pay from it.
        { account: 'source', answers: { absent: 3012, owner: 3007, other: 6231 } },
        TOKEN_PROGRAM,
        SYSTEM_PROGRAM,
      ],
    },
    void: { ...voiding, standard, rows: [itself(6230), VAULT] },
    claim: {
      until: 'final',
      send: (pool, staker, addresses) => pool.claim(staker.publicKey, 0, addresses),
      standard: withPosition,
      rows: [
        itself(6238, 6238),
        // Another pool's position has another owner here. One of the same owner is 6238, in settlementParlay.test.ts.
        row('position', { absent: 3012, owner: 3007, copy: 6238, other: 6228 }, 3002),
        { account: 'owner', answers: { absent: 6228, other: 6228 } },
        VAULT,
        MINT,
        { account: 'destination', answers: { absent: 6228, owner: 6209, copy: 6228, other: 6228 } },
        TOKEN_PROGRAM,
        { account: 'associatedTokenProgram', answers: { absent: 3008 } },
        SYSTEM_PROGRAM,
      ],
    },
    sweep: {
      until: 'final',
      send: (pool, _, addresses) => pool.sweep(addresses),
      standard,
      rows: [itself(6230), VAULT, MINT, FEE_ACCOUNT, TOKEN_PROGRAM],
    },
    close: {
      until: 'claimed',
      send: (pool, _, addresses) => pool.close(addresses),
      standard,
      rows: [
        itself(6233),
        VAULT,
        MINT,
        // With another owner it cannot receive: the tokens stay, and the pool is closed (settlementClose.test.ts).
        { account: 'feeAccount', answers: { absent: 6232, copy: 6232, other: 6232 } },
        TOKEN_PROGRAM,
      ],
    },
  };
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
 * Tests that the scenarios cover the committed program: the instructions of pools and every one for which `isMeant`
 * holds and, of each, every account that does not sign. A new instruction with an unchecked account is found by its
 * missing rows.
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
      .filter(({ name }) => OF_POOLS.includes(name) || isMeant(name))
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

/** Tests what neither market nor parlay lets an account be, whatever instruction names it. */
export function testPools<Pool extends TestPool, State extends string, Kind extends string>(
  name: 'market' | 'parlay',
  scenarios: Readonly<Record<string, Scenario<Pool, State | 'final', Kind>>>,
  prepare: (until: State | 'final') => Promise<void>,
  subjects: () => Subjects<Pool>,
): void {
  const both = () => {
    const { pools, stakers } = subjects();
    return { pool: pools[0], staker: stakers[0], chain: pools[0].chain };
  };

  describe(`a ${name} at another address`, () => {
    it.each(Object.entries(scenarios))('is refused by %s, even with its own vault and position', async (_, one) => {
      await prepare(one.until);
      const { pool, staker, chain } = both();
      const copied = async (from: Address, to: Address, edit = (_: Buffer) => {}) => {
        const account = await chain.account(from);
        if (!account) return;
        const data = Buffer.from(account.data);
        edit(data);
        chain.setAccount(to, account.owner, data, account.lamports);
      };
      const address = chain.address();
      const vault = vaultAddress(address, PROGRAM);
      const position = positionAddress(address, staker.publicKey, 0, PROGRAM);
      // Bumps and addresses inside the copies match the copies.
      await copied(pool.address, address, (data) => data.writeUInt8(vault.bump, 10));
      await copied(pool.vault, vault.address);
      await copied(pool.position(staker.publicKey, 0), position.address, (data) => {
        data.writeUInt8(position.bump, 8);
        data.set(addressBytes(address), 9);
      });
      const addresses = { [name]: address, pool: address, vault: vault.address, position: position.address };
      const outcome = await one.send(pool, staker, addresses);
      expect(refusal(outcome), outcome.logs.join('\n')).toBe(2006);
      ok(await one.send(pool, staker, {}));
    });
  });

  describe(`a ${name}'s authority`, () => {
    beforeAll(() => prepare('final'));

    it('over other token accounts than the vault is not used', async () => {
      const { pool, staker, chain } = both();
      const vault = makeTokenAccount(chain, { mint: pool.terms.mint, owner: pool.address, amount: 1_000n });
      expect(refusal(await pool.claim(staker.publicKey, 0, { vault }))).toBe(6230);
      expect(refusal(await pool.sweep({ vault }))).toBe(6230);
    });

    it('of another token program is refused', async () => {
      const { pool, staker } = both();
      expect(refusal(await pool.claim(staker.publicKey, 0, { tokenProgram: TOKEN_2022_PROGRAM_ID }))).toBe(2022);
    });
  });
}

/** Claims and sweeps of a void pool with one account in two places, where it would count twice. */
export async function refusesTwice(pool: TestPool, staker: Staker): Promise<void> {
  const position = pool.position(staker.publicKey, 0);
  const claim = (addresses: Addresses) => pool.claim(staker.publicKey, 0, addresses).then(refusal);
  expect(await claim({ position: pool.address })).toBe(3002);
  expect(await claim({ pool: position })).toBe(3002);
  expect(await claim({ destination: pool.vault })).toBe(6228);
  expect(await claim({ vault: staker.tokens })).toBe(6230);
  expect(refusal(await pool.sweep({ feeAccount: pool.vault }))).toBe(6232);
  ok(await pool.claim(staker.publicKey, 0));
}

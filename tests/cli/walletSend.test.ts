import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, addressOf } from '../../ts/sdk/program/address/address.js';
import { SurfnetRpc } from '../../ts/service/roots/chain/surfnetRpc.js';
import type { Ran } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { EmbeddedMarket } from '../helpers/service/embeddedMarket.js';
import type { TestChain } from '../helpers/settlement/chain.js';
import {
  ataOf,
  type Extension,
  makeMint,
  makeTokenAccount,
  TOKEN_2022_PROGRAM_ID,
} from '../helpers/settlement/tokens.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none) leftOut('linesman wallet send with every kind of mint: @solana/surfpool-linux-x64-gnu is not installed.');

const KEY = new Uint8Array(32).fill(7);
const ZEROS = new Uint8Array(32);

/** A current fee in basis points with a maximum; earlier there was none. */
function transferFee(rate: number, most: bigint): Extension {
  const content = Buffer.alloc(108);
  content.writeBigUInt64LE(most, 98);
  content.writeUInt16LE(rate, 106);
  return [1, content];
}
const hook = (program: Uint8Array): Extension => [14, Buffer.concat([KEY, program])];
const pausable = (isPaused: boolean): Extension => [26, Buffer.concat([KEY, Buffer.of(isPaused ? 1 : 0)])];

describe.skipIf(none)('linesman wallet send', () => {
  let scene: EmbeddedMarket;
  let ann: { readonly file: string; readonly owner: Address };
  let ben: Address;
  let next = 1;
  const written: Promise<void>[] = [];
  /** The chain interface of the token helpers. */
  const chain = {
    address: () => addressOf(Uint8Array.from({ length: 32 }, (_, i) => (i === 0 ? next++ : 9))),
    get payer() {
      return { address: ann.owner };
    },
    setAccount: (address: Address, owner: Address, data: Uint8Array) => {
      const account = { lamports: 10 ** 9, data: Buffer.from(data).toString('base64'), executable: false };
      written.push(new SurfnetRpc(scene.rpc).setAccount(address, { ...account, owner }));
    },
  } as unknown as TestChain;
  beforeAll(async () => {
    scene = await EmbeddedMarket.start();
    const { file, pair } = await scene.wallet('ann', { isPoor: true });
    ann = { file, owner: pair.address };
    ben = (await scene.wallet('ben', { isPoor: true })).pair.address;
  });
  afterAll(() => scene?.stop());

  /** A mint of which the sender holds 100, with matching account extensions. */
  async function mintWith(extensions: readonly Extension[], ofAccounts: readonly Extension[] = []): Promise<string> {
    const program = TOKEN_2022_PROGRAM_ID;
    const mint = makeMint(chain, { program, extensions });
    const holding = { mint, program, owner: ann.owner, amount: 100_000_000n, extensions: ofAccounts };
    makeTokenAccount(chain, { ...holding, address: ataOf(ann.owner, mint, program) });
    await Promise.all(written.splice(0));
    return mint;
  }
  const send = (token: string, amount: string, ...more: string[]): Promise<Ran> =>
    scene.run(['wallet', 'send', amount, '--token', token, '--to', ben, '--keypair', ann.file, ...more], 'chain');

  it.each<[string, Extension, readonly Extension[], string]>([
    ['that cannot be transferred', [9, new Uint8Array()], [[13, new Uint8Array()]], 'forbids transfers'],
    ['with a hook', hook(KEY), [[15, Buffer.of(0)]], 'has a transfer hook'],
    ['that is paused', pausable(true), [[27, new Uint8Array()]], 'is paused'],
  ])('refuses a mint %s before sending anything, and says why', async (_, extension, ofAccounts, why) => {
    const token = await mintWith([extension], ofAccounts);
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await send(token, '1', ...more);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error 7245 ');
      expect(stderr).toContain(why);
      expect(stderr).not.toContain('send  1 of');
    }
    const { stdout } = await send(token, '1', '--json');
    expect(JSON.parse(stdout).error.number).toBe(7245);
  });

  it.each<[string, Extension, readonly Extension[]]>([
    ['an empty hook', hook(ZEROS), [[15, Buffer.of(0)]]],
    ['a lifted pause', pausable(false), [[27, new Uint8Array()]]],
    ['a zero fee', transferFee(0, 10n ** 9n), [[2, new Uint8Array(8)]]],
  ])('sends tokens of a mint with %s as usual', async (_, extension, ofAccounts) => {
    const { code, stdout, stderr } = await send(await mintWith([extension], ofAccounts), '2.5', '--json');
    expect(code, stderr + stdout).toBe(0);
    const { received, note } = JSON.parse(stdout);
    expect([received, note]).toEqual(['2.5', 'creates their token account, whose rent the sender pays']);
  });

  it('reports the fee that a mint keeps, rounded like the token program, and the received amount', async () => {
    const token = await mintWith([transferFee(33, 100_000n)], [[2, new Uint8Array(8)]]);
    const dry = await send(token, '10.000001', '--dry-run');
    expect(dry.code, dry.stderr).toBe(0);
    expect(dry.stderr).toContain('the mint keeps up to 0.033001 of it\n');
    const output = JSON.parse((await send(token, '10.000001', '--dry-run', '--json')).stdout);
    expect(output).toMatchObject({ transaction: null, received: null });
    expect(output.note).toContain('the mint keeps up to 0.033001 of it');
    const { code, stdout, stderr } = await send(token, '10.000001');
    expect(code, stderr).toBe(0);
    expect(stdout).toContain('received     9.967, and holds 9.967 now\n');
    // Never more than the maximum.
    const much = JSON.parse((await send(token, '80', '--json')).stdout);
    expect(much).toMatchObject({ note: 'the mint keeps up to 0.1 of it', received: '79.9', balance: '89.867' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, address } from '../../ts/sdk/program/address/address.js';
import { vaultAddress } from '../../ts/sdk/program/address/settlement.js';
import { SurfnetRpc } from '../../ts/service/roots/chain/surfnetRpc.js';
import { linesman, type Ran } from '../helpers/cli.js';
import { leftOut } from '../helpers/leftOut.js';
import { chainReaches } from '../helpers/service/chainReaches.js';
import { EmbeddedMarket, onTestChain } from '../helpers/service/embeddedMarket.js';
import { surfpool } from '../helpers/surfpool.js';

const none = surfpool() === null;
if (none)
  leftOut('linesman market close, a vault that cannot be swept: @solana/surfpool-linux-x64-gnu is not installed.');

/** Offsets in a token account. */
const AMOUNT = 64;
const STATE = 108;
const [INITIALISED, FROZEN] = [1, 2];
/** Base units of the stablecoin. */
const LEFT = 2_500_000n;

describe.skipIf(none)('a closing market with tokens left in its vault', () => {
  let scene: EmbeddedMarket;
  let keypair: string;
  let markets: string[];
  let fee: Address;
  beforeAll(async () => {
    scene = await EmbeddedMarket.start({ speed: 1 });
    keypair = (await scene.wallet('ann')).file;
    const { chain } = scene.service;
    const terms = [
      '--fixture',
      String(scene.match.fixtureId),
      '--sport',
      'soccer',
      '--where',
      'k1 > 0',
      '--service',
      scene.url,
    ];
    const known = onTestChain(['--api-token-file', scene.service.folder.apiToken]);
    for (let i = 0; i < 2; i++) await done(market('create', ...terms, ...known));
    const all = JSON.parse((await done(linesman(['market', 'list', '--json', '--rpc', scene.rpc]))).stdout);
    markets = all.map((one: { market: string }) => one.market);
    fee = address(all[0].terms.feeAccount);
    await chainReaches(chain, Date.parse(all[0].terms.voidAfter) + 60_000);
    for (const one of markets) {
      await done(market('void', '--market', one));
      const vault = vaultAddress(address(one), chain.programs.settlement);
      await change(vault.address, (data) => data.writeBigUInt64LE(LEFT, AMOUNT));
    }
    await change(fee, (data) => data.writeUInt8(FROZEN, STATE));
  });
  afterAll(() => scene?.stop());

  const market = (name: string, ...args: string[]): Promise<Ran> =>
    linesman(['market', name, ...args, '--keypair', keypair, '--rpc', scene.rpc]);
  async function done(running: Promise<Ran>): Promise<Ran> {
    const ran = await running;
    expect(ran.code, ran.stderr + ran.stdout).toBe(0);
    return ran;
  }
  /** Overwrites an account on the chain. */
  async function change(of: Address, with_: (data: Buffer) => void): Promise<void> {
    const rpc = new SurfnetRpc(scene.rpc);
    const account = (await rpc.accounts())[of];
    if (account === undefined) throw new Error(`${of} does not exist`);
    const data = Buffer.from(account.data, 'base64');
    with_(data);
    await rpc.setAccount(of, { ...account, data: data.toString('base64') });
  }
  const isThere = async (one: string): Promise<boolean> => {
    const { code, stderr } = await linesman(['market', 'show', '--market', one, '--rpc', scene.rpc]);
    expect([code, stderr]).toEqual(code === 0 ? [0, ''] : [2, expect.stringContaining('error 7022 ')]);
    return code === 0;
  };
  const heldByFeeAccount = async (): Promise<bigint> => {
    const account = await scene.service.chain.node.account(fee);
    return account === null ? 0n : Buffer.from(account.data).readBigUInt64LE(AMOUNT);
  };

  it('is not closed while its fee account is frozen; the error says how much would be lost', async () => {
    const [one = ''] = markets;
    for (const more of [[], ['--dry-run']]) {
      const { code, stdout, stderr } = await market('close', '--market', one, ...more);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toContain('error 7241 ');
      expect(stderr).toContain('2.5 cannot be swept');
      expect(stderr).toContain('--leave');
    }
    expect(JSON.parse((await market('close', '--market', one, '--json')).stdout).error.number).toBe(7241);
    expect(await isThere(one)).toBe(true);
  });

  it('is closed with --leave, and only then', async () => {
    const [one = ''] = markets;
    const before = await heldByFeeAccount();
    const close = ['--market', one, '--leave', '--json'];
    expect(JSON.parse((await done(market('close', ...close, '--dry-run'))).stdout).transaction).toBeNull();
    expect(await isThere(one)).toBe(true);
    const { stdout } = await done(market('close', ...close));
    expect(JSON.parse(stdout)).toMatchObject({ market: one, held: '2.5', swept: '0' });
    expect([await isThere(one), await heldByFeeAccount()]).toEqual([false, before]);
  });

  it('is swept and closed once the fee account is thawed', async () => {
    const [, other = ''] = markets;
    await change(fee, (data) => data.writeUInt8(INITIALISED, STATE));
    const before = await heldByFeeAccount();
    const { stdout } = await done(market('close', '--market', other, '--json'));
    expect(JSON.parse(stdout)).toMatchObject({ market: other, held: '2.5', swept: '2.5' });
    expect([await isThere(other), await heldByFeeAccount()]).toEqual([false, before + LEFT]);
  });
});

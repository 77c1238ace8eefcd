import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../../examples/settle.js';
import { address } from '../../ts/sdk/program/address/address.js';
import type { Chain } from '../../ts/sdk/program/chain.js';
import { LOCALNET_PROGRAM_IDS } from '../../ts/sdk/program/programId.js';
import { signTransaction } from '../../ts/sdk/program/transaction/transaction.js';
import { KeeperBank } from '../helpers/keeper/keeperBank.js';
import { ok, TestChain } from '../helpers/settlement/chain.js';
import { allOf, binary, TestMarket } from '../helpers/settlement/market.js';

const text = (path: string) => readFileSync(new URL(`../../examples/${path}`, import.meta.url), 'utf8');
const json = (path: string) => JSON.parse(text(path));
/** Kick-off of the example match, s: 2027-01-15 15:00 UTC. */
const START = 1_800_000_000 - (1_800_000_000 % 86_400) + 15 * 3_600;

describe('examples/settle.ts', () => {
  let test: TestChain;
  let market: TestMarket;
  let chain: Chain;

  beforeAll(async () => {
    test = await TestChain.start(START - 3_600);
    const roots = json('roots/scores.json') as { address: string; owner: string; data: string };
    const account = Buffer.from(roots.data, 'base64');
    test.setAccount(address(roots.address), address(roots.owner), account);
    market = await TestMarket.create(test, {
      fixtureId: json('proofs/final-win.json').summary.fixtureId,
      stakesClose: START,
      outcomes: [allOf(binary(0, 'subtract', 1, 'greaterThan', 0))],
    });
    await test.setTime(START + 3 * 3_600);
    chain = new KeeperBank(test);
  });

  const settleWith = (name: string) =>
    settle(chain, LOCALNET_PROGRAM_IDS, market.address, text(`proofs/${name}.json`), test.payer.address);

  it('names the error with which the market would refuse', async () => {
    await expect(settleWith('half-time')).rejects.toMatchObject({ number: 6218, name: 'WrongStatKeys' });
    await expect(settleWith('two-nil')).rejects.toMatchObject({ number: 6217, name: 'WrongFixture' });
    const changed = json('proofs/final-win.json');
    changed.statsToProve[0].value += 1;
    const settling = settle(chain, LOCALNET_PROGRAM_IDS, market.address, JSON.stringify(changed), test.payer.address);
    await expect(settling).rejects.toMatchObject({ number: 6023, name: 'InvalidStatProof' });
  });

  it('settles the market', async () => {
    const { transaction, computeUnitLimit, size } = await settleWith('final-win');
    expect(size).toBeLessThanOrEqual(1232);
    expect(computeUnitLimit).toBeLessThan(20_000);
    ok(await test.bank.submit(signTransaction(transaction, [test.payer])));
    expect((await market.read()).state).toBe('Proposed');
    await test.setTime(START + 5 * 3_600);
    ok(await market.finalise());
    expect(await market.read()).toMatchObject({ state: 'Final', proposal: { outcome: 0 } });
  });
});

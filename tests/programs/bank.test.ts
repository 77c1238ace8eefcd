import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BanksTransactionResultWithMeta } from 'solana-bankrun';
import { describe, expect, it } from 'vitest';
import { KeyPair, transferInstruction } from '../../ts/linesman/program/index.js';
import { Bank } from '../helpers/bank.js';
import { ROOT } from '../helpers/cli.js';

const payer = KeyPair.fromSeed(new Uint8Array(32).fill(1));
const receiver = KeyPair.fromSeed(new Uint8Array(32).fill(2));
const transfer = (lamports: bigint) => transferInstruction({ from: payer.address, to: receiver.address, lamports });
const refusal = (result: string) => ({ result, meta: null }) as BanksTransactionResultWithMeta;

async function startBank(inFront: Parameters<typeof Bank.start>[1]): Promise<Bank> {
  const bank = await Bank.start([], inFront);
  for (const { address } of [payer, receiver]) bank.fund(address);
  return bank;
}

describe('the test bank', () => {
  it('sends its runtime one request at a time', async () => {
    let now = 0;
    let most = 0;
    const alone =
      <A extends unknown[], T>(ask: (...asked: A) => Promise<T>) =>
      async (...asked: A): Promise<T> => {
        most = Math.max(most, ++now);
        const answer = await ask(...asked);
        now--;
        return answer;
      };
    const bank = await startBank((runtime) => ({
      tryProcessTransaction: alone((transaction) => runtime.tryProcessTransaction(transaction)),
      getLatestBlockhash: alone(() => runtime.getLatestBlockhash()),
      getAccount: alone((address) => runtime.getAccount(address)),
      getClock: alone(() => runtime.getClock()),
    }));
    const sent = [1n, 2n, 3n].map((lamports) => bank.send([transfer(lamports)], [payer]));
    const asked = [bank.account(payer.address), bank.setTime(7), bank.latestBlockhash()];
    expect((await Promise.all(sent)).map(({ failure }) => failure)).toEqual([null, null, null]);
    await Promise.all(asked);
    expect(most).toBe(1);
  });

  it('continues after a failed request', async () => {
    let isAway = true;
    const bank = await startBank((runtime) => ({
      getAccount: async (address) => {
        if (isAway) throw new Error('no answer');
        return runtime.getAccount(address);
      },
    }));
    await expect(bank.account(payer.address)).rejects.toThrow('no answer');
    isAway = false;
    expect(await bank.account(payer.address)).toMatchObject({ lamports: 10 ** 11 });
  });

  it.each(['Blockhash not found', 'This transaction has already been processed'])(
    'retries with a newer blockhash as often as it gets "%s"',
    async (words) => {
      let refusals = 20;
      const bank = await startBank((runtime) => ({
        tryProcessTransaction: async (transaction) =>
          refusals-- > 0 ? refusal(words) : runtime.tryProcessTransaction(transaction),
      }));
      expect(await bank.send([transfer(1n)], [payer])).toMatchObject({ failure: null });
      expect(refusals).toBe(-1);
    },
  );
});

it('each test runtime is accessed in one file, behind the same interface', () => {
  const tests = fileURLToPath(new URL('..', import.meta.url));
  const reaching = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) =>
      /^import (?!type )[^;]*? from '(?:solana-bankrun|litesvm)';$/m.test(readFileSync(join(tests, file), 'utf8')),
    );
  expect(reaching.toSorted()).toEqual(['helpers/bank.ts', 'helpers/liteBank.ts']);
});

/** Calls of bankrun's `start`, and of `startAnchor`, which takes programs from Anchor.toml. */
const startsOf = (code: string): string[] => code.match(/(?<!async )\bstart(?:Anchor)?\([^)]*\)/g) ?? [];

it('starts bankrun with nothing that the garbage collector could take from it', () => {
  const starting = execFileSync('git', ['ls-files', '*.ts'], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const)
    .filter(([, code]) =>
      /^import (?!type )[^;]* from '(?:solana|anchor)-bankrun'|typeof import\('solana-bankrun'\)/m.test(code),
    )
    .map(([file, code]) => [file, startsOf(code)] as const)
    .filter(([, calls]) => calls.length > 0);
  expect(starting.length).toBeGreaterThanOrEqual(4);
  expect(starting).toEqual(starting.map(([file]) => [file, ['start([], [])']]));
});

import { isAddress } from 'linesman/program';
import { type Fault, fault, refuseFaults, shown } from '../../fault.js';
import { type BodyReader, defineEndpoint, json } from '../endpoint.js';
import { requireOwnMachine, worldOf } from '../worldCaller.js';

interface MoneyBody {
  readonly wallet: string;
  /** Whole SOL. */
  readonly sol: number;
  /** Whole stablecoins. */
  readonly stablecoin: number;
}

/** Enough for any subscription of a few weeks and for bets; the mint could issue a million times as much. */
const MOST = { sol: 100, stablecoin: 1_000_000 } as const;
const LAMPORTS = 1_000_000_000n;
/** The program's price assumes that the stablecoin has 6 decimals. */
const STABLECOIN_UNITS = 1_000_000n;

const BODY: BodyReader<MoneyBody> = {
  schema: {
    title: 'TestMoney',
    type: 'object',
    required: ['wallet'],
    properties: {
      wallet: { type: 'string', pattern: '^[1-9A-HJ-NP-Za-km-z]{32,44}$', description: 'Base58 address.' },
      sol: { type: 'integer', minimum: 0, maximum: MOST.sol, default: 1, description: 'Whole SOL.' },
      stablecoin: {
        type: 'integer',
        minimum: 0,
        maximum: MOST.stablecoin,
        default: 1_000,
        description: 'Whole stablecoins.',
      },
    },
    examples: [{ wallet: 'HN7cABqLq46Es1jh92dQQisAq662SmxELLLsHHe4YWrH', sol: 1, stablecoin: 1_000 }],
  },
  read: (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { wrong: [fault('body', 'a JSON object', shown(value))] };
    const { wallet, sol = 1, stablecoin = 1_000 } = value as Record<string, unknown>;
    const wrong: Fault[] = [];
    if (!isAddress(wallet)) wrong.push(fault('body field wallet', '32 bytes in Base58', shown(wallet)));
    for (const [name, amount] of [
      ['sol', sol],
      ['stablecoin', stablecoin],
    ] as const)
      if (!Number.isInteger(amount) || Number(amount) < 0 || Number(amount) > MOST[name])
        wrong.push(fault(`body field ${name}`, `an integer from 0 to ${MOST[name]}`, shown(amount)));
    if (wrong.length > 0) return { wrong };
    return { body: { wallet: wallet as string, sol: sol as number, stablecoin: stablecoin as number } };
  },
};

export const worldMoney = defineEndpoint({
  method: 'POST',
  path: '/api/world/money',
  summary: 'Give a wallet test money',
  description:
    'For callers on the machine of the service only. The money exists on the embedded chain alone. All of it is ' +
    'given, or nothing.',
  tag: 'Chain',
  needs: 'nothing',
  only: 'embedded',
  // Sends up to two transactions and waits for them.
  cost: { usual: 5 },
  parameters: {},
  body: BODY,
  answer: { contentType: 'application/json', schema: 'GivenMoney' },
  refusals: [403, 504],
  handle: async ({ ports, body: { wallet, sol, stablecoin }, ...context }) => {
    requireOwnMachine(context);
    const world = worldOf(ports);
    if (!(await world.isWallet(wallet)))
      refuseFaults([fault('body field wallet', 'an address that is no program, and of no program', shown(wallet))]);
    const money = { lamports: BigInt(sol) * LAMPORTS, stablecoin: BigInt(stablecoin) * STABLECOIN_UNITS };
    return json({ wallet, transactions: await world.fund(wallet, money) });
  },
});

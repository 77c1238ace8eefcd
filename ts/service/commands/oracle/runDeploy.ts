import type { Terminal } from 'linesman/cli';
import { addressOption, type Configured, EXIT, json, readJsonOption, sayPayer, showTable, u64Of } from 'linesman/cli';
import { FILE_NOT_READABLE, fail, KEY_MISSING } from 'linesman/error';
import {
  type Address,
  configAddress,
  type KeyPair,
  LOCALNET_PROGRAM_IDS,
  type SendingChain,
  type ServiceRow,
} from 'linesman/program';
import { openChain } from 'linesman-keeper/commands';
import { wait } from '../../clock/index.js';
import { DEFAULT_PRICING, type OraclePlan, planOracle, setUpOracle } from '../../roots/chain/index.js';
import { KeyFolder, type PairName } from '../../serve/index.js';

export interface DeployFlags extends Configured {
  readonly rpc: string;
  readonly keys: string;
  readonly oracle?: string;
  readonly rows?: string;
  readonly serviceMint?: string;
  readonly stablecoinMint?: string;
  readonly stock: string;
  readonly creditPackPrice: string;
  readonly makeKeys?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

/**
 * Sets up an oracle program on a cluster and reports what was created and what existed. Returns the exit code. Errors:
 * those of the flags, FILE_NOT_READABLE; INVALID_KEYPAIR_FILE, INVALID_ORACLE_KEY and INVALID_SERVICE_KEY for keys,
 * KEY_MISSING for --make-keys, CHAIN_NOT_REACHABLE, those of `setUpOracle`.
 */
export async function runDeploy(flags: DeployFlags, terminal: Terminal): Promise<number> {
  const chain = openChain(flags.rpc);
  const oracle = flags.oracle === undefined ? LOCALNET_PROGRAM_IDS.oracle : addressOption('--oracle', flags.oracle);
  const given = {
    serviceMint: flags.serviceMint === undefined ? undefined : addressOption('--service-mint', flags.serviceMint),
    stablecoinMint:
      flags.stablecoinMint === undefined ? undefined : addressOption('--stablecoin-mint', flags.stablecoinMint),
  };
  const amounts = {
    stock: u64Of('--stock', flags.stock),
    price: u64Of('--credit-pack-price', flags.creditPackPrice),
  };
  const priceList = flags.rows === undefined ? DEFAULT_PRICING : readRows(flags.rows);
  const keys = new KeyFolder(flags.keys);
  const makesKeys = flags.makeKeys && !flags.dryRun;
  if (makesKeys) await refuseNewKeys(chain, oracle, keys.missing(notNeeded(given)));
  const made = makesKeys ? keys.complete(notNeeded(given)) : [];
  const mint = (name: 'serviceMint' | 'stablecoinMint'): KeyPair | Address => given[name] ?? keys.pair(name);
  const plan: OraclePlan = {
    chain,
    programs: { ...LOCALNET_PROGRAM_IDS, oracle },
    roles: {
      upgradeAuthority: keys.pair('upgradeAuthority'),
      admin: keys.pair('admin'),
      publisher: keys.pair('publisher').address,
      backendAdmin: keys.pair('backendAdmin').address,
      oracleKey: keys.oracleKeys().current.publicKey,
    },
    mints: {
      service: mint('serviceMint'),
      stablecoin: mint('stablecoinMint'),
      ...(!(given.serviceMint && given.stablecoinMint) && { issuer: keys.pair('issuer') }),
    },
    rows: priceList,
    // Only the issuer of a token can fill the treasury with it.
    stock: given.serviceMint ? 0n : amounts.stock,
    creditPackPrice: amounts.price,
  };
  const steps = await planOracle(plan);
  const payers = new Set(steps.flatMap(({ isThere, payer }) => (isThere ? [] : [payer.address])));
  for (const payer of payers) sayPayer(payer, flags, terminal);
  if (!flags.dryRun)
    await setUpOracle({
      ...plan,
      chain,
      sleep: wait,
      ...(terminal.isWatched && { onStep: (what: string) => terminal.err(`${what}\n`) }),
    });
  const done = flags.dryRun ? 'would be made' : 'made';
  const states = steps.map(({ name, isThere }) => ({ name, state: isThere ? 'there' : done }));
  if (flags.json) {
    terminal.out(json({ dryRun: !!flags.dryRun, oracle, keysMade: made, steps: states }));
    return EXIT.valid;
  }
  const list = [
    ...made.map((file) => [file, 'made'] as const),
    ...states.map(({ name, state }) => [name, state] as const),
  ];
  showTable(terminal, list);
  return EXIT.valid;
}

/** Refuses to create keys for an oracle that is already configured. Errors: KEY_MISSING, CHAIN_NOT_REACHABLE. */
async function refuseNewKeys(chain: SendingChain, oracle: Address, missing: readonly string[]): Promise<void> {
  if (missing.length === 0 || (await chain.account(configAddress(oracle).address)) === null) return;
  fail(KEY_MISSING, { missing, oracle });
}

/** Creates no upgrade authority, which deployed the program, and no issuer for existing tokens. */
const notNeeded = (given: { serviceMint: Address | undefined; stablecoinMint: Address | undefined }): PairName[] => [
  'upgradeAuthority',
  'wallet',
  ...(given.serviceMint ? (['serviceMint'] as const) : []),
  ...(given.stablecoinMint ? (['stablecoinMint'] as const) : []),
  ...(given.serviceMint && given.stablecoinMint ? (['issuer'] as const) : []),
];

const FIELDS = {
  rowId: [0, 0xffff],
  samplingIntervalSec: [0, 0xffff_ffff],
  leagueBundleId: [-0x8000, 0x7fff],
  marketBundleId: [-0x8000, 0x7fff],
} as const;

function readRows(file: string): ServiceRow[] {
  const wrong = (what: string, expected: string): never =>
    fail(FILE_NOT_READABLE, { problem: 'wrong content', file, option: '--rows', what, expected });
  const list = readJsonOption('--rows', file) as Record<string, unknown>[];
  if (!Array.isArray(list) || list.length === 0) return wrong('it', 'a list of rows');
  return list.map((row, i) => {
    const number = (name: keyof typeof FIELDS): number => {
      const value = row?.[name];
      const [least, most] = FIELDS[name];
      if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
      return wrong(`${name} of row ${i}`, `an integer from ${least} to ${most}`);
    };
    const price = String(row?.pricePerWeekToken);
    if (!/^\d{1,19}$/.test(price)) wrong(`pricePerWeekToken of row ${i}`, 'a number of tokens');
    return {
      rowId: number('rowId'),
      pricePerWeekToken: BigInt(price),
      samplingIntervalSec: number('samplingIntervalSec'),
      leagueBundleId: number('leagueBundleId'),
      marketBundleId: number('marketBundleId'),
    };
  });
}

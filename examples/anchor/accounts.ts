import { readFileSync } from 'node:fs';
import {
  type Address,
  configAddress,
  LOCALNET_PROGRAM_IDS,
  oracleConfigAccount,
  ZERO_ADDRESS,
} from '@linesman/sdk/program';
import { bytesFromText } from '@linesman/sdk/proof';

const file = (path: string) => new URL(path, import.meta.url);
const text = (path: string) => readFileSync(file(path), 'utf8');

/** The key that signed the example's version 4 proofs. */
export const ORACLE_KEY = bytesFromText(text('../oracle-key.txt').trim(), 32, 'oracle key');

/** An answer of the service, from `examples/proofs`. */
export const answer = (name: string): unknown => JSON.parse(text(`../proofs/${name}.json`));

/** Both programs, compiled as SBPF v0, which every runtime of the examples takes. */
export const PROGRAMS = (['oracle', 'settlement'] as const).map((name) => ({
  address: LOCALNET_PROGRAM_IDS[name],
  bytes: readFileSync(file(`../../programs/artifacts/${name}-v0.so`)),
}));

interface Account {
  readonly address: Address;
  readonly owner: Address;
  readonly data: Uint8Array;
}

/** The roots of `examples/roots`, and the configuration of an oracle with this admin. */
export function accountsOf(admin: Address): Account[] {
  const { oracle } = LOCALNET_PROGRAM_IDS;
  const { address, bump } = configAddress(oracle);
  const data = oracleConfigAccount.encode({
    ...{ admin, publisher: admin, backendAdmin: admin, pendingAdmin: ZERO_ADDRESS },
    ...{ oracleKey: ORACLE_KEY, nextOracleKey: new Uint8Array(32) },
    ...{ serviceMint: ZERO_ADDRESS, stablecoinMint: ZERO_ADDRESS, creditPackPrice: 5_000_000n },
    ...{ bump, lateAfter: 0, before: 0, changed: 0, reserved: new Uint8Array(47) },
  });
  return [...['scores', 'odds', 'fixtures'].map(publishedRoots), { address, owner: oracle, data }];
}

function publishedRoots(kind: string): Account {
  const { address, owner, data } = JSON.parse(text(`../roots/${kind}.json`));
  return { address, owner, data: Buffer.from(data, 'base64') };
}

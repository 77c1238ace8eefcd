import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { placeName, readKeypair, type SecretPlace, secretText, seedOf } from 'linesman/node';
import { KeyPair } from 'linesman/program';
import { type OracleKeys, readOracleKeys } from '../auth/index.js';
import { inFolder } from '../store/index.js';
import { writeWhole } from './writeWhole.js';

/** Key pairs that an oracle is made and run with, each in a file as Solana's tools write them. */
const PAIRS = {
  /** Configures the oracle program. */
  upgradeAuthority: 'upgrade-authority.json',
  admin: 'admin.json',
  publisher: 'publisher.json',
  /** Signs quotes. */
  backendAdmin: 'backend-admin.json',
  /** Issues the tokens of an embedded chain. */
  issuer: 'issuer.json',
  serviceMint: 'service-mint.json',
  stablecoinMint: 'stablecoin-mint.json',
  /** Somebody who buys and bets. */
  wallet: 'wallet.json',
} as const;
export type PairName = keyof typeof PAIRS;

const ORACLE_KEYS = 'oracle-keys.json';
const SESSION_KEY = 'session-key';

/** Environment variables that stand in for two of the files. */
const VARIABLES = { [ORACLE_KEYS]: 'LINESMAN_ORACLE_KEYS', [SESSION_KEY]: 'LINESMAN_SESSION_KEY' } as const;

/** A folder of keys. Whatever is asked of it is read then; nothing of a key gets into a message. */
export class KeyFolder {
  /** Names of all the files. */
  static readonly FILES: readonly string[] = [...Object.values(PAIRS), ORACLE_KEYS, SESSION_KEY];

  constructor(private readonly folder: string) {}

  /** Names of the files that `complete` would make, those of customers and sessions left out: what others of them say stays good with new ones. */
  missing(without: readonly PairName[] = []): string[] {
    const pairs = (Object.keys(PAIRS) as PairName[]).filter((name) => name !== 'wallet' && !without.includes(name));
    const hasOracleKeys = process.env[VARIABLES[ORACLE_KEYS]] !== undefined;
    const files = [...pairs.map((name) => PAIRS[name]), ...(hasOracleKeys ? [] : [ORACLE_KEYS])];
    return files.filter((file) => !existsSync(join(this.folder, file)));
  }

  /** Makes what is missing, but for those left out; nobody but the owner may read it. Gives the names of the files that were made. */
  complete(without: readonly PairName[] = []): string[] {
    inFolder(this.folder, () => mkdirSync(this.folder, { recursive: true, mode: 0o700 }));
    const seed = (): string => randomBytes(32).toString('hex');
    const pairs = (Object.keys(PAIRS) as PairName[]).filter((name) => !without.includes(name));
    const files: [file: string, text: () => string][] = [
      ...pairs.map((name): [string, () => string] => [
        PAIRS[name],
        () => JSON.stringify([...KeyPair.generate().secretKey]),
      ]),
      [ORACLE_KEYS, () => JSON.stringify({ current: seed() })],
      [SESSION_KEY, seed],
    ];
    return files.filter(([file, text]) => this.make(file, text)).map(([file]) => file);
  }

  /** Where the file is, for commands that take one. */
  pathOf(name: PairName): string {
    return join(this.folder, PAIRS[name]);
  }

  /** Errors: INVALID_KEYPAIR_FILE. */
  pair(name: PairName): KeyPair {
    return readKeypair(this.pathOf(name));
  }

  /**
   * The keys that sign v4 answers, from `LINESMAN_ORACLE_KEYS` where that is set. Errors: INVALID_SERVICE_KEY,
   * INVALID_ORACLE_KEY.
   */
  oracleKeys(): OracleKeys {
    return readOracleKeys(this.placeOf(ORACLE_KEYS));
  }

  /**
   * The seed of the key that signs session tokens, from `LINESMAN_SESSION_KEY` where that is set. Errors:
   * INVALID_SERVICE_KEY.
   */
  sessionSeed(): Uint8Array {
    const place = this.placeOf(SESSION_KEY);
    return seedOf(secretText(place), placeName(place));
  }

  private placeOf(name: keyof typeof VARIABLES): SecretPlace {
    const environment = VARIABLES[name];
    return process.env[environment] === undefined ? { file: join(this.folder, name) } : { environment };
  }

  private make(name: string, text: () => string): boolean {
    const file = join(this.folder, name);
    if (existsSync(file)) return false;
    // Half a key would stop every later start.
    writeWhole(file, `${text()}\n`);
    return true;
  }
}

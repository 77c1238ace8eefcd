import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fail, KEY_MISSING } from '@linesman/sdk/error';
import { lockFolder, placeName, readKeypair, type SecretPlace, secretText, seedOf } from '@linesman/sdk/node';
import { type Address, addressBytes, KeyPair } from '@linesman/sdk/program';
import { type OracleKeys, readOracleKeys } from '../edge/auth/oracleKeys.js';
import { writeWhole } from './writeWhole.js';

/** Key pairs of an oracle, each in a file in the format of Solana's tools. */
const PAIRS = {
  /** Configures the oracle program. */
  upgradeAuthority: 'upgrade-authority.json',
  admin: 'admin.json',
  publisher: 'publisher.json',
  /** Signs quotes. */
  backendAdmin: 'backend-admin.json',
  /** Mint authority on an embedded chain. */
  issuer: 'issuer.json',
  serviceMint: 'service-mint.json',
  stablecoinMint: 'stablecoin-mint.json',
  /** A customer's wallet. */
  wallet: 'wallet.json',
} as const;
export type PairName = keyof typeof PAIRS;

const ORACLE_KEYS = 'oracle-keys.json';
const SESSION_KEY = 'session-key';

/** Environment variables that replace two of the files. */
const VARIABLES = { [ORACLE_KEYS]: 'LINESMAN_ORACLE_KEYS', [SESSION_KEY]: 'LINESMAN_SESSION_KEY' } as const;

/** The keys that a plan needs. */
export interface PlannedKeys extends Pick<KeyFolder, 'pair' | 'oraclePublicKey'> {
  /** The file names of keys that do not exist yet, by placeholder address. */
  readonly madeUp: ReadonlyMap<Address, string>;
}

/** A folder of keys. Keys are read on demand, and no message contains any part of one. */
export class KeyFolder {
  /** All file names. */
  static readonly FILES: readonly string[] = [...Object.values(PAIRS), ORACLE_KEYS, SESSION_KEY];

  constructor(private readonly folder: string) {}

  /**
   * Missing files that `complete` would create, except those for customers and sessions, which can be replaced without
   * harm.
   */
  missing(without: readonly PairName[] = []): string[] {
    const pairs = (Object.keys(PAIRS) as PairName[]).filter((name) => name !== 'wallet' && !without.includes(name));
    const hasOracleKeys = process.env[VARIABLES[ORACLE_KEYS]] !== undefined;
    const files = [...pairs.map((name) => PAIRS[name]), ...(hasOracleKeys ? [] : [ORACLE_KEYS])];
    return files.filter((file) => !existsSync(join(this.folder, file)));
  }

  /**
   * Creates missing files except those in `without`, readable by the owner only. Returns the names of the new files.
   * Errors: FOLDER_IN_USE while another process does the same; FOLDER_NOT_WRITABLE.
   */
  complete(without: readonly PairName[] = []): string[] {
    const unlock = lockFolder(this.folder, join(this.folder, 'lock'));
    try {
      return this.makeMissing(without);
    } finally {
      unlock();
    }
  }

  private makeMissing(without: readonly PairName[]): string[] {
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

  /**
   * The keys as they would be after `complete(without)`: missing ones are generated but not written, for plans that are
   * not signed.
   */
  completed(without: readonly PairName[] = []): PlannedKeys {
    const madeUp = new Map<Address, string>();
    const pairs = new Map<PairName, KeyPair>();
    const missing = this.missing(without);
    return {
      madeUp,
      pair: (name) => {
        if (!missing.includes(PAIRS[name])) return this.pair(name);
        const pair = pairs.get(name) ?? KeyPair.generate();
        pairs.set(name, pair);
        madeUp.set(pair.address, PAIRS[name]);
        return pair;
      },
      oraclePublicKey: () =>
        missing.includes(ORACLE_KEYS) ? addressBytes(KeyPair.generate().address) : this.oraclePublicKey(),
    };
  }

  /** Files of keys that do not exist. Empty here. */
  readonly madeUp: ReadonlyMap<Address, string> = new Map();

  /** Path of a key file, for commands that take one. */
  pathOf(name: PairName): string {
    return join(this.folder, PAIRS[name]);
  }

  /** Errors: INVALID_KEYPAIR_FILE. */
  pair(name: PairName): KeyPair {
    return readKeypair(this.pathOf(name));
  }

  /**
   * The keys that sign v4 answers; `LINESMAN_ORACLE_KEYS` takes precedence. Errors: KEY_MISSING, INVALID_SERVICE_KEY,
   * INVALID_ORACLE_KEY.
   */
  oracleKeys(): OracleKeys {
    const place = this.placeOf(ORACLE_KEYS);
    if ('file' in place && !existsSync(place.file)) fail(KEY_MISSING, { missing: [ORACLE_KEYS], keys: this.folder });
    return readOracleKeys(place);
  }

  /** The key under which v4 answers are verified now. Errors: as `oracleKeys`. */
  oraclePublicKey(): Uint8Array {
    return this.oracleKeys().current.publicKey;
  }

  /** The seed of the key for session tokens; `LINESMAN_SESSION_KEY` takes precedence. Errors: INVALID_SERVICE_KEY. */
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
    // The write is atomic, because half a key would block every later start.
    writeWhole(file, `${text()}\n`);
    return true;
  }
}

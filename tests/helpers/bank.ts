import { readFileSync } from 'node:fs';
import {
  type BanksClient,
  type BanksTransactionResultWithMeta,
  Clock,
  type ProgramTestContext,
  start,
} from 'solana-bankrun';
import {
  type Address,
  address,
  type Instruction,
  KeyPair,
  type Transaction,
  ZERO_ADDRESS,
} from '../../ts/linesman/program/index.js';
import { fromPublicKey, toPublicKey, toVersionedTransaction } from '../../ts/linesman/web3/index.js';
import {
  type AccountInfo,
  type Deployed,
  type LocalBank,
  lookupTable,
  type Outcome,
  ROOT,
  signedTransaction,
} from './localBank.js';

const LOADER = address('BPFLoader2111111111111111111111111111111111');

const EXPIRED = 'Blockhash not found';
const REPEATED = 'This transaction has already been processed';
/**
 * On a busy machine the runtime occasionally fails to find a loaded program. It fails before the call, so the program
 * logs nothing.
 */
const NOT_LOADED = /may not be used for executing instructions|invalid account data for instruction/;
const MOST_SLOTS = 5;

/**
 * A local chain in this process: runtime 1.18 with the compiled programs of the repository.
 *
 * The runtime handles concurrent requests on its own threads: of two transactions that write the same account it
 * refuses one with "Account in use", and a simulation may see half of a concurrent write. A real chain orders
 * transactions, so this class sends the runtime one request at a time. All access goes through it.
 */
export class Bank implements LocalBank {
  private sent = 0n;
  private turn: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly context: ProgramTestContext,
    private readonly client: BanksClient,
  ) {}

  /** `inFront` replaces methods of the runtime and may call the originals; for tests of this class. */
  static async start(
    programs: readonly Deployed[],
    inFront: (runtime: BanksClient) => Partial<BanksClient> = () => ({}),
  ): Promise<Bank> {
    // What `start` is given may be collected before the runtime reads it: see docs/engines.md.
    const context = await start([], []);
    for (const { programId, path } of programs)
      context.setAccount(toPublicKey(programId), {
        lamports: 10 ** 10,
        data: readFileSync(new URL(path, ROOT)),
        owner: toPublicKey(LOADER),
        executable: true,
      });
    const client = context.banksClient;
    return new Bank(context, Object.assign(Object.create(client), inFront(client)));
  }

  put(address: Address, owner: Address, data: Uint8Array, lamports = 10 ** 9): void {
    this.context.setAccount(toPublicKey(address), { lamports, data, owner: toPublicKey(owner), executable: false });
  }

  fund(key: Address): void {
    this.put(key, ZERO_ADDRESS, new Uint8Array(0), 10 ** 11);
  }

  remove(address: Address): void {
    this.put(address, ZERO_ADDRESS, new Uint8Array(0), 0);
  }

  account(address: Address): Promise<AccountInfo<Uint8Array> | null> {
    return this.inTurn(async (client) => {
      const found = await client.getAccount(toPublicKey(address));
      return found && { ...found, owner: fromPublicKey(found.owner) };
    });
  }

  accounts(addresses: readonly Address[]): Promise<(AccountInfo<Uint8Array> | null)[]> {
    return Promise.all(addresses.map((address) => this.account(address)));
  }

  rent(bytes: number): Promise<number> {
    return this.inTurn(async (client) => Number((await client.getRent()).minimumBalance(BigInt(bytes))));
  }

  /** The latest blockhash. The runtime makes new ones by wall-clock time; one expires after about a second. */
  latestBlockhash(): Promise<string> {
    return this.inTurn(newestBlockhash);
  }

  /** Seconds, by the chain's clock. */
  time(): Promise<number> {
    return this.inTurn(async (client) => Number((await client.getClock()).unixTimestamp));
  }

  setTime(time: number): Promise<void> {
    return this.inTurn(async (client) => {
      const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch } = await client.getClock();
      this.context.setClock(new Clock(slot, epochStartTimestamp, epoch, leaderScheduleEpoch, BigInt(time)));
    });
  }

  send(instructions: readonly Instruction[], signers: readonly KeyPair[] = []): Promise<Outcome> {
    return this.process((payer, blockhash) => signedTransaction(instructions, [payer, ...signers], blockhash));
  }

  sendThroughTable(
    instructions: readonly Instruction[],
    signers: readonly KeyPair[],
    looked: readonly Address[],
  ): Promise<Outcome> {
    const table = lookupTable(this, looked);
    return this.process((payer, blockhash) => signedTransaction(instructions, [payer, ...signers], blockhash, [table]));
  }

  submit(transaction: Transaction): Promise<Outcome> {
    return this.untilLoaded((client) => client.tryProcessTransaction(toVersionedTransaction(transaction)));
  }

  /** Sends a legacy transaction given as bytes. Sent once, so its blockhash must be recent. */
  submitBytes(bytes: Uint8Array): Promise<RawOutcome> {
    return this.inTurn((client) => rawOf(client).tryProcessLegacyTransaction(bytes));
  }

  /** The raw data of the account at a 32-byte address. */
  dataAt(address: Uint8Array): Promise<Uint8Array | null> {
    return this.inTurn(async (client) => (await rawOf(client).getAccount(address))?.data ?? null);
  }

  /** Simulates a transaction given as bytes. Returns the runtime's error message. */
  simulateBytes(bytes: Uint8Array): Promise<string | null> {
    const transaction = { serialize: () => bytes } as ReturnType<typeof toVersionedTransaction>;
    return this.inTurn(async (client) => (await client.simulateTransaction(transaction)).result);
  }

  /** Submits a transaction with a fresh blockhash. The runtime does not check signatures. */
  carryOut(transaction: Transaction): Promise<Outcome> {
    return this.untilNew((client, blockhash) => client.tryProcessTransaction(withBlockhash(transaction, blockhash)));
  }

  /** Simulates a transaction with a fresh blockhash. */
  simulate(transaction: Transaction): Promise<Outcome> {
    return this.untilNew((client, blockhash) => client.simulateTransaction(withBlockhash(transaction, blockhash)));
  }

  private process(signed: (payer: KeyPair, blockhash: string) => Transaction): Promise<Outcome> {
    const payer = KeyPair.fromSeed(new Uint8Array(new BigUint64Array([++this.sent, 0n, 0n, 1n]).buffer));
    return this.untilNew((client, blockhash) => {
      this.fund(payer.address);
      return client.tryProcessTransaction(toVersionedTransaction(signed(payer, blockhash)));
    });
  }

  /**
   * Retries with newer blockhashes until the runtime accepts one. It also rejects the same blockhash for two equal
   * transactions. How many expire meanwhile depends on the machine, so attempts are not counted.
   */
  private async untilNew(
    attempt: (client: BanksClient, blockhash: string) => Promise<BanksTransactionResultWithMeta>,
  ): Promise<Outcome> {
    for (;;) {
      const outcome = await this.untilLoaded(async (client) => attempt(client, await newestBlockhash(client)));
      if (outcome.failure !== EXPIRED && outcome.failure !== REPEATED) return outcome;
    }
  }

  private async untilLoaded(
    attempt: (client: BanksClient) => Promise<BanksTransactionResultWithMeta>,
  ): Promise<Outcome> {
    for (let slots = 1; ; slots++) {
      const outcome = outcomeOf(await this.inTurn(attempt));
      if (hasRun(outcome) || slots === MOST_SLOTS) return outcome;
      await this.nextSlot();
    }
  }

  /** A program that is missing in one slot is found in the next. The time does not change. */
  private nextSlot(): Promise<void> {
    return this.inTurn(async (client) => {
      const { slot, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp } = await client.getClock();
      this.context.warpToSlot(slot + 1n);
      this.context.setClock(new Clock(slot + 1n, epochStartTimestamp, epoch, leaderScheduleEpoch, unixTimestamp));
    });
  }

  private inTurn<T>(work: (client: BanksClient) => Promise<T>): Promise<T> {
    const result = this.turn.then(() => work(this.client));
    this.turn = result.catch(() => {});
    return result;
  }
}

/** The runtime's own result. */
export interface RawOutcome {
  readonly result: string | null;
  readonly meta: { readonly logMessages: readonly string[] } | null;
}

interface RawClient {
  tryProcessLegacyTransaction(bytes: Uint8Array): Promise<RawOutcome>;
  getAccount(address: Uint8Array): Promise<{ readonly data: Uint8Array } | null>;
}

/** The client below the library's: it takes bytes and is about ten times as fast. */
const rawOf = (client: BanksClient): RawClient => (client as unknown as { inner: RawClient }).inner;

/** The result is missing when the latest blockhash expired during the lookup. */
async function newestBlockhash(client: BanksClient): Promise<string> {
  for (;;) {
    const latest = await client.getLatestBlockhash();
    if (latest) return latest[0];
  }
}

/** A copy, so that the signed transaction is not modified. */
const withBlockhash = ({ message, signatures }: Transaction, blockhash: string) =>
  toVersionedTransaction({ message: { ...message, blockhash }, signatures });

/** False when the runtime did not find a program and the transaction may be sent again. */
function hasRun({ failure, logs }: Outcome): boolean {
  return failure === null || !NOT_LOADED.test(failure) || logs.some((line) => / consumed \d+ of /.test(line));
}

function outcomeOf({ result, meta }: BanksTransactionResultWithMeta): Outcome {
  const logs = meta?.logMessages ?? [];
  const units = logs.flatMap((line) => /^Program \S+ consumed (\d+) of/.exec(line)?.[1] ?? []).at(-1);
  const number = /custom program error: (?:0x)?([0-9a-f]+)/.exec(result ?? '')?.[1];
  return {
    error: number === undefined ? null : Number.parseInt(number, 16),
    failure: result,
    logs,
    computeUnits: Number(units ?? 0),
    unitsConsumed: Number(meta?.computeUnitsConsumed ?? 0n),
    returned: meta?.returnData?.data ?? new Uint8Array(0),
  };
}

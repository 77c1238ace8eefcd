import { type Client, createClient } from '../client/client.js';
import type { ClientOptions } from '../client/clientOptions.js';
import { type FixtureFacts, factsOfMatch, fixtureFacts } from '../client/fixtureFacts.js';
import { systemTimers, type Timers } from '../client/timers.js';
import { FIXTURE_UNKNOWN } from '../error/codes/customers.js';
import { PROGRAM_NOT_DEPLOYED } from '../error/codes/operation.js';
import { MISSING_OPTION, OTHER_GENESIS } from '../error/codes/options.js';
import { fail } from '../error/linesmanError.js';
import {
  checkOptions,
  deliberate,
  type OptionKind,
  type OptionRules,
  optional,
  required,
} from '../format/checkOptions.js';
import { BOOLEAN, FUNCTION, LIST, OBJECT, TEXT } from '../format/optionKinds.js';
import { fetchOracleConfig } from '../program/account/fetchOracleConfig.js';
import type { OracleConfig } from '../program/account/oracleConfig.js';
import type { Address } from '../program/address/address.js';
import { ADDRESS, ADDRESSES } from '../program/address/addressOption.js';
import type { AccountsChain } from '../program/chain.js';
import type { Signer } from '../program/keyPair.js';
import { LOCALNET_PROGRAM_IDS, type ProgramIds } from '../program/programId.js';
import type { RpcNode } from '../program/rpcNode.js';
import type { SendingChain } from '../program/sendingChain.js';
import type { StakerTrust } from '../program/settlement/fetchStakeTrust.js';
import { REFUSALS, type StakeTrust } from '../program/settlement/rules/checkStakeTrust.js';
import { type TransactionSigner, transactionSigner } from '../program/transaction/signAndSend.js';
import type { Attesters } from '../program/wire/terms.js';
import { httpProofSource } from '../prove/httpProofSource.js';
import type { ProofSource } from '../prove/proofSource.js';
import { openRpcNode } from '../rpc/openRpcNode.js';
import { SentOnce } from './sentOnce.js';

/** A node, as `openRpcNode` opens it. */
export interface LinesmanNode extends SendingChain, AccountsChain, Pick<RpcNode, 'accountsOf' | 'watch'> {
  /** The hash of the first block, Base58, by which a chain is known. */
  genesis?(): Promise<string>;
}

/** The programs, and the chain that they are on. */
export interface DeployedPrograms extends ProgramIds {
  /** Hash of the genesis block of that chain, Base58. A node of another chain is refused. Default: any chain. */
  readonly genesis?: string;
}

/** A service: its address, and what its client takes besides. */
export type ServiceAccess = Pick<ClientOptions, 'baseUrl' | 'apiToken' | 'attempts' | 'timeout' | 'fetch' | 'onAnswer'>;

/** Whom the caller trusts besides the oracle program and its stablecoin, for the guard of stakes. */
export type OwnTrust = Partial<Omit<StakerTrust, 'fixture'>>;

export interface LinesmanOptions {
  /** URL of an RPC node, or an open node. It is trusted for the state of the chain. */
  readonly rpc: string | LinesmanNode;
  /** URL of a service, or its access. It is not trusted with results. Default: none, and none is guessed. */
  readonly service?: string | ServiceAccess;
  /** Default: those of a local chain, `LOCALNET_PROGRAM_IDS`. */
  readonly programs?: DeployedPrograms;
  /** Signs and pays: a wallet, or a key pair. Default: none, for reading only. */
  readonly signer?: TransactionSigner | Signer;
  readonly trust?: OwnTrust;
  readonly timers?: Timers;
}

const TEXT_OR_OBJECT: OptionKind = {
  expected: 'a URL or an object',
  fits: (value) => TEXT.fits(value) || OBJECT.fits(value),
};

const SIGNER: OptionKind = {
  expected: 'an object with address and signTransaction, or address and sign',
  fits: (value) => {
    if (!OBJECT.fits(value)) return false;
    const { address, sign, signTransaction } = value as {
      address?: unknown;
      sign?: unknown;
      signTransaction?: unknown;
    };
    return ADDRESS.fits(address) && (FUNCTION.fits(sign) || FUNCTION.fits(signTransaction));
  },
};

const OPTIONS: OptionRules<LinesmanOptions> = {
  rpc: required(TEXT_OR_OBJECT),
  service: deliberate(TEXT_OR_OBJECT),
  programs: deliberate(OBJECT),
  signer: deliberate(SIGNER),
  trust: deliberate(OBJECT),
  timers: optional(OBJECT),
};
const PROGRAMS: OptionRules<DeployedPrograms> = {
  oracle: required(ADDRESS),
  settlement: required(ADDRESS),
  genesis: deliberate(TEXT),
};
const TRUST: OptionRules<OwnTrust> = {
  mints: deliberate(ADDRESSES),
  upgradeAuthorities: deliberate(ADDRESSES),
  attesters: deliberate(LIST),
  mustBeAttested: deliberate(BOOLEAN),
  accept: deliberate(REFUSALS),
};

/** What every method of a `Linesman` works with. */
export class Deployment {
  readonly chain: LinesmanNode;
  readonly programs: ProgramIds;
  readonly timers: Timers;
  readonly service: ServiceAccess | null;
  readonly client: Client | null;
  private readonly signer: TransactionSigner | null;
  private readonly sentOnce: SentOnce | null;
  private readonly genesis: string | undefined;
  private readonly own: OwnTrust;
  private found: Promise<OracleConfig> | undefined;

  constructor(options: LinesmanOptions) {
    checkOptions('createLinesman', options, OPTIONS);
    const { rpc, service, programs = LOCALNET_PROGRAM_IDS as DeployedPrograms, signer, trust = {} } = options;
    checkOptions('createLinesman', programs, PROGRAMS);
    checkOptions('createLinesman', trust, TRUST);
    const { genesis, ...ids } = programs;
    this.chain = typeof rpc === 'string' ? openRpcNode(rpc) : rpc;
    this.programs = ids;
    this.genesis = genesis;
    this.timers = options.timers ?? systemTimers;
    this.service = service === undefined ? null : typeof service === 'string' ? { baseUrl: service } : service;
    this.client = this.service && createClient({ timers: this.timers, ...this.service });
    this.own = trust;
    this.signer = signer === undefined ? null : transactionSigner(signer);
    const { sleep } = this.timers;
    this.sentOnce =
      this.signer &&
      new SentOnce({
        ...{ chain: this.chain, programs: ids, signer: this.signer },
        sleep: (ms) => sleep.call(this.timers, ms),
      });
  }

  /** Errors: MISSING_OPTION without a service. */
  needClient(): Client {
    return this.client ?? missing('service', 'the URL of a service');
  }

  /** Errors: MISSING_OPTION without a service. */
  source(signal?: AbortSignal): ProofSource {
    const access = this.service ?? missing('service', 'the URL of a service');
    return httpProofSource({ timers: this.timers, ...access, ...(signal && { signal }) });
  }

  /** Errors: MISSING_OPTION without a signer. */
  needSigner(): { readonly address: Address; readonly signer: TransactionSigner; readonly sentOnce: SentOnce } {
    if (this.signer === null || this.sentOnce === null) return missing('signer', 'a wallet or a key pair');
    return { address: this.signer.address, signer: this.signer, sentOnce: this.sentOnce };
  }

  /**
   * The configuration of the oracle, after the programs were found on the chain. Read once. Errors: OTHER_GENESIS;
   * PROGRAM_NOT_DEPLOYED; those of `fetchOracleConfig`.
   */
  config(): Promise<OracleConfig> {
    if (this.found === undefined) {
      const found = this.find();
      this.found = found;
      found.catch(() => {
        if (this.found === found) this.found = undefined;
      });
    }
    return this.found;
  }

  private async find(): Promise<OracleConfig> {
    const { chain, programs, genesis: wanted } = this;
    if (wanted !== undefined) {
      const found = (await chain.genesis?.()) ?? null;
      if (found !== wanted) fail(OTHER_GENESIS, { found, wanted });
    }
    const { oracle, settlement } = programs;
    const accounts = await chain.accounts([oracle, settlement]);
    for (const [i, program] of [oracle, settlement].entries())
      if (!accounts[i]) fail(PROGRAM_NOT_DEPLOYED, { program });
    return await fetchOracleConfig(chain, oracle);
  }

  /** The facts about a match by the service; `null` without one. Errors: FIXTURE_UNKNOWN; those of the service. */
  async facts(fixture: number): Promise<FixtureFacts | null> {
    const { client, service } = this;
    if (client === null) return null;
    if (service?.apiToken !== undefined) return await fixtureFacts(client, fixture);
    const { matches } = await client.results.matches({ fixtureId: fixture });
    const match = matches.find(({ fixtureId }) => fixtureId === fixture);
    return match ? factsOfMatch(match) : fail(FIXTURE_UNKNOWN, { fixture });
  }

  /** The trust of the caller in a market on a match. `attesters`: of terms that the caller makes. */
  async trust(fixture: FixtureFacts | null, attesters: Attesters | null = null): Promise<StakeTrust> {
    const { stablecoinMint } = await this.config();
    const { fetchStakeTrust } = await import('./actions.js');
    return await fetchStakeTrust(this.chain, this.programs, {
      ...this.own,
      fixture,
      mints: [stablecoinMint, ...(this.own.mints ?? [])],
      attesters: [...(this.own.attesters ?? []), ...(attesters ? [attesters] : [])],
    });
  }

  /** The refusals that the caller accepts. */
  get accepted(): NonNullable<OwnTrust['accept']> {
    return this.own.accept ?? [];
  }
}

const missing = (option: 'service' | 'signer', expected: string): never =>
  fail(MISSING_OPTION, { function: 'createLinesman', option, value: undefined, expected });

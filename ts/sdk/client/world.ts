import { checkOptions, checkValue, type OptionRules, optional, required } from '../format/checkOptions.js';
import { NUMBER, TEXT } from '../format/optionKinds.js';
import type { Address } from '../program/address/address.js';
import { DocumentNode } from '../proof/document.js';
import { nameIn, orNull } from '../proof/fieldReaders.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import type { ServiceRequest, ServiceSession } from './serviceSession.js';
import { timeIn } from './timeIn.js';

/** The deployment that the service claims to use. Compare it with the one you trust. */
export interface DeploymentFacts {
  /** `embedded`: a test chain in the process of the service, with test money. */
  readonly chain: 'embedded' | 'cluster';
  /** RPC URL for clients; `null` if the service names none. */
  readonly rpc: string | null;
  readonly programs: { readonly oracle: Address; readonly settlement: Address };
  readonly mints: { readonly service: Address; readonly stablecoin: Address };
}

/** The embedded world of a service. */
export interface WorldFacts {
  /** Unix ms. */
  readonly now: number;
  /** Simulated seconds per second. */
  readonly speed: number;
  /** Speeds that may be chosen. */
  readonly speeds: { readonly minimum: number; readonly maximum: number };
  /** `none`: matches come from outside. */
  readonly source: 'generator' | 'none';
}

export interface TestMoney extends RequestOptions {
  /** Base58. */
  readonly wallet: string;
  /** Whole SOL. Default 1. */
  readonly sol?: number;
  /** Whole stablecoins. Default 1,000. */
  readonly stablecoin?: number;
}

const TEST_MONEY: OptionRules<TestMoney> = {
  ...REQUEST_OPTIONS,
  wallet: required(TEXT),
  sol: optional(NUMBER),
  stablecoin: optional(NUMBER),
};

/**
 * The deployment of a service, and the world of one with an embedded chain. Every method rejects with the errors of
 * `ServiceSession.text`; those about the world with RECORD_NOT_FOUND where there is none.
 */
export class WorldEndpoints {
  constructor(private readonly session: ServiceSession) {}

  /**
   * Names the programs, the mints and the RPC address of the chain. A service could name its own programs, so compare
   * them with those you trust before you sign.
   *
   * @example
   * ```ts
   * const { programs, rpc } = await client.world.deployment();
   * ```
   */
  async deployment(options: RequestOptions = {}): Promise<DeploymentFacts> {
    checkOptions('deployment', options, REQUEST_OPTIONS);
    const answer = await ask(this.session, { path: '/.well-known/deployment', ...options });
    const [programs, mints] = [answer.field('programs'), answer.field('mints')];
    return {
      chain: nameIn(['embedded', 'cluster'], answer.field('chain')),
      rpc: orNull(answer.field('rpc'), (rpc) => rpc.string()),
      programs: { oracle: addressIn(programs, 'oracle'), settlement: addressIn(programs, 'settlement') },
      mints: { service: addressIn(mints, 'service'), stablecoin: addressIn(mints, 'stablecoin') },
    };
  }

  /**
   * Returns the time and the speed of the embedded world.
   *
   * @example
   * ```ts
   * const { now, speed } = await client.world.show();
   * ```
   */
  async show(options: RequestOptions = {}): Promise<WorldFacts> {
    checkOptions('show', options, REQUEST_OPTIONS);
    return worldOf(await ask(this.session, { path: '/api/world', ...options }));
  }

  /**
   * Changes the speed of the embedded world; its time goes on from where it is. Errors, besides those of every request:
   * NOT_THIS_MACHINE unless called on the machine of the service; INVALID_PARAMETERS outside of `speeds`.
   *
   * @example
   * ```ts
   * await client.world.setSpeed(60); // a minute per second
   * ```
   */
  async setSpeed(speed: number, options: RequestOptions = {}): Promise<WorldFacts> {
    checkValue('setSpeed', 'speed', speed, NUMBER);
    checkOptions('setSpeed', options, REQUEST_OPTIONS);
    return worldOf(await ask(this.session, { method: 'POST', path: '/api/world/speed', body: { speed }, ...options }));
  }

  /**
   * Gives a wallet test money on the embedded chain, and returns the signatures of the transactions. Errors, besides
   * those of every request: NOT_THIS_MACHINE unless called on the machine of the service; INVALID_PARAMETERS.
   *
   * @example
   * ```ts
   * await client.world.fund({ wallet: pair.address, stablecoin: 500 });
   * ```
   */
  async fund(money: TestMoney): Promise<readonly string[]> {
    checkOptions('fund', money, TEST_MONEY);
    const { wallet, sol, stablecoin, ...options } = money;
    const body = { wallet, ...(sol !== undefined && { sol }), ...(stablecoin !== undefined && { stablecoin }) };
    const answer = await ask(this.session, { method: 'POST', path: '/api/world/money', body, ...options });
    return answer
      .field('transactions')
      .list()
      .map((one) => one.string());
  }
}

/** Asks without credentials. */
const ask = async (session: ServiceSession, request: ServiceRequest): Promise<DocumentNode> =>
  new DocumentNode(await session.json({ needs: 'nothing', ...request }), '$');

function worldOf(answer: DocumentNode): WorldFacts {
  const speeds = answer.field('speeds');
  return {
    now: timeIn(answer.field('now')),
    speed: positive(answer, 'speed'),
    speeds: { minimum: positive(speeds, 'minimum'), maximum: positive(speeds, 'maximum') },
    source: nameIn(['generator', 'none'], answer.field('source')),
  };
}

function positive(node: DocumentNode, name: string): number {
  const field = node.field(name);
  const { value } = field;
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : field.wrong('a number above 0');
}

/** The form of 32 bytes in Base58. */
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

function addressIn(node: DocumentNode, name: string): Address {
  const field = node.field(name);
  // Only the form is checked, because decoding would add Base58 to every client. Code that uses the address checks the
  // rest.
  return typeof field.value === 'string' && BASE58.test(field.value)
    ? (field.value as Address)
    : field.wrong('an address');
}

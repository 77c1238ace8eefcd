import { checkOptions, checkValue, type OptionRules, optional, required } from '../format/checkOptions.js';
import { NUMBER, TEXT } from '../format/optionKinds.js';
import type { Address } from '../program/address/address.js';
import type { DocumentNode } from '../proof/document.js';
import {
  ADDRESS,
  AMOUNT,
  type AnswerPart,
  list,
  object,
  oneOf,
  orNull,
  part,
  readAnswer,
  STRING,
  TIME,
  WALLET,
} from './answerPart.js';
import { REQUEST_OPTIONS, type RequestOptions } from './clientOptions.js';
import type { ServiceRequest, ServiceSession } from './serviceSession.js';

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

export const DEPLOYMENT = object('Deployment', {
  chain: oneOf(['embedded', 'cluster']),
  rpc: orNull(STRING),
  programs: object('DeploymentPrograms', { oracle: ADDRESS, settlement: ADDRESS }),
  mints: object('DeploymentMints', { service: ADDRESS, stablecoin: ADDRESS }),
});

const positive = (node: DocumentNode): number =>
  typeof node.value === 'number' && node.value > 0 && Number.isFinite(node.value)
    ? node.value
    : node.wrong('a number above 0');
const SPEED_LIMIT = part<number>(AMOUNT.schema, positive);

export const WORLD = object('World', {
  now: TIME,
  speed: part<number>({ type: 'number', exclusiveMinimum: 0 }, positive),
  speeds: object('WorldSpeeds', { minimum: SPEED_LIMIT, maximum: SPEED_LIMIT }),
  source: oneOf(['generator', 'none']),
});

export const GIVEN_MONEY = object('GivenMoney', {
  wallet: WALLET,
  transactions: list(STRING),
});

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
    return ask(this.session, DEPLOYMENT, { path: '/.well-known/deployment', ...options });
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
    return ask(this.session, WORLD, { path: '/api/world', ...options });
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
    return ask(this.session, WORLD, { method: 'POST', path: '/api/world/speed', body: { speed }, ...options });
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
    const request = { method: 'POST', path: '/api/world/money', body, ...options } as const;
    return (await ask(this.session, GIVEN_MONEY, request)).transactions;
  }
}

/** Asks without credentials. */
const ask = async <T>(session: ServiceSession, answer: AnswerPart<unknown, T>, request: ServiceRequest): Promise<T> =>
  readAnswer(answer, await session.json({ needs: 'nothing', ...request }));

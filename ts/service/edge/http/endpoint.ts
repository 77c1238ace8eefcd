import type { Pages } from '../answer/pages.js';
import type { Fault } from '../fault.js';
import type { OpenStream } from '../stream/hub.js';
import type { AnswerSchema, Titled } from './answerSchema.js';
import type { Context } from './context.js';
import type { BodySchema } from './docs/bodyRows.js';
import { EVENT_LIST, JSON_LIST, type ListAnswer, listOf } from './listAnswer.js';
import type { Parameters, ValuesOf } from './parameter.js';

/** The answer of an endpoint. */
export type Answer<T = unknown> =
  | { readonly kind: 'json'; readonly value: T }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  | { readonly kind: 'list'; readonly list: ListAnswer }
  | { readonly kind: 'stream'; readonly stream: OpenStream };

export const nothing: Answer<never> = { kind: 'nothing' };
export const json = <T>(value: T): Answer<T> => ({ kind: 'json', value });
export const jsonText = (text: string) =>
  ({ kind: 'text', text, contentType: 'application/json; charset=utf-8' }) as const;
/** A JSON value, or its text. */
export const jsonOrText = (value: object | string): Answer<object> =>
  typeof value === 'string' ? jsonText(value) : json(value);
/** A list of JSON values, or of their texts. `encode` is called when an item is written. */
export const jsonList = <T>(items: Pages<T>, encode: (item: T) => object | string): Answer<never> => {
  const text = (item: T): string => textOf(encode(item));
  return { kind: 'list', list: listOf(items, text, JSON_LIST) };
};
const textOf = (value: object | string): string => (typeof value === 'string' ? value : JSON.stringify(value));
export const plainText = (text: string): Answer<never> => ({
  kind: 'text',
  text,
  contentType: 'text/plain; charset=utf-8',
});
/** Events of a list, as text. */
export const eventList = <T>(items: Pages<T>, frame: (item: T) => string): Answer<never> => ({
  kind: 'list',
  list: listOf(items, frame, EVENT_LIST),
});

/** Parses a body, or returns its faults. */
export interface BodyReader<Body> {
  /** JSON Schema for the description, in which it becomes a component. */
  readonly schema: Titled & BodySchema;
  read(value: unknown): { readonly body: Body } | { readonly wrong: readonly Fault[] };
}

/** Cost of a request in the rate limit: a measure of the CPU time of its answer. */
export interface Cost {
  readonly usual: number;
  /** Cost with a query parameter, by name. */
  readonly with?: Readonly<Record<string, number>>;
}

/** The cost of a request with this query. */
export function costOf({ cost }: Pick<Endpoint, 'cost'>, query: Readonly<Record<string, unknown>>): number {
  const { usual = 1, with: dearer } = cost ?? {};
  if (!dearer) return usual;
  const sent = Object.entries(dearer).filter(([name]) => Object.hasOwn(query, name));
  return Math.max(usual, ...sent.map(([, each]) => each));
}

/** A header field of a request. */
export interface HeaderField {
  readonly description: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** An endpoint: its description and its handler. */
export interface Endpoint<P extends Parameters = Parameters, Body = unknown, A = unknown> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  /** Alternative paths. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tag: 'Session' | 'Subscription' | 'Scores' | 'Odds' | 'Fixtures' | 'Roots' | 'Keys' | 'Chain';
  /**
   * Required credentials. `token` implies a session; `holder` is the same but also admits tokens of expired
   * subscriptions.
   */
  readonly needs: 'nothing' | 'session' | 'token' | 'holder';
  /**
   * `embedded`: exists only if the service runs its own chain. `public`: exists only if the operator makes results
   * public; such an endpoint has its own rate limit.
   */
  readonly only?: 'embedded' | 'public';
  readonly parameters: P;
  /** The answer is the same in both wires, so there is no `wire` parameter. */
  readonly hasOneWire?: true;
  /** Cost in the rate limit, default 1. */
  readonly cost?: Cost;
  readonly body?: BodyReader<Body>;
  /** Header fields it reads besides the credentials, for the description. */
  readonly headers?: Readonly<Record<string, HeaderField>>;
  /**
   * Media type and schema of a 200; for event streams the schema of one event. Without a media type the answer is a
   * 204.
   */
  readonly answer:
    | {
        readonly contentType: string;
        readonly schema: AnswerSchema<A>;
        readonly list?: boolean;
        /** A stream does not have a time limit. It does not support HEAD, because that would open the stream. */
        readonly isStream?: true;
      }
    | { readonly contentType: null; readonly isStream?: undefined };
  /** Refusal statuses besides those of every endpoint of its kind. */
  readonly refusals?: readonly number[];
  handle(context: Context<ValuesOf<P>, Body>): Promise<Answer<A>>;
}

/** Type-checks an endpoint, then erases its types for the list of all endpoints. */
export function defineEndpoint<const P extends Parameters, Body = undefined, A = unknown>(
  endpoint: Endpoint<P, Body, A>,
): Endpoint {
  return endpoint as unknown as Endpoint;
}

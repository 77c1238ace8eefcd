import type { Fault } from '../fault.js';
import type { OpenStream } from '../stream/index.js';
import type { Context } from './context.js';
import type { BodySchema } from './docs/bodyRows.js';
import type { AnswerName, Titled } from './docs/schemas.js';
import type { Parameters, ValuesOf } from './parameter.js';

/** What an endpoint answers. */
export type Answer =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'text'; readonly text: string; readonly contentType: string }
  | { readonly kind: 'stream'; readonly stream: OpenStream };

export const nothing: Answer = { kind: 'nothing' };
export const json = (value: unknown): Answer => ({ kind: 'json', value });
const jsonText = (text: string): Answer => ({ kind: 'text', text, contentType: 'application/json; charset=utf-8' });
/** A JSON value, or its text. */
export const jsonOrText = (value: object | string): Answer =>
  typeof value === 'string' ? jsonText(value) : json(value);
/** A list of JSON values, or of their texts. */
export const jsonList = (items: readonly (object | string)[]): Answer =>
  jsonText(`[${items.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(',')}]`);
export const plainText = (text: string): Answer => ({ kind: 'text', text, contentType: 'text/plain; charset=utf-8' });
export const eventText = (text: string): Answer => ({ kind: 'text', text, contentType: 'text/event-stream' });

/** Reads a body, or says what is wrong with it. */
export interface BodyReader<Body> {
  /** JSON Schema, for the description, where it becomes a component. */
  readonly schema: Titled & BodySchema;
  read(value: unknown): { readonly body: Body } | { readonly wrong: readonly Fault[] };
}

/** What a request costs, in requests: a measure of the CPU time of its answer. */
export interface Cost {
  readonly usual: number;
  /** By the name of a query parameter that is sent. */
  readonly with?: Readonly<Record<string, number>>;
}

/** The cost of a request with such a query. */
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

/** One endpoint: its description and what it does. */
export interface Endpoint<P extends Parameters = Parameters, Body = unknown> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With parameters in braces. */
  readonly path: string;
  /** Other paths of the same endpoint. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tag: 'Session' | 'Subscription' | 'Scores' | 'Odds' | 'Fixtures' | 'Keys';
  /** Which credentials are needed; `token` needs the session, too; `holder` the same, whether or not the subscription of the token is over. */
  readonly needs: 'nothing' | 'session' | 'token' | 'holder';
  readonly parameters: P;
  /** The answer is the same in both wires: there is no `wire` to choose. */
  readonly hasOneWire?: true;
  /** As how many requests it counts in limits, 1 when left out; with a query parameter another number. */
  readonly cost?: Cost;
  readonly body?: BodyReader<Body>;
  /** Header fields that it looks at besides the credentials, for the description. */
  readonly headers?: Readonly<Record<string, HeaderField>>;
  /** Media type and name of the schema of a 200; of event streams the schema is that of one event. Without a media type it is a 204. */
  readonly answer: {
    readonly contentType: string | null;
    readonly schema: AnswerName;
    readonly list?: boolean;
    /** It stays open for as long as its reader likes: it has no time limit, and no HEAD, which would open one. */
    readonly isStream?: true;
  };
  /** Statuses of refusals besides those that its kind always has. */
  readonly refusals?: readonly number[];
  handle(context: Context<ValuesOf<P>, Body>): Promise<Answer>;
}

/** Checks the types of an endpoint and forgets them, for the list of all. */
export function defineEndpoint<const P extends Parameters, Body = undefined>(endpoint: Endpoint<P, Body>): Endpoint {
  return endpoint as unknown as Endpoint;
}

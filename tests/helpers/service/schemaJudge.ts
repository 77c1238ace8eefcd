import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { atReference, type Json } from './openApi.js';

/** The fields of one server-sent event. */
export type EventFields = Readonly<Record<string, string>>;

/** The address of the document, from which its schemas refer to its components. */
const DOCUMENT = 'document:';

/** A schema of the document, which refers to the components from outside. */
const outside = (schema: Json): Json => JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT}#/`));

/** Validates answers against what the document declares for the operation, status and media type. */
export class SchemaJudge {
  private readonly ajv = new Ajv2020({ strict: false });
  private readonly compiled = new WeakMap<object, ValidateFunction>();
  private readonly known = new WeakMap<object, readonly Json[]>();

  constructor(readonly document: Json) {
    addFormats.default(this.ajv);
    // Its components are compiled once, for all schemas that refer to them.
    this.ajv.addSchema({ components: document.components }, DOCUMENT);
  }

  /** How a value violates a schema, up to the first fault that decides; empty if it does not. */
  faults(schema: Json, value: Json): string[] {
    const validate = this.compiled.get(schema) ?? this.ajv.compile(outside(schema));
    this.compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.slice(0, 300),
    );
  }

  /** The same for an event: its fields and the JSON in its data. */
  eventFaults(schema: Json, event: EventFields): string[] {
    const faults = this.faults(schema, event);
    if (faults.length > 0) return faults;
    const kinds = this.alternatives(schema).filter((one) => this.faults(one, event).length === 0);
    const all = kinds.map((kind) => this.faults(kind.properties.data.contentSchema, JSON.parse(event.data ?? '')));
    return all.find((one) => one.length === 0) ?? all.flat();
  }

  /** The response that an operation declares for a status. */
  response(path: string, method: string, status: number): Json {
    const item = this.document.paths[path];
    const found = item?.[method.toLowerCase()]?.responses[status] ?? (status === 405 ? item['x-other-methods'] : null);
    if (!found) throw new Error(`${method} ${path} does not say what ${status} is`);
    return this.followed(found);
  }

  /** The alternatives of a schema, expanded until none has alternatives itself. */
  private alternatives(schema: Json): readonly Json[] {
    const followed = this.followed(schema);
    const choices = followed.oneOf ?? followed.anyOf;
    const all = this.known.get(schema) ?? choices?.flatMap((one: Json) => this.alternatives(one)) ?? [followed];
    this.known.set(schema, all);
    return all;
  }

  private followed(part: Json): Json {
    return typeof part.$ref === 'string' ? atReference(this.document, part.$ref) : part;
  }
}

/** The events of a text, each as its fields. Throws on a line that is no field. */
export function eventsIn(text: string): EventFields[] {
  const frames = text.split('\n\n');
  if (frames.pop() !== '') throw new Error('the last event has no end');
  return frames.map((frame) =>
    Object.fromEntries(
      frame.split('\n').map((line) => {
        const [, name = '', value = ''] = /^(\w+): (.*)$/.exec(line) ?? [];
        if (!name) throw new Error(`no field: ${line}`);
        return [name, value];
      }),
    ),
  );
}

/** One mutation that every closed schema rejects. */
export interface Mutation {
  readonly what: 'added' | 'removed' | 'renamed' | 'retyped';
  readonly path: string;
  /** The value with that mutation applied. */
  value(): Json;
}

type Names = readonly (string | number)[];

/** Every field removed, renamed and retyped in turn, and a field added to every object. */
export function* mutations(value: Json): Generator<Mutation> {
  for (const { path, inner } of places(value, ['value'])) {
    const mutation = (what: Mutation['what'], at: Names, edit: (holder: Json, name: string | number) => void) => ({
      what,
      path: path.slice(1).join('.'),
      value: () => changed(value, at, edit),
    });
    yield mutation('retyped', path, (holder, name) => {
      holder[name] = otherType(inner);
    });
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner))
      yield mutation('added', [...path, 'Surplus'], (holder, name) => {
        holder[name] = 1;
      });
    // Elements of lists have no names, and keys of maps do not start with a letter.
    const name = path.at(-1);
    if (path.length === 1 || typeof name !== 'string' || !/^[A-Za-z]/.test(name)) continue;
    yield mutation('removed', path, (holder) => delete holder[name]);
    yield mutation('renamed', path, (holder) => {
      const first = name.charAt(0);
      holder[(first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + name.slice(1)] =
        holder[name];
      delete holder[name];
    });
  }
}

/** A copy in which the container of the last path element was edited. */
function changed(value: Json, path: Names, edit: (holder: Json, name: string | number) => void): Json {
  const copy = structuredClone({ value });
  const holder = path.slice(0, -1).reduce((inner: Json, name) => inner[name], copy);
  edit(holder, path.at(-1) ?? '');
  return copy.value;
}

type Place = { readonly path: Names; readonly inner: Json };

/** The value and every value in it; of a list, the first and the last. */
function* places(value: Json, path: Names): Generator<Place> {
  yield { path, inner: value };
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const at of new Set([0, value.length - 1])) if (at in value) yield* places(value[at], [...path, at]);
    return;
  }
  for (const [name, inner] of Object.entries(value)) yield* places(inner, [...path, name]);
}

function otherType(value: Json): Json {
  // Of what is null, some may be a number, a text or an object instead, and nothing a list.
  if (value === null) return [7];
  if (Array.isArray(value)) return { 0: value[0] ?? null };
  return { string: 7, number: 'x', boolean: 'x', object: [7] }[typeof value as 'string'];
}

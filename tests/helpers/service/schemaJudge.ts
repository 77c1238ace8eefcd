import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { atReference, type Json } from './openApi.js';

/** One server-sent event by its fields. */
export type EventFields = Readonly<Record<string, string>>;

/** Holds answers to a document: to what it says of the operation, the status and the media type. */
export class SchemaJudge {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new WeakMap<object, ValidateFunction>();
  private readonly known = new WeakMap<object, readonly Json[]>();

  constructor(readonly document: Json) {
    addFormats.default(this.ajv);
  }

  /** What is wrong with a value by a schema of the document; for events also with their data. */
  faults(schema: Json, value: Json): string[] {
    // References begin at the root, so the schema stands where the components are.
    const validate = this.compiled.get(schema) ?? this.ajv.compile({ ...schema, components: this.document.components });
    this.compiled.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath} ${message} ${JSON.stringify(params)}`.slice(0, 300),
    );
  }

  /** The same of an event: its fields, and the JSON in its data. */
  eventFaults(schema: Json, event: EventFields): string[] {
    const faults = this.faults(schema, event);
    if (faults.length > 0) return faults;
    const kinds = this.alternatives(schema).filter((one) => this.faults(one, event).length === 0);
    const all = kinds.map((kind) => this.faults(kind.properties.data.contentSchema, JSON.parse(event.data ?? '')));
    return all.find((one) => one.length === 0) ?? all.flat();
  }

  /** The response of an operation to a status. */
  response(path: string, method: string, status: number): Json {
    const item = this.document.paths[path];
    const found = item?.[method.toLowerCase()]?.responses[status] ?? (status === 405 ? item['x-other-methods'] : null);
    if (!found) throw new Error(`${method} ${path} does not say what ${status} is`);
    return this.followed(found);
  }

  /** The schemas that a schema leaves a choice of, down to those that leave none. */
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

/** The events of a text, each as its fields; a line that is no field throws. */
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

/** One thing that no closed schema lets pass. */
export interface Mutation {
  readonly what: 'added' | 'removed' | 'renamed' | 'retyped';
  readonly path: string;
  /** The value with that one thing changed. */
  value(): Json;
}

type Names = readonly (string | number)[];

/** Every field removed, renamed and retyped, one after the other, and a field added to every object. */
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
    // Elements of lists have no names, and those of maps begin with no letter.
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

/** A copy in which the holder of the last name was edited. */
function changed(value: Json, path: Names, edit: (holder: Json, name: string | number) => void): Json {
  const copy = structuredClone({ value });
  const holder = path.slice(0, -1).reduce((inner: Json, name) => inner[name], copy);
  edit(holder, path.at(-1) ?? '');
  return copy.value;
}

type Place = { readonly path: Names; readonly inner: Json };

/** The value and all in it; of a list the first and the last. */
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
  if (value === null) return 7;
  if (Array.isArray(value)) return { 0: value[0] ?? null };
  return { string: 7, number: 'x', boolean: 'x', object: [7] }[typeof value as 'string'];
}

import { parse } from 'yaml';
import type { JsonSchema } from '../../../ts/records/record/schema/jsonSchema.js';
import type { Wire } from '../../../ts/service/edge/answer/wire.js';
import { edgeScene } from './edgeScene.js';

/** Any JSON value of the document. */
// biome-ignore lint/suspicious/noExplicitAny: a document is looked at by its names
export type Json = any;

/** The document of a server with that wire. */
export async function documentOf(wire: Wire): Promise<Json> {
  const { app } = await edgeScene({ wire });
  await app.ready();
  const document = JSON.parse(JSON.stringify(app.swagger()));
  await app.close();
  return document;
}

/** The document that a server serves. */
export async function servedDocument(get: (url: string) => Promise<string>): Promise<Json> {
  return parse(await get('/docs/openapi.yaml'));
}

/** Resolves a reference within the document. Throws when its target is missing. */
export function atReference(document: Json, reference: string): Json {
  const found = reference
    .replace(/^#\//, '')
    .split('/')
    .reduce((inner: Json, name) => inner?.[name], document);
  if (found === undefined) throw new Error(`${reference} leads nowhere`);
  return found;
}

/** A part of the document with every reference resolved. */
export function resolved(document: Json, part: Json): Json {
  if (Array.isArray(part)) return part.map((item) => resolved(document, item));
  if (typeof part !== 'object' || part === null) return part;
  if (typeof part.$ref === 'string') return resolved(document, atReference(document, part.$ref));
  return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, resolved(document, item)]));
}

/** A schema of the document by name, with references resolved. */
export const schemaNamed = (document: Json, name: string): JsonSchema =>
  resolved(document, atReference(document, `#/components/schemas/${name}`));

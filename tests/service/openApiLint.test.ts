import { describe, expect, test } from 'vitest';
import { leftOut } from '../helpers/leftOut.js';
import { atReference, documentOf, type Json } from '../helpers/service/openApi.js';
import { SchemaJudge } from '../helpers/service/schemaJudge.js';

/** Validates a document against the schemas published by the OpenAPI Initiative, and resolves its references. */
interface OutsideValidator {
  validate(document: object): Promise<{ readonly valid: boolean; readonly errors?: unknown }>;
  resolveRefs(): unknown;
}

/** Imported by a computed name, so that only this test needs the package. */
const PACKAGE: string = '@seriousme/openapi-schema-validator';
const outside: { readonly Validator: new () => OutsideValidator } | null = await import(PACKAGE).catch(() => null);
if (!outside) leftOut(`the OpenAPI document against the schema of OpenAPI 3.1: ${PACKAGE} is not installed.`);

/** Every object of the document with its path. */
function* partsOf(
  part: Json,
  at: readonly string[] = [],
): Generator<{ readonly at: readonly string[]; readonly part: Json }> {
  if (typeof part !== 'object' || part === null) return;
  yield { at, part };
  for (const [name, inner] of Object.entries(part)) yield* partsOf(inner, [...at, name]);
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

const DOCUMENTS = [
  ['described', await documentOf('described')],
  ['observed', await documentOf('observed')],
] as const;

describe.each(DOCUMENTS)('the document of a server whose wire is %s', (_wire, document) => {
  const judge = new SchemaJudge(document);
  const operations: { readonly name: string; readonly operation: Json }[] = Object.entries<Json>(
    document.paths,
  ).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      name: `${method} ${path}`,
      operation: item[method],
    })),
  );
  const references = [...partsOf(document)].flatMap(({ part }) => (typeof part.$ref === 'string' ? [part.$ref] : []));

  test.skipIf(!outside)('is valid OpenAPI 3.1 by the schema of the OpenAPI Initiative', async () => {
    const validator = new (outside as NonNullable<typeof outside>).Validator();
    expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
    expect(validator.resolveRefs()).toMatchObject({ openapi: '3.1.0' });
    // The schema does reject an invalid document.
    const broken = structuredClone(document);
    delete broken.paths['/api/odds/stream'].get.responses;
    broken.paths['/api/odds/stream'].get.tag = [];
    expect(await new (outside as NonNullable<typeof outside>).Validator().validate(broken)).toMatchObject({
      valid: false,
    });
  });

  test('has a unique id, a summary and a known tag for each operation', () => {
    const tags = document.tags.map(({ name }: Json) => name);
    expect(operations.length).toBeGreaterThan(20);
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name, operation } of operations) {
      expect([name, operation.operationId]).toEqual([name, expect.stringMatching(/^[a-z]\w+$/)]);
      expect([name, operation.summary]).toEqual([name, expect.stringMatching(/^[A-Z].+[^.]$/)]);
      expect([name, operation.tags.length, tags.includes(operation.tags[0])]).toEqual([name, 1, true]);
      expect([name, Object.keys(operation.responses).some((status) => status.startsWith('2'))]).toEqual([name, true]);
    }
    const used = operations.flatMap(({ operation }) => operation.tags);
    for (const { name, description } of document.tags)
      expect([name, used.includes(name), description]).toEqual([name, true, expect.stringMatching(/\.$/)]);
  });

  test('describes each parameter, body field, header and response', () => {
    for (const { name, operation } of operations) {
      for (const parameter of operation.parameters)
        expect([name, parameter.name, parameter.description]).toEqual([
          name,
          parameter.name,
          expect.stringMatching(/\.$/),
        ]);
      const names = operation.parameters.map((one: Json) => `${one.in} ${one.name}`);
      expect(new Set(names).size).toBe(names.length);
      const body = operation.requestBody?.content['application/json'].schema;
      if (!body) continue;
      const { properties, examples } = atReference(document, body.$ref);
      for (const [field, schema] of Object.entries<Json>(properties))
        expect([name, field, schema.description]).toEqual([name, field, expect.stringMatching(/\.$/)]);
      expect([name, examples.map((one: Json) => judge.faults(body, one))]).toEqual([name, [[]]]);
    }
    for (const [name, response] of Object.entries<Json>(document.components.responses)) {
      expect([name, response.description]).toEqual([name, expect.stringMatching(/\.$/)]);
      for (const [header, { description }] of Object.entries<Json>(response.headers ?? {}))
        expect([name, header, description]).toEqual([name, header, expect.stringMatching(/\.$/)]);
    }
  });

  test('has no dangling reference and no unused component', () => {
    for (const reference of references) expect(() => atReference(document, reference)).not.toThrow();
    for (const kind of ['schemas', 'responses'])
      for (const name of Object.keys(document.components[kind]))
        expect([name, references.includes(`#/components/${kind}/${name}`)]).toEqual([name, true]);
    for (const [name, { title }] of Object.entries<Json>(document.components.schemas)) expect(title).toBe(name);
  });

  test('tells the wallet what to sign', () => {
    const body = document.paths['/api/token/activate'].post.requestBody.content['application/json'].schema;
    const { properties } = atReference(document, body.$ref);
    expect(properties.walletSignature.description).toContain('"<txSig>:7,12:<session token>"');
    expect(properties.walletSignature.description).toContain('"<txSig>::<session token>"');
  });
});

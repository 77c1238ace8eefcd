import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

const SCHEMA = new URL('../../../ts/service/schema/log.schema.json', import.meta.url);
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false });
addFormats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync(SCHEMA, 'utf8')));

/** How a line of a log, or the object in it, violates the schema; empty if it does not. */
export function logFaults(line: string | object): string[] {
  if (validate(typeof line === 'string' ? JSON.parse(line) : line)) return [];
  return [
    JSON.stringify(line).slice(0, 300),
    ...(validate.errors ?? []).map((one) => `${one.schemaPath} ${one.message}`),
  ];
}

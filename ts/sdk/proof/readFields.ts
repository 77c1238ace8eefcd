import type { FieldType, RecordFields, RecordOf } from '../format/recordFields.js';
import type { DocumentNode } from './document.js';

type ReadTime = (node: DocumentNode) => number;

const milliseconds: ReadTime = (node) => node.milliseconds();

/**
 * Reads the fields of a record in Pascal or camel case. Missing lists become empty, and missing optional texts null.
 * Errors, with the path: MALFORMED_RESPONSE, INVALID_NUMBER, UNKNOWN_FIELD.
 */
export const readFields = <F extends RecordFields>(node: DocumentNode, fields: F, time = milliseconds): RecordOf<F> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [name, readField(node, name, type, time)]),
  ) as RecordOf<F>;

function readField(node: DocumentNode, name: string, type: FieldType, time: ReadTime): unknown {
  switch (type) {
    case 'string?': {
      const found = present(node, name);
      return found ? found.string() : null;
    }
    case 'strings':
      return itemsOf(node, name).map((item) => item.string());
    case 'i32s':
      return itemsOf(node, name).map((item) => item.i32());
    case 'bool':
      return node.field(name).boolean();
    case 'time':
      return time(node.field(name));
    default:
      return node.field(name)[type]();
  }
}

/** The field, unless it is missing or null. */
function present(node: DocumentNode, name: string): DocumentNode | undefined {
  const found = node.find(name);
  return found?.value === null ? undefined : found;
}

const itemsOf = (node: DocumentNode, name: string): DocumentNode[] => present(node, name)?.list() ?? [];

/** The subset of JSON Schema that describes request bodies. */
export interface BodySchema {
  readonly type: 'object';
  readonly examples: readonly object[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly { readonly required?: readonly string[] }[];
}

export interface FieldSchema {
  readonly type?: string;
  readonly items?: FieldSchema;
  readonly description?: string;
  readonly [keyword: string]: unknown;
}

/** One row per field of a body: name, whether required, type, description. */
export function bodyRows(schema: BodySchema): string[][] {
  const { properties = {}, required = [], anyOf = [] } = schema;
  const alternatives = anyOf.flatMap((one) => one.required ?? []);
  const need = (name: string): string => {
    if (required.includes(name)) return 'yes';
    return alternatives.includes(name) ? `one of ${alternatives.join(', ')}` : 'no';
  };
  return Object.entries(properties).map(([name, field]) => [
    name,
    need(name),
    typeText(field),
    field.description ?? '',
  ]);
}

const typeText = ({ type = 'any', items }: FieldSchema): string => (items ? `list of ${typeText(items)}` : type);

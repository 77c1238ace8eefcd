/** A JSON object, names as on the wire. */
export type Fields = Readonly<Record<string, unknown>>;

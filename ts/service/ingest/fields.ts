/** A JSON object with wire names. */
export type Fields = Readonly<Record<string, unknown>>;

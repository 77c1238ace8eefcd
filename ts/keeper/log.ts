export type Level = 'debug' | 'info' | 'warn' | 'error';

/** Logs one event with the values that belong to it. */
export type Log = (level: Level, event: string, fields?: Readonly<Record<string, unknown>>) => void;

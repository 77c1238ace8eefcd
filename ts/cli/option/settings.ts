/**
 * Settings that several commands share: from a flag, else the environment, else a file in the working folder. That file
 * may come with a folder from a stranger, so it never chooses the key that signs or the token that is sent.
 */
export const SETTINGS = {
  service: { value: 'url', variable: 'LINESMAN_SERVICE', mayStandInFile: true },
  rpc: { value: 'url', variable: 'LINESMAN_RPC', mayStandInFile: true },
  keypair: { value: 'file', variable: 'LINESMAN_KEYPAIR', mayStandInFile: false },
  apiTokenFile: { value: 'file', variable: 'LINESMAN_API_TOKEN_FILE', mayStandInFile: false },
} as const;

export type Setting = keyof typeof SETTINGS;

/** The source of a value. */
export type Source = 'flag' | 'environment' | 'file' | 'default';

/** The source of each setting. Absent if the command was not called from a command line. */
export interface Configured {
  readonly from?: Readonly<Partial<Record<Setting, Source>>>;
}

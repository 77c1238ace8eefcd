import { LinesmanError } from '../../../ts/sdk/error/linesmanError.js';
import { lockFolder } from '../../../ts/sdk/node/folderLock.js';

/** Locks a folder until it is killed, or says which error refused it. */
export interface LockHolderArguments {
  readonly folder: string;
}
export interface LockHolderSaid {
  readonly pid: number;
  /** `null`: it holds the lock. */
  readonly refused: number | null;
}

const { folder } = JSON.parse(process.argv[2] ?? '') as LockHolderArguments;
const say = (refused: number | null): void => {
  process.stdout.write(`${JSON.stringify({ pid: process.pid, refused } satisfies LockHolderSaid)}\n`);
};
try {
  lockFolder(folder);
  say(null);
  setInterval(() => {}, 1_000_000);
} catch (error) {
  if (!(error instanceof LinesmanError)) throw error;
  say(error.number);
}

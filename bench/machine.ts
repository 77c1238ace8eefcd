import { cpus, totalmem } from 'node:os';

/** The machine as far as figures depend on it, without anything that identifies it among others of its kind. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** In GiB. */
  readonly memory: number;
  readonly node: string;
  readonly platform: string;
}

export function machine(): Machine {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() || 'unknown',
    cores: all.length,
    memory: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    platform: `${process.platform} ${process.arch}`,
  };
}

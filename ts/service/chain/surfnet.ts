import { createRequire } from 'node:module';
import { fail, NO_EMBEDDED_CHAIN } from '../../error/index.js';

/** The chain inside this process, as far as it is used here. */
export interface Surfnet {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  fundSol(address: string, lamports: number): void;
  setAccount(address: string, lamports: number, data: number[], owner: string): void;
  deploy(options: { programId: string; soPath: string }): string;
  drainEvents(): unknown[];
  stop(): void;
}

export interface SurfnetConfig {
  readonly offline: boolean;
  /** `clock`: blocks come at their time; `transaction`, the default: with each transaction. */
  readonly blockProductionMode?: 'clock' | 'transaction';
  readonly slotTimeMs?: number;
}

export interface SurfnetModule {
  startWithConfig(config: SurfnetConfig): Surfnet;
}

/** Native, for one platform, and therefore an optional dependency. */
const PACKAGE = '@solana/surfpool-linux-x64-gnu';

/** The native module, or `null` where it is not installed. */
export function surfnetModule(): SurfnetModule | null {
  try {
    return createRequire(import.meta.url)(PACKAGE).Surfnet;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
}

/** The same where there has to be one. Errors: NO_EMBEDDED_CHAIN. */
export const requireSurfnet = (): SurfnetModule =>
  surfnetModule() ?? fail(NO_EMBEDDED_CHAIN, { package: PACKAGE, platform: `${process.platform} ${process.arch}` });

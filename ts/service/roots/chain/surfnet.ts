import { createRequire } from 'node:module';
import { fail, NO_EMBEDDED_CHAIN } from '@linesman/sdk/error';

/** The parts of the embedded chain's API used here. */
export interface Surfnet {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  fundSol(address: string, lamports: number): void;
  setAccount(address: string, lamports: number, data: number[], owner: string): void;
  deploy(options: { programId: string; soPath: string } | { programId: string; soBytes: number[] }): string;
  drainEvents(): { readonly kind: string }[];
  stop(): void;
}

export interface SurfnetConfig {
  readonly offline: boolean;
  /** When blocks are produced: at regular times (`clock`) or with each transaction (`transaction`, the default). */
  readonly blockProductionMode?: 'clock' | 'transaction';
  readonly slotTimeMs?: number;
  /** Every feature that the chain knows is active; by default those of mainnet. */
  readonly allFeatures?: boolean;
}

export interface SurfnetModule {
  startWithConfig(config: SurfnetConfig): Surfnet;
}

/** A native package for each platform. All are optional dependencies; npm installs the one that fits. */
const PACKAGES: Readonly<Record<string, string>> = {
  'darwin arm64': '@solana/surfpool-darwin-arm64',
  'darwin x64': '@solana/surfpool-darwin-x64',
  'linux x64': '@solana/surfpool-linux-x64-gnu',
};
const PLATFORM = `${process.platform} ${process.arch}`;

/** The native module, or `null` if this platform has none or it is not installed. */
export function surfnetModule(platform = PLATFORM): SurfnetModule | null {
  const name = PACKAGES[platform];
  if (name === undefined) return null;
  try {
    return createRequire(import.meta.url)(name).Surfnet;
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error;
    return null;
  }
}

/** Like `surfnetModule`, but required. Errors: NO_EMBEDDED_CHAIN. */
export const requireSurfnet = (platform = PLATFORM): SurfnetModule =>
  surfnetModule(platform) ??
  fail(NO_EMBEDDED_CHAIN, { package: PACKAGES[platform] ?? null, platform, platforms: Object.keys(PACKAGES) });

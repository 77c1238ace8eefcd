import { type Address, address } from './address.js';

/** The system program: 32 zero bytes. */
export const SYSTEM_PROGRAM_ID: Address = address('11111111111111111111111111111111');

/** 32 zero bytes: how accounts store "no address". */
export const ZERO_ADDRESS = SYSTEM_PROGRAM_ID;

export const COMPUTE_BUDGET_PROGRAM_ID: Address = address('ComputeBudget111111111111111111111111111111');
export const ED25519_PROGRAM_ID: Address = address('Ed25519SigVerify111111111111111111111111111');
export const UPGRADEABLE_LOADER_ID: Address = address('BPFLoaderUpgradeab1e11111111111111111111111');

/** The sysvar from which programs read the time. */
export const CLOCK_SYSVAR: Address = address('SysvarC1ock11111111111111111111111111111111');

/** The sysvar through which a program reads the other instructions of its transaction. */
export const INSTRUCTIONS_SYSVAR: Address = address('Sysvar1nstructions1111111111111111111111111');

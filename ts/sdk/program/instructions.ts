import * as oracle from './oracle/instructions.js';
import * as settlement from './settlement/instructions.js';

/** Every instruction of both programs. */
export const INSTRUCTIONS = { ...oracle, ...settlement } as const;

export type InstructionKey = keyof typeof INSTRUCTIONS;

import { Command } from 'commander';
import { addDecode } from './command/decode.js';
import { addEncode } from './command/encode.js';
import { addError } from './command/error.js';
import { addVerify } from './command/verify.js';

/** `linesman` with all its commands. */
export function linesman(version: string): Command {
  const command = new Command('linesman')
    .description('Prove a sports result on Solana, settle on it, and run the oracle that proves it.')
    .version(version)
    .showHelpAfterError('(--help says more)')
    .exitOverride();
  for (const add of [addVerify, addEncode, addDecode, addError]) add(command);
  return command;
}

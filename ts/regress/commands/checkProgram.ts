import { argument, command, type FlagsOf, flag, option, parseAddress, rpcSetting } from '@linesman/cli';

const HELP = `
Reads the program from the chain and compares its bytes with a compiled file: --artifact, or the program in this package
with the name in the deployed program's security.txt, oracle or settlement, in the same format (SBPF v3 or v0). It
ignores the zeros that fill the account behind the program. It also shows who may upgrade the program, whether its IDL
and a security.txt are on chain, and for an oracle until when the publisher alone may publish a root.

A settlement program that holds other people's money should be frozen, so that no one can upgrade it.

Examples:
  $ linesman check-program 5M8j… --rpc mainnet-beta
  $ linesman check-program 8sCh… --artifact target/deploy/settlement.so --rpc devnet --json

Exit code: 0 the same bytes, 1 other bytes, 2 if they could not be compared.`;

const ROWS = {
  address: argument('<address>', 'the program', parseAddress),
  artifact: option('<file>', 'compiled program (.so) to compare with (default: the same program of this package)'),
  rpc: rpcSetting(),
  json: flag('print JSON'),
};
export type CheckProgramFlags = FlagsOf<typeof ROWS>;

export const checkProgramCommand = command({
  about: 'Compares the bytes of a deployed program with those of a compiled file.',
  help: HELP,
  rows: ROWS,
  run: async (flags, terminal) => (await import('./runCheckProgram.js')).runCheckProgram(flags, terminal),
});

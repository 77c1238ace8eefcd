import type { Command } from 'commander';
import { sportOf } from '../../format/index.js';
import { choice } from '../option/option.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import type { Terminal } from '../terminal/terminal.js';
import { formLine } from './formLine.js';
import { readOracleKey } from './readOracleKey.js';
import { readProof } from './readProof.js';

interface Flags {
  readonly where?: string;
  readonly form?: string;
  readonly as: string;
  readonly json?: true;
  readonly sport?: string;
  readonly witness?: string;
  readonly oracleKey?: string;
  readonly check: boolean;
  readonly explain?: boolean;
  readonly oracleProgram?: string;
  readonly settlementProgram?: string;
  readonly owner?: string;
  readonly bufferId?: string;
}

const HELP = `
Forms (default: the validation of the answer's own version):
  v1, v2, v3, v4    validate_stat, validate_stat_v2, _v3, _v4 with the strategy of --where, which must use every stat
                    exactly once; v1 answers can become v2, and v4 answers v3
  settle            settle of the settlement program, without --where: the market holds the condition
  compact           settle in the compact form: smaller, as it leaves out what the market knows or the program computes
  settle-from-buffer
                    settle for a proof too large for one transaction: buffer_create, each buffer_write,
                    settle_from_buffer and buffer_close, one per line; each is a transaction of its own
  propose-void      propose_void of the settlement program, for a fixture that was abandoned or cancelled
  odds, odds-v4, fixture, fixture-batch

--explain lists the forms in which one transaction, or else a buffer, could settle with the proof: sizes, limits, and
the form to choose.

hex and base64 print only the instruction data. json adds the accounts and, for a signed answer, the Ed25519 instruction
that must come right before; its data is null without --oracle-key.

Examples:
  $ linesman encode answer.json --where 'k1 - k2 > 0'
  $ linesman encode answer.json --form settle --as base64
  $ linesman encode answer.json --form settle --explain
  $ linesman encode half-time-0-0.json --form settle --witness corners.json

Exit code: 0, or 2 for anything that cannot be encoded.`;

export function addEncode(parent: Command, terminal: Terminal, finish: (code: number) => void): void {
  parent
    .command('encode')
    .summary('print instruction data for a proof')
    .description('Turns an answer of the service into instruction data of the oracle or the settlement program.')
    .argument('<file>', 'answer of the service; - for standard input')
    .option('--where <condition>', 'condition on the stats, as in "linesman verify --help"')
    .option('--form <form>', 'instruction to print, see below')
    .option('--as <encoding>', 'hex, base64 or json', 'hex')
    .option('--json', 'the same as --as json')
    .option('--sport <sport>', 'soccer, basketball or us-football: to check zero stats (default: soccer)')
    .option(
      '--witness <file>',
      'settle, compact, settle-from-buffer: to show that the event is final: an answer of the same event with a ' +
        'present stat, of version 1 or 2 or about one stat',
    )
    .option('--oracle-key <key>', 'key that signed a version 4 answer')
    .option('--no-check', 'encode without verifying the proof first')
    .option('--explain', 'settle, compact: list the possible forms instead of the data')
    .option('--oracle-program <address>', 'oracle program (default: the local one)')
    .option('--settlement-program <address>', 'settlement program (default: the local one)')
    .option('--owner <address>', 'settle-from-buffer: owner of the buffer; json then has its address')
    .option('--buffer-id <number>', "settle-from-buffer: the owner's number for the buffer (default: 0)")
    .addHelpText('after', HELP)
    .action(async (file: string, flags: Flags) => {
      const { encodeProof } = await import('./encodeProof.js');
      const encoding = choice('--as', ['hex', 'base64', 'json'])(flags.json ? 'json' : flags.as);
      const proof = await readProof(file, terminal);
      const encoded = encodeProof(proof, {
        sport: sportOf(flags.sport ?? 'soccer'),
        check: flags.check,
        where: flags.where,
        form: flags.form,
        witness: flags.witness === undefined ? undefined : await readProof(flags.witness, terminal),
        oracleKey: flags.oracleKey === undefined ? undefined : readOracleKey(flags.oracleKey),
        oracleProgram: flags.oracleProgram,
        settlementProgram: flags.settlementProgram,
        owner: flags.owner,
        bufferId: flags.bufferId,
        explain: flags.explain === true,
      });
      const lines = () =>
        encoded.data.map((data) => `${Buffer.from(data).toString(encoding as 'hex' | 'base64')}\n`).join('');
      if (encoding === 'json') terminal.out(json(encoded.json));
      else terminal.out(encoded.candidates ? encoded.candidates.map(formLine).join('') : lines());
      finish(EXIT.valid);
    });
}

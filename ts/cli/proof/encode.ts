import { SPORT_WORDS } from '@linesman/sdk/internal/format/sportWords';
import { command } from '../command.js';
import { choice, parseAddress, parseSport, parseU64 } from '../option/optionValue.js';
import { argument, type FlagsOf, flag, option } from '../option/row.js';
import { EXIT } from '../terminal/exitCode.js';
import { json } from '../terminal/print.js';
import { formLine } from './formLine.js';
import { readOracleKey } from './readOracleKey.js';
import { readProof } from './readProof.js';

const HELP = `
Forms (default: the validation of the answer's own version):
  v1, v2, v3, v4    validate_stat, validate_stat_v2, _v3, _v4 with the strategy of --where, which must use every stat
                    exactly once; v1 answers can become v2, and v4 answers v3
  settle            settle of the settlement program, without --where: the market holds the condition
  compact           settle in the compact encoding: smaller, as it omits what the market knows or the program computes
  settle-from-buffer
                    settle for a proof too large for one transaction: buffer_create, each buffer_write,
                    settle_from_buffer and buffer_close, one per line; each is its own transaction
  propose-void      propose_void of the settlement program, for a fixture that was abandoned or cancelled
  odds, odds-v4, fixture, fixture-batch

--explain lists how one transaction, or otherwise a buffer, can settle with the proof: encodings, sizes, limits, and the
recommended one.

hex and base64 print only the instruction data. json adds the accounts and, for a signed answer, the Ed25519 instruction
that must come directly before; without --oracle-key, its data is null.

Examples:
  $ linesman encode answer.json --where 'k1 - k2 > 0'
  $ linesman encode answer.json --form settle --as base64
  $ linesman encode answer.json --form settle --explain
  $ linesman encode half-time-0-0.json --form settle --witness corners.json

Exit code: 0, or 2 for anything that cannot be encoded.`;

const parseForm = choice(
  ...['v1', 'v2', 'v3', 'v4', 'settle', 'compact', 'settle-from-buffer', 'propose-void'],
  ...['odds', 'odds-v4', 'fixture', 'fixture-batch'],
);
export type Form = ReturnType<typeof parseForm>;

const ROWS = {
  file: argument('<file>', 'answer of the service; - for standard input'),
  where: option('<condition>', 'condition on the stats, as in "linesman verify --help"'),
  form: option('<form>', 'instruction to print, see below', parseForm),
  as: option('<encoding>', 'hex, base64 or json', choice('hex', 'base64', 'json'), 'hex'),
  json: flag('the same as --as json'),
  sport: option('<sport>', `${SPORT_WORDS}: to check zero stats`, parseSport, 'soccer'),
  witness: option(
    '<file>',
    'settle, compact, settle-from-buffer: to show that the record is final: an answer of the same record with a ' +
      'present stat, of version 1 or 2 or about one stat',
  ),
  oracleKey: option('<key>', 'key that signed a version 4 answer', readOracleKey),
  noCheck: flag('encode without verifying the proof first'),
  explain: flag('settle, compact: list the possible encodings instead of the data'),
  oracleProgram: option('<address>', 'oracle program (default: the local one)', parseAddress),
  settlementProgram: option('<address>', 'settlement program (default: the local one)', parseAddress),
  owner: option('<address>', 'settle-from-buffer: owner of the buffer; json then has its address', parseAddress),
  bufferId: option('<number>', "settle-from-buffer: the owner's number for the buffer (default: 0)", parseU64),
};
export type EncodeFlags = FlagsOf<typeof ROWS>;

export const encodeCommand = command({
  about: 'Turns an answer of the service into instruction data of the oracle or the settlement program.',
  help: HELP,
  rows: ROWS,
  run: async ({ file, as, json: asJson, witness, ...options }, terminal) => {
    const { encodeProof } = await import('./encodeProof.js');
    const proof = await readProof(file, terminal);
    const other = witness === undefined ? {} : { witness: await readProof(witness, terminal) };
    const { data, json: document, candidates } = encodeProof(proof, { ...options, ...other });
    if (asJson || as === 'json') terminal.out(json(document));
    else if (candidates) terminal.out(candidates.map(formLine).join(''));
    else terminal.out(data.map((bytes) => `${Buffer.from(bytes).toString(as)}\n`).join(''));
    return EXIT.valid;
  },
});

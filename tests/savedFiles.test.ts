import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { base58 } from '@scure/base';
import { describe, expect, test } from 'vitest';
import { readJsonOption } from '../ts/cli/option/readJsonOption.js';
import { readContent } from '../ts/explorer/pages/proof/subject.js';
import { readCaseFile } from '../ts/regress/case/caseFolder.js';
import { readLedger } from '../ts/regress/ledger/ledger.js';
import { LinesmanError } from '../ts/sdk/error/linesmanError.js';
import { INSTRUCTIONS } from '../ts/sdk/program/instructions.js';
import { parseProof } from '../ts/sdk/proof/parse.js';
import { readRootsFile } from '../ts/sdk/proof/rootsFile.js';
import { verify } from '../ts/sdk/proof/verify.js';
import { readCase } from '../ts/sdk/prove/caseFile.js';
import { linesman } from './helpers/cli.js';
import { temporaryFolder } from './helpers/temporaryFolder.js';
import { thrown } from './helpers/thrown.js';

/**
 * Files as people have them, given to everything that reads files: each form is read, or refused by the name of what it
 * is. A new reader gets a row in `ANSWER_READERS` or `ROOTS_READERS`.
 */

const example = (path: string): string => readFileSync(new URL(`../examples/${path}`, import.meta.url), 'utf8');
const sample = (name: string): Uint8Array => readFileSync(new URL(`cases/${name}`, import.meta.url));
const folder = temporaryFolder('saved-files');

let files = 0;
function saved(content: string | Uint8Array, name = `${files++}.json`): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const ANSWER = example('proofs/final-win.json').trim();
const ROOTS = JSON.parse(example('roots/scores.json')) as { data: string; epochDay: number };
const ACCOUNT = new Uint8Array(Buffer.from(ROOTS.data, 'base64'));
const HEX = Buffer.from(ACCOUNT).toString('hex');
const INTEGERS = [...ACCOUNT];

const utf16 = (text: string, mark = '\ufeff'): Uint8Array => Buffer.from(mark + text, 'utf16le');
const bigEndian = (text: string): Uint8Array => Buffer.from(utf16(text)).swap16();
const marked = (text: string): string => `\ufeff${text}`;
const page = '<!DOCTYPE html><html><body>502 Bad Gateway</body></html>';
const zip = Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0);

/** What a reader made of a file: nothing to complain about, or what it said. */
type Read = (content: string | Uint8Array) => Promise<string> | string;
const READ = 'read';

/** The message of an error, or `READ`. */
function saying(run: () => unknown): string {
  try {
    run();
    return READ;
  } catch (error) {
    if (error instanceof LinesmanError) return `${error.message} ${error.hint}`;
    throw error;
  }
}

const command =
  (args: (file: string) => readonly string[], code = 0): Read =>
  async (content) => {
    const ran = await linesman(args(saved(content)));
    return ran.code === code ? READ : ran.stderr;
  };
const piped =
  (...args: readonly string[]): Read =>
  async (content) => {
    const ran = await linesman(args, content);
    return ran.code === 0 ? READ : ran.stderr;
  };

const ANSWER_READERS: Readonly<Record<string, Read>> = {
  'linesman verify': command((file) => ['verify', file]),
  'linesman verify -': piped('verify', '-'),
  'linesman verify, of several': async (content) => {
    const { stdout, stderr, code } = await linesman(['verify', saved(ANSWER), saved(content)]);
    return code === 0 ? READ : stdout + stderr;
  },
  'linesman inspect': command((file) => ['inspect', file]),
  'linesman encode': command((file) => ['encode', file, '--where', 'k1 - k2 > 0']),
  'the proof page': (content) =>
    saying(() => parseProof(readContent(new Uint8Array(Buffer.from(content as string)), 'x.json').subject?.original)),
};

/** `read`, or the name of what it is; in the command line only, where it differs. */
const ANSWERS: Readonly<Record<string, readonly [content: string | Uint8Array, right: RegExp | typeof READ]>> = {
  'as it came': [ANSWER, READ],
  'in data': [`{"status":"ok","data":${ANSWER}}`, READ],
  'in result': [`{"jsonrpc":"2.0","id":1,"result":${ANSWER}}`, READ],
  'in response, with notes': [`{"name":"x","notes":"y","response":${ANSWER}}`, READ],
  'in Data': [`{"Data":${ANSWER}}`, READ],
  'in result in data': [`{"data":{"result":${ANSWER}}}`, READ],
  'in a list of one': [`[${ANSWER}]`, READ],
  'in a list of one in data': [`{"data":[${ANSWER}]}`, READ],
  'with a byte order mark': [marked(ANSWER), READ],
  'as UTF-16': [utf16(ANSWER), READ],
  'as UTF-16 without a mark': [utf16(ANSWER, ''), READ],
  'as UTF-16, big-endian': [bigEndian(ANSWER), READ],
  'with Windows line ends': [JSON.stringify(JSON.parse(ANSWER), null, 2).replaceAll('\n', '\r\n'), READ],
  'in a list of two': [`[${ANSWER},${ANSWER}]`, /a list of 2 entries/],
  'in a list of none': ['[]', /a list of 0 entries/],
  'twice, in data and in result': [
    `{"data":${ANSWER},"result":${ANSWER}}`,
    /has several answers: \$\.data and \$\.result/,
  ],
  'as a text in data': [JSON.stringify({ ts: 1, data: ANSWER }), /\$\.data is JSON as a text/],
  'as an event stream': [`id: 1\nevent: scores\ndata: ${ANSWER}\n\n`, /is an event stream/],
  'as an event stream with a comment': [`: hello\n\ndata: ${ANSWER}\n\n`, /is an event stream/],
  'with HTTP headers': [
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n${ANSWER}`,
    /is a response with its HTTP headers.*curl without -i/s,
  ],
  'with the headers of curl -v': [`> GET / HTTP/1.1\n< HTTP/1.1 200 OK\n${ANSWER}`, /HTTP headers|is not JSON/],
  'two, one a line': [`${JSON.stringify(JSON.parse(ANSWER))}\n`.repeat(2), /several JSON documents, one per line/],
  'cut off': [ANSWER.slice(0, 500), /ends too early/],
  nothing: ['', /is empty/],
  'white space': [' \n', /is empty/],
  'a web page': [page, /is an HTML page/],
  XML: ['<?xml version="1.0"?><Error/>', /is XML/],
  'a ZIP archive': [zip, /is a ZIP archive/],
  'zstd data': [Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 1), /compressed with zstd/],
  'hexadecimal text': [Buffer.from(ANSWER).toString('hex'), /is hexadecimal text/],
  'Base64 text': [Buffer.from(ANSWER).toString('base64'), /is Base64 or Base58 text/],
  'problem details': [
    '{"type":"about:blank","title":"NotPublishedYet","status":404,"detail":"Not published yet.","code":7065}',
    /the service said: Not published yet/,
  ],
  'an error of JSON-RPC': [sample('roots-node-error.json'), /said: Node is behind by 42 slots \(-32005\)/],
  'an error in one word': ['{"error":"Unauthorized"}', /said: Unauthorized/],
  'the roots account': [example('roots/scores.json'), /is an account, not an answer|no proof/],
  'other JSON': ['{"hello":1}', /not a known answer: its only fields are "hello"/],
  'no JSON': ['hello', /is not JSON/],
  null: ['null', /is null, not an object/],
  'many brackets': ['['.repeat(100_000), /is not JSON: it ends too early/],
};

describe.each(Object.entries(ANSWERS))('an answer: %s', (_, [content, right]) => {
  test.each(Object.entries(ANSWER_READERS))('%s', async (reader, read) => {
    // The page takes roots, too, so it reads the account.
    if (reader === 'the proof page' && content === example('roots/scores.json')) return;
    const said = await read(content);
    if (right === READ) expect(said).toBe(READ);
    else expect(said.replace(/\s+/g, ' ')).toMatch(right);
  });
});

test('a file that is compressed with gzip is read by commands, and named by the library', async () => {
  for (const [reader, read] of Object.entries(ANSWER_READERS)) {
    const said = await read(gzipSync(ANSWER));
    expect([reader, said]).toEqual([reader, reader === 'the proof page' ? expect.stringContaining('gzip') : READ]);
  }
  expect(thrown(() => parseProof(gzipSync(ANSWER))).message).toContain('is compressed with gzip');
  expect(thrown(() => readRootsFile(gzipSync(ANSWER), 'x')).message).toContain('is compressed with gzip');
  const cut = await linesman(['verify', saved(gzipSync(ANSWER).subarray(0, 200))]);
  expect([cut.code, cut.stderr]).toEqual([2, expect.stringContaining('gzip that is damaged or cut off')]);
  const bomb = await linesman(['verify', saved(gzipSync(Buffer.alloc(17 * 1024 * 1024)))]);
  expect([bomb.code, bomb.stderr]).toEqual([2, expect.stringContaining('larger than 16 MiB')]);
});

test('the path of a fault leads through what wraps the answer', () => {
  const broken = { data: [{ ...JSON.parse(ANSWER), summary: 5 }] };
  expect(thrown(() => parseProof(JSON.stringify(broken)))).toMatchObject({ context: { path: '$.data[0].summary' } });
});

test('parseProof names UTF-16 and a byte order mark, which it does not read', () => {
  expect(thrown(() => parseProof(utf16(ANSWER))).message).toContain('is UTF-16 text');
  expect(thrown(() => parseProof(utf16(ANSWER, ''))).message).toContain('is UTF-16 text');
  expect(thrown(() => parseProof(marked(ANSWER))).message).toContain('byte order mark');
});

const ROOTS_READERS: Readonly<Record<string, Read>> = {
  'linesman verify --roots': command((file) => ['verify', saved(ANSWER), '--roots', file]),
  'linesman verify --roots -': piped('verify', saved(ANSWER), '--roots', '-'),
  'linesman inspect --roots': command((file) => ['inspect', saved(ANSWER), '--roots', file]),
  readRootsFile: (content) =>
    saying(() => matching(readRootsFile(new Uint8Array(Buffer.from(content as string)), 'x'))),
  'the proof page': (content) =>
    saying(() => {
      const { roots, subject } = readContent(new Uint8Array(Buffer.from(content as string)), 'x');
      if (subject) parseProof(subject.original);
      else if (roots) matching(roots.bytes);
    }),
};

function matching(account: Uint8Array): void {
  expect(verify(parseProof(ANSWER), { sport: 'soccer', rootsAccount: account })).toMatchObject({ published: true });
}

const rpc = (value: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } });
const account = (data: unknown): object => ({ lamports: 1, owner: '1'.repeat(32), executable: false, data });
const WRAPPED = (text: string, width: number): string => text.match(new RegExp(`.{1,${width}}`, 'g'))?.join('\n') ?? '';

const ACCOUNTS: Readonly<Record<string, readonly [content: string | Uint8Array, right: RegExp | typeof READ]>> = {
  'raw bytes': [ACCOUNT, READ],
  'linesman roots': [example('roots/scores.json'), READ],
  getAccountInfo: [rpc(account([ROOTS.data, 'base64'])), READ],
  'the oldest getAccountInfo': [rpc(account(ROOTS.data)), READ],
  'getMultipleAccounts of one': [rpc([account([ROOTS.data, 'base64'])]), READ],
  'getMultipleAccounts, one of which does not exist': [rpc([null, account([ROOTS.data, 'base64'])]), READ],
  getProgramAccounts: [JSON.stringify({ result: [{ pubkey: 'x', account: account([ROOTS.data, 'base64']) }] }), READ],
  'a wallet': [JSON.stringify({ pubkey: 'x', account: account([ROOTS.data, 'base64']) }), READ],
  data_base64: [JSON.stringify({ pubkey: 'x', data_base64: ROOTS.data }), READ],
  dataBase64: [JSON.stringify({ dataBase64: ROOTS.data }), READ],
  data_hex: [JSON.stringify({ data_hex: HEX }), READ],
  'hex in data': [JSON.stringify({ epochDay: ROOTS.epochDay, data: HEX }), READ],
  'hex in data with 0x': [JSON.stringify({ data: `0x${HEX.toUpperCase()}` }), READ],
  'hex in data, named Base64': [JSON.stringify({ data: [HEX, 'base64'] }), READ],
  'a Buffer as JSON': [JSON.stringify({ data: Buffer.from(ACCOUNT) }), READ],
  'a Buffer as JSON alone': [JSON.stringify(Buffer.from(ACCOUNT)), READ],
  'a Uint8Array as JSON': [JSON.stringify({ data: ACCOUNT }), READ],
  'integers in data': [JSON.stringify({ data: INTEGERS }), READ],
  'integers alone': [JSON.stringify(INTEGERS), READ],
  'signed integers': [JSON.stringify({ data: [...new Int8Array(ACCOUNT)] }), READ],
  'hex text': [`${HEX}\n`, READ],
  'hex text with 0x': [`0x${HEX}`, READ],
  'hex text in lines': [WRAPPED(HEX, 60), READ],
  'Base64 text in lines': [WRAPPED(ROOTS.data, 76), READ],
  'Base64 as a JSON text': [JSON.stringify(ROOTS.data), READ],
  'with a byte order mark': [marked(example('roots/scores.json')), READ],
  'hex text with a byte order mark': [marked(HEX), READ],
  'as UTF-16': [utf16(example('roots/scores.json')), READ],
  'hex text as UTF-16': [utf16(HEX), READ],
  'an account that does not exist': [sample('roots-account-missing.json'), /the account does not exist/],
  'accounts that do not exist': [rpc([null, null]), /the account does not exist/],
  'an error of the node': [sample('roots-node-error.json'), /said: Node is behind by 42 slots/],
  'several accounts': [rpc([account([ROOTS.data, 'base64']), account([ROOTS.data, 'base64'])]), /it has 2 accounts/],
  'parsed data': [rpc(account({ program: 'x', parsed: {}, space: 9232 })), /its data is parsed/],
  'compressed data': [rpc(account(['KLUv/QBY', 'base64+zstd'])), /encoding base64\+zstd/],
  'bytes that are none': [JSON.stringify({ data: [1, 2, 300, 4, 5, 6, 7, 8, 9, 10, 11] }), /range from 0 to 300/],
  'too few bytes': [JSON.stringify({ data: [1, 2] }), /its data has 2 bytes/],
  'another day': [JSON.stringify({ epochDay: ROOTS.epochDay + 1, data: ROOTS.data }), /its epochDay is not/],
  'text that is no bytes': [JSON.stringify({ data: '!!!' }), /neither integers, hex nor padded Base64/],
  'no data': ['{"epochDay":1}', /no field "data"|not a known answer/],
  'a web page': [page, /is an HTML page/],
  nothing: ['', /is empty/],
  'an answer with HTTP headers': [`HTTP/2 200\r\n\r\n${example('roots/scores.json')}`, /its HTTP headers/],
  'a ZIP archive': [zip, /is a ZIP archive/],
};

describe.each(Object.entries(ACCOUNTS))('a roots account: %s', (_, [content, right]) => {
  test.each(Object.entries(ROOTS_READERS))('%s', async (_reader, read) => {
    const said = await read(content);
    if (right === READ) expect(said).toBe(READ);
    else expect(said.replace(/\s+/g, ' ')).toMatch(right);
  });
});

test('an answer in place of a roots account is named', () => {
  for (const text of [ANSWER, `{"data":${ANSWER}}`])
    expect(thrown(() => readRootsFile(Buffer.from(text), 'x')).message).toContain('is an answer with a proof');
});

test.each(['roots-buffer.json', 'roots-data_base64.json', 'roots-hex.txt'])('%s is an account of day 20833', (name) => {
  expect(new DataView(readRootsFile(sample(name), name).buffer).getUint16(8, true)).toBe(20_833);
});

const DATA = INSTRUCTIONS.stake.encode({ outcome: 1, amount: 5n, termsHash: new Uint8Array(32).fill(7) });
const IN_BASE58 = base58.encode(DATA);

test.each<[string, string | Uint8Array]>([
  ['hex', Buffer.from(DATA).toString('hex')],
  ['hex with 0x', `0x${Buffer.from(DATA).toString('hex')}`],
  ['Base64', Buffer.from(DATA).toString('base64')],
  ['Base58', IN_BASE58],
  ['Base58 in quotation marks', JSON.stringify(IN_BASE58)],
  ['an instruction of getTransaction', JSON.stringify({ accounts: [0, 1], data: IN_BASE58, programIdIndex: 4 })],
  ['an instruction with the name of the encoding', JSON.stringify({ data: [IN_BASE58, 'base58'] })],
  ['a Buffer as JSON', JSON.stringify(Buffer.from(DATA))],
  ['an instruction of web3.js as JSON', JSON.stringify({ keys: [], programId: 'x', data: [...DATA] })],
  ['an instruction of Kit as JSON', JSON.stringify({ accounts: [], programAddress: 'x', data: DATA })],
  ['integers', JSON.stringify([...DATA])],
  ['UTF-16', utf16(IN_BASE58)],
  ['a byte order mark', marked(IN_BASE58)],
  ['gzip', gzipSync(IN_BASE58)],
])('linesman decode reads %s', async (_, text) => {
  const { code, stdout, stderr } = await linesman(['decode', '-', '--json'], text);
  expect([code, stderr]).toEqual([0, '']);
  expect(JSON.parse(stdout)).toMatchObject({ instruction: 'stake', bytes: DATA.length });
  if (typeof text === 'string' && !text.startsWith('\ufeff'))
    expect((await linesman(['decode', text, '--json'])).stdout).toBe(stdout);
});

test('every instruction is decoded from Base58', async () => {
  for (const { discriminator } of Object.values(INSTRUCTIONS)) {
    const { stderr } = await linesman(['decode', base58.encode(discriminator)]);
    expect(stderr).not.toMatch(/discriminator [0-9a-f]{16}|neither hex/);
  }
});

test('linesman encode and decode fit together, whatever the form', async () => {
  for (const form of ['hex', 'base64', 'json']) {
    const { stdout } = await linesman(['encode', saved(ANSWER), '--where', 'k1 - k2 > 0', '--as', form]);
    expect(await linesman(['decode', '-'], stdout)).toMatchObject({ code: 0, stderr: '' });
  }
});

test.each<[string, string, RegExp]>([
  ['a transaction', JSON.stringify({ transaction: { message: {} } }), /is a transaction/],
  [
    'two instructions',
    JSON.stringify({ instructions: [{ data: IN_BASE58 }, { data: IN_BASE58 }] }),
    /several instructions/,
  ],
  ['no data', '{"a":1}', /no instruction data/],
  ['other text', 'hello, world', /neither hexadecimal, Base64 nor Base58/],
  ['JSON that is cut off', '{"data":', /ends too early/],
])('linesman decode names %s', async (_, text, right) => {
  const { code, stderr } = await linesman(['decode', text]);
  expect([code, stderr.replace(/\s+/g, ' ')]).toEqual([2, expect.stringMatching(right)]);
});

describe('cases, ledgers and files of options', () => {
  const CASE = JSON.stringify({
    ...{ linesman: 1, name: 'x', request: { method: 'GET', path: '/api', query: {} }, sport: 'soccer' },
    ...{ rootsMissing: 'none', notes: '', answer: JSON.parse(ANSWER) },
  });
  const LEDGER = '{"linesman":1,"builds":{},"cases":{}}';
  const readers: Readonly<Record<string, readonly [text: string, read: (content: Uint8Array) => unknown]>> = {
    readCase: [CASE, (content) => readCase(content, 'x')],
    'linesman regress': [
      CASE,
      (content) => {
        const { content: found } = readCaseFile(saved(content));
        if (found instanceof Error) throw found;
      },
    ],
    'the ledger': [LEDGER, (content) => readLedger(content, 'x')],
    '--tables': ['{"leagues":[]}', (content) => readJsonOption('--tables', saved(content))],
  };
  test.each(Object.entries(readers))('%s', (_, [text, read]) => {
    for (const content of [Buffer.from(text), Buffer.from(marked(text)), utf16(text), bigEndian(text)])
      expect(saying(() => read(content))).toBe(READ);
    for (const [content, name] of [
      [gzipSync(text), 'compressed with gzip'],
      [zip, 'is a ZIP archive'],
      [Buffer.from(page), 'is an HTML page'],
      [Buffer.alloc(0), 'is empty'],
      [Buffer.from(text.slice(0, -1)), 'ends too early'],
    ] as const)
      expect(saying(() => read(content))).toContain(name);
  });
});

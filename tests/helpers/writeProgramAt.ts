import { readFileSync, writeFileSync } from 'node:fs';
import { address, addressBytes, addressOf, UPGRADEABLE_LOADER_ID } from '../../ts/linesman/program/index.js';
import { SurfnetRpc } from '../../ts/service/roots/chain/index.js';
import { BUFFER_HEADER, bufferAddress } from '../../ts/service/roots/chain/loader.js';
import { oracleProgramAt } from './programAt.js';

/**
 * `writeProgramAt.ts ADDRESS FILE RPC KEYPAIR`: writes the oracle program as built for the address, and puts most of it
 * into the buffer of the upgrade authority, as an interrupted upload leaves it: the test chain takes minutes for all of
 * it.
 */
const [, , at = '', file = '', rpc = '', keypair = ''] = process.argv;
/** Bytes that are left to upload. */
const LEFT = 40_000;
const LAMPORTS = 10_000_000_000;

const program = oracleProgramAt(address(at));
writeFileSync(file, program);
const authority = addressOf(Uint8Array.from(JSON.parse(readFileSync(keypair, 'utf8'))).slice(32));
const header = new Uint8Array(BUFFER_HEADER);
// The kind, a buffer, and that it has an authority.
header[0] = 1;
header[4] = 1;
header.set(addressBytes(authority), 5);
const written = program.slice().fill(0, program.length - LEFT);
await new SurfnetRpc(rpc).setAccount(bufferAddress(authority, program), {
  lamports: LAMPORTS,
  data: Buffer.concat([header, written]).toString('base64'),
  owner: UPGRADEABLE_LOADER_ID,
  executable: false,
});

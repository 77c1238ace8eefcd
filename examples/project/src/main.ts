import { readFileSync } from 'node:fs';
import {
  address,
  fetchAccount,
  findProof,
  httpProofSource,
  LOCALNET_PROGRAM_IDS,
  marketAccount,
  systemTimers,
} from '@linesman/sdk';
import { kitChain } from '@linesman/sdk/kit';
import { readKeypair } from '@linesman/sdk/node';
import { createSolanaRpc } from '@solana/kit';
import { settle } from './settle.js';

// npm start MARKET: settles a market with the best proof that the service has now.

/** The programs of `linesman serve`. Replace them with those of your oracle. */
const programs = LOCALNET_PROGRAM_IDS;

const [market = ''] = process.argv.slice(2);
const {
  LINESMAN_RPC = 'http://127.0.0.1:8899',
  LINESMAN_SERVICE = 'http://127.0.0.1:8080',
  LINESMAN_API_TOKEN_FILE,
  LINESMAN_KEYPAIR,
} = process.env;

if (market === '' || !LINESMAN_KEYPAIR) {
  console.error('Usage: LINESMAN_KEYPAIR=FILE npm start MARKET\n\nThe README has the other settings.');
  process.exit(2);
}

const chain = kitChain(createSolanaRpc(LINESMAN_RPC));
const source = httpProofSource({
  baseUrl: LINESMAN_SERVICE,
  ...(LINESMAN_API_TOKEN_FILE && { apiToken: readFileSync(LINESMAN_API_TOKEN_FILE, 'utf8').trim() }),
  timers: systemTimers,
});

const { terms } = await fetchAccount(chain, marketAccount, address(market), programs.settlement);
const search = await findProof({ terms, source, chain });
if (search.found) {
  const { proof, witness } = search.settlement;
  const dapp = { chain, programs, wallet: readKeypair(LINESMAN_KEYPAIR) };
  console.log(await settle(dapp, address(market), { proof, ...(witness && { witness }) }));
} else {
  console.error(search.reason);
  process.exitCode = 1;
}

const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const { text } = require('node:stream/consumers');
const { setTimeout: sleep } = require('node:timers/promises');
const {
  address,
  fetchAccount,
  KeyPair,
  LOCALNET_PROGRAM_IDS: programs,
  marketAccount,
  parseProof,
  sendTransaction,
  settleInstructions,
} = require('@linesman/sdk');
const { rpcConnection, rpcSendingChain } = require('@linesman/sdk/web3');

// A server in CommonJS: node server.cjs RPC KEYPAIR. POST /MARKET with an answer settles the market.

const [, , rpc, keypair] = process.argv;
const chain = rpcSendingChain(rpcConnection(rpc));
const payer = KeyPair.fromSecretKey(Uint8Array.from(JSON.parse(readFileSync(keypair, 'utf8'))));

async function settle(market, answer) {
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const instructions = settleInstructions({ programs, market, terms, proof: parseProof(answer) });
  const { signature } = await sendTransaction({ chain, programs, payer, instructions, sleep });
  return `settled ${signature}`;
}

const server = createServer((request, response) =>
  text(request)
    .then((answer) => settle(address(request.url.slice(1)), answer))
    .then(
      (said) => response.end(said),
      (error) => response.writeHead(500).end(`failed ${error.stack}`),
    ),
);
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

import { readFileSync } from 'node:fs';
import { createLinesman } from '@linesman/sdk/dapp';
import { readKeypair } from '@linesman/sdk/node';

const linesman = createLinesman({
  rpc: 'http://127.0.0.1:8899',
  service: { baseUrl: 'http://127.0.0.1:8080', apiToken: readFileSync('.linesman/api-token', 'utf8').trim() },
  signer: readKeypair('.linesman/keys/wallet.json'),
  // Only for this test chain: its oracle has no time limit for late roots, and your key can replace its programs.
  trust: { accept: [7163, 7164] },
});

const { matches, now } = await linesman.matches({ stage: 'coming', sport: 'soccer' });
const match = matches.find(({ startTime }) => startTime > now + 600_000);
const { address: market } = await linesman.openMarket({
  fixture: match.fixtureId,
  where: 'k1 - k2 > 0', // the first team wins
  confirm: (words) => console.log(words), // the terms, before you sign; return false to stop
});

for (const { address, market } of await linesman.markets({ fixture: match.fixtureId }))
  console.log(`${address} is ${market.state}`);

await linesman.stake({ market, outcome: 0, amount: 60_000_000n }); // 60 on yes
await linesman.stake({ market, outcome: 1, amount: 40_000_000n }); // 40 on no

await linesman.client.world.setSpeed(600); // only a simulation has a speed
const { outcome } = await linesman.settleWhenReady({ market, interval: 500, onWait: ({ text }) => console.log(text) });

const { paid } = await linesman.claim({ market });
console.log(`outcome ${outcome} has won; ${paid} base units were paid`);

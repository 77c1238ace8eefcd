/** @jsxImportSource react */
/// <reference types="vite/client" />
import * as hooks from '@linesman/react';
import { createLinesman } from '@linesman/sdk/dapp';
import { KeyPair, type ListedMarket, outcomesOf, wholeTokens } from '@linesman/sdk/program';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const { VITE_RPC = 'http://127.0.0.1:8899', VITE_SERVICE = 'http://127.0.0.1:8080', VITE_API_TOKEN } = import.meta.env;

// A wallet of this visit, for a test chain. With a real one: connectWallet of @linesman/sdk/wallet.
const signer = KeyPair.generate();
const linesman = createLinesman({
  rpc: VITE_RPC,
  service: { baseUrl: VITE_SERVICE, ...(VITE_API_TOKEN && { apiToken: VITE_API_TOKEN }) },
  signer,
  // Only for this test chain: its oracle has no time limit for late roots, and your key can replace its programs.
  trust: { accept: [7163, 7164] },
});
const TOKENS = 10_000_000n;

function Progress({
  of,
  action,
}: {
  of: string;
  action: Pick<hooks.Action<never, unknown>, 'state' | 'error' | 'wait'>;
}) {
  const { state, error, wait } = action;
  return <p role="status">{`${of}: ${error?.message ?? wait?.text ?? state}`}</p>;
}

function Match({ fixture, where }: { fixture: number; where: string }) {
  const { value } = hooks.useLiveScore(fixture);
  const proof = hooks.useProof({ fixture, sport: 'soccer', where, final: true });
  const { participant1 = 0, participant2 = 0 } = value?.score ?? {};
  return (
    <p>
      {`${value?.participant1} ${participant1} : ${participant2} ${value?.participant2}, ${where}: `}
      <hooks.ProofBadge proof={proof} />
      <button type="button" onClick={proof.refresh}>
        Prove it
      </button>
    </p>
  );
}

function Market({ address, market }: ListedMarket) {
  const [stake, settle, claim] = [hooks.useStake(), hooks.useSettle(), hooks.useClaim()];
  const outcomes = outcomesOf(market.terms);
  return (
    <li>
      <h2>{`${market.state}: ${address}`}</h2>
      <Match fixture={market.terms.fixtureId} where={outcomes[0]?.condition ?? ''} />
      {outcomes.map(({ name }, outcome) => (
        <button key={name} type="button" onClick={() => stake.run({ market: address, outcome, amount: TOKENS })}>
          {`Stake 10 on ${name}`}
        </button>
      ))}
      <button type="button" onClick={() => settle.run({ market: address, interval: 500 })}>
        Settle
      </button>
      <button type="button" onClick={() => claim.run({ market: address })}>
        Claim
      </button>
      <Progress of="Stake" action={stake} />
      <Progress of="Settlement" action={settle} />
      <Progress of="Claim" action={claim} />
    </li>
  );
}

function App() {
  const { openMarket, client } = hooks.useLinesman();
  const { value: page, error } = hooks.useMatches({ stage: 'coming', sport: 'soccer' });
  const { value: markets } = hooks.useMarkets();
  const { value: stakes } = hooks.usePositions();
  const match = page?.matches.find(({ startTime }) => startTime > page.now + 600_000);
  const open = async (fixture: number) => {
    await client?.world.fund({ wallet: signer.address });
    await openMarket({ fixture, where: 'k1 - k2 > 0', confirm: (words) => confirm(words) });
  };
  return (
    <>
      <h1>Markets</h1>
      <p>{`${error?.message ?? ''} Staked: ${wholeTokens(stakes?.reduce((sum, { amount }) => sum + amount, 0n) ?? 0n, 6)}`}</p>
      {match && (
        <button type="button" onClick={() => open(match.fixtureId).catch(alert)}>
          {`Open a market on ${match.participant1} - ${match.participant2}`}
        </button>
      )}
      <button type="button" onClick={() => client?.world.setSpeed(600)}>
        600 times faster
      </button>
      <ul>
        {markets?.map((one) => (
          <Market key={one.address} {...one} />
        ))}
      </ul>
    </>
  );
}

const place = document.getElementById('app');
if (place)
  createRoot(place).render(
    <StrictMode>
      <hooks.LinesmanProvider linesman={linesman}>
        <App />
      </hooks.LinesmanProvider>
    </StrictMode>,
  );

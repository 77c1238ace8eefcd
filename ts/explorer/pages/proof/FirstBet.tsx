import { useEffect, useState } from 'preact/hooks';
import { serviceClient } from '../../frame/connection.js';
import { linkTo } from '../../frame/route.js';

/** For visitors without a proof: how to get one by winning a bet, where bets cost nothing. */
export function FirstBet() {
  const [isEmbedded, setEmbedded] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    serviceClient()
      ?.world.deployment({ signal: stop.signal })
      .then(
        ({ chain }) => setEmbedded(chain === 'embedded'),
        // The header says whether the service answers.
        () => {},
      );
    return () => stop.abort();
  }, []);
  if (!isEmbedded) return null;
  return (
    <section class="card" aria-labelledby="first-bet">
      <h2 id="first-bet">No proof yet? Win a bet, and get one</h2>
      <p class="quiet">
        This service runs a simulation with a test chain, matches and test money. A bet takes five minutes.
      </p>
      <ol class="way">
        <li>
          In <a href={linkTo('wallet')}>your wallet</a>, open Anna, get test money, and subscribe. Give Ben money, too.
        </li>
        <li>
          Among the <a href={linkTo('matches')}>coming matches</a>, choose one and make a market on it.
        </li>
        <li>Stake on one outcome as Anna, and on the other as Ben.</li>
        <li>Watch the match: set its speed on the wallet page.</li>
        <li>
          In <a href={linkTo('markets')}>the market</a>, settle with a proof, claim, and ask why it is proven.
        </li>
      </ol>
    </section>
  );
}

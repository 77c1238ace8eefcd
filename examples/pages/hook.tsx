import { type PageQuestion, proofHook } from '@linesman/sdk/page';
import { render } from 'preact';
// With React: import { useEffect, useState } from 'react'
import { useEffect, useState } from 'preact/hooks';
import { node } from './node.js';

const useProof = proofHook({ useEffect, useState });

function Result({ question }: { readonly question: PageQuestion }) {
  const state = useProof(question);
  return (
    <p role="status">
      {question.where}: {state.kind}
    </p>
  );
}

function Page({ question }: { readonly question: PageQuestion }) {
  const [where, setWhere] = useState('k1 - k2 > 0');
  return (
    <>
      <h1>Home 2 : 0 Away</h1>
      <Result question={{ ...question, where }} />
      <button type="button" onClick={() => setWhere('k2 - k1 > 0')}>
        And if the other team had won?
      </button>
    </>
  );
}

const { rpc, oracle } = await node();
const proof = await (await fetch('./proof.json')).text();
const place = document.getElementById('app');
if (place) render(<Page question={{ proof, rpc, oracle, sport: 'soccer' }} />, place);

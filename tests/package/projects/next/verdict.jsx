'use client';
import { parseProof, verify } from '@linesman/sdk/proof';
import { useState } from 'react';

export function Verdict({ answer }) {
  const [said, setSaid] = useState('');
  const check = () => setSaid(`In the browser: ${verify(parseProof(answer), { sport: 'soccer' }).final}`);
  return (
    <>
      <button type="button" onClick={check}>
        Verify
      </button>
      <output>{said}</output>
    </>
  );
}

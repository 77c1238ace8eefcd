import { readFileSync } from 'node:fs';
import { parseProof, verify } from '@linesman/sdk';
import { Verdict } from './verdict';

export default function Page() {
  const answer = readFileSync('answer.json', 'utf8');
  const { final } = verify(parseProof(answer), { sport: 'soccer' });
  return (
    <main>
      <p>{`On the server: ${final}`}</p>
      <Verdict answer={answer} />
    </main>
  );
}

import { parseProof, verify } from '@linesman/sdk';
import answer from './answer.json';

document.querySelector('button').onclick = () => {
  const { final } = verify(parseProof(JSON.stringify(answer)), { sport: 'soccer' });
  document.querySelector('output').textContent = `In the browser: ${final}`;
};

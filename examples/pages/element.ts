import { defineLinesmanProof } from 'linesman/page';
import { node } from './node.js';

/** The element by itself needs no script but its own: here one sets the node, which is a setting of each deployment. */
const { rpc, oracle } = await node();
for (const proof of document.querySelectorAll('linesman-proof')) {
  proof.setAttribute('rpc', rpc);
  proof.setAttribute('oracle', oracle);
}
defineLinesmanProof();

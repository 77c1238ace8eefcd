import { defineLinesmanProof } from '@linesman/sdk/page';
import { node } from './node.js';

/** The element needs no script but its own. This script only sets the node, which differs for each deployment. */
const { rpc, oracle } = await node();
for (const proof of document.querySelectorAll('linesman-proof')) {
  proof.setAttribute('rpc', rpc);
  proof.setAttribute('oracle', oracle);
}
defineLinesmanProof();

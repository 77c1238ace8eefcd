import {
  address,
  buildTransaction,
  fetchAccount,
  hasLanded,
  marketAccount,
  parseProof,
  LOCALNET_PROGRAM_IDS as programs,
  settleInstructions,
  signatureOf,
} from '@linesman/sdk';

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Where the page's address says: the node and the market. */
export const given = new URLSearchParams(location.search);

/** Settles the market of the page with its answer. What differs from dapp to dapp is the chain, and who signs. */
export async function settleMarket(chain, payer, sign) {
  const market = address(given.get('market'));
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const proof = parseProof(await (await fetch('answer.json')).text());
  const instructions = settleInstructions({ programs, market, terms, proof });
  const { transaction } = await buildTransaction({ chain, programs, payer, instructions });
  const signed = await sign(transaction);
  const signature = signatureOf(signed);
  return (await hasLanded({ chain, programs, sleep }, signed, signature)) ? `settled ${signature}` : 'expired';
}

import { createSolanaRpc } from '@solana/kit';
import { getWallets } from '@wallet-standard/app';
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
} from 'linesman';
import { fromKitTransaction, kitChain, toKitTransaction } from 'linesman/kit';
import { connectWallet, isSolanaWallet } from 'linesman/wallet';

// A dapp with Kit and no framework, signed by a wallet of the Wallet Standard.

const given = new URLSearchParams(location.search);
const root = document.getElementById('root');
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

async function settle(signer) {
  const chain = kitChain(createSolanaRpc(given.get('rpc')));
  const market = address(given.get('market'));
  const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
  const proof = parseProof(await (await fetch('answer.json')).text());
  const instructions = settleInstructions({ programs, market, terms, proof });
  const { transaction } = await buildTransaction({ chain, programs, payer: signer.address, instructions });
  // There and back, as an app does that hands it to Kit's own functions.
  const signed = await signer.signTransaction(fromKitTransaction(toKitTransaction(transaction)));
  const signature = signatureOf(signed);
  return (await hasLanded({ chain, programs, sleep }, signed, signature)) ? `settled ${signature}` : 'expired';
}

const button = (name, onClick) => {
  const made = document.createElement('button');
  made.textContent = name;
  made.onclick = onClick;
  root.append(made);
};
const said = document.createElement('output');
root.append(said);
const say = (text) => {
  said.textContent = text;
};

for (const wallet of getWallets()
  .get()
  .filter((one) => isSolanaWallet(one)))
  button(wallet.name, async () => {
    const [signer] = await connectWallet(wallet);
    button('Settle', () => settle(signer).then(say, (error) => say(`failed ${error.stack ?? error}`)));
  });

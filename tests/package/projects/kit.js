import { fromKitTransaction, kitChain, toKitTransaction } from '@linesman/sdk/kit';
import { connectWallet, isSolanaWallet } from '@linesman/sdk/wallet';
import { createSolanaRpc } from '@solana/kit';
import { getWallets } from '@wallet-standard/app';
import { given, settleMarket } from './settleMarket.js';

// A dapp with Kit and no framework, signed by a wallet of the Wallet Standard.

const root = document.getElementById('root');

const chain = kitChain(createSolanaRpc(given.get('rpc')));
const settle = (signer) =>
  settleMarket(chain, signer.address, (transaction) =>
    // There and back, as an app does that hands it to Kit's own functions.
    signer.signTransaction(fromKitTransaction(toKitTransaction(transaction))),
  );

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

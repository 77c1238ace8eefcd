import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
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
import { fromPublicKey, fromVersionedTransaction, rpcSendingChain, toVersionedTransaction } from 'linesman/web3';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

// A dapp with React and the wallet adapter, which finds the wallets of the Wallet Standard by itself.

const given = new URLSearchParams(location.search);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function Settle() {
  const { connection } = useConnection();
  const { wallets, select, publicKey, signTransaction } = useWallet();
  const [said, say] = useState('');
  const settle = async () => {
    const chain = rpcSendingChain(connection);
    const market = address(given.get('market'));
    const { terms } = await fetchAccount(chain, marketAccount, market, programs.settlement);
    const proof = parseProof(await (await fetch('answer.json')).text());
    const instructions = settleInstructions({ programs, market, terms, proof });
    const payer = fromPublicKey(publicKey);
    const { transaction } = await buildTransaction({ chain, programs, payer, instructions });
    const signed = await signTransaction(toVersionedTransaction(transaction));
    const landing = fromVersionedTransaction(signed);
    const signature = signatureOf(landing);
    return (await hasLanded({ chain, programs, sleep }, landing, signature)) ? `settled ${signature}` : 'expired';
  };
  return (
    <>
      {wallets.map(({ adapter: { name } }) => (
        <button key={name} type="button" onClick={() => select(name)}>
          {name}
        </button>
      ))}
      {publicKey && (
        <button type="button" onClick={() => settle().then(say, (error) => say(`failed ${error.stack ?? error}`))}>
          Settle
        </button>
      )}
      <output>{said}</output>
    </>
  );
}

createRoot(document.getElementById('root')).render(
  <ConnectionProvider endpoint={given.get('rpc')}>
    <WalletProvider wallets={[]} autoConnect>
      <Settle />
    </WalletProvider>
  </ConnectionProvider>,
);

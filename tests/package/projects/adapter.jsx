import { fromPublicKey, fromVersionedTransaction, rpcSendingChain, toVersionedTransaction } from '@linesman/sdk/web3';
import { ConnectionProvider, useConnection, useWallet, WalletProvider } from '@solana/wallet-adapter-react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { given, settleMarket } from './settleMarket.js';

// A dapp with React and the wallet adapter, which finds the wallets of the Wallet Standard by itself.

function Settle() {
  const { connection } = useConnection();
  const { wallets, select, publicKey, signTransaction } = useWallet();
  const [said, say] = useState('');
  const sign = async (transaction) =>
    fromVersionedTransaction(await signTransaction(toVersionedTransaction(transaction)));
  const settle = () => settleMarket(rpcSendingChain(connection), fromPublicKey(publicKey), sign);
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

import { connectWallet, followWallet, isSolanaWallet, type WalletSigner } from '@linesman/sdk/wallet';
import { getWallets } from '@wallet-standard/app';

const button = document.querySelector('button');
const status = document.querySelector('p');

function show(signers: readonly WalletSigner[]): void {
  if (status) status.textContent = signers[0] ? `${signers[0].name}: ${signers[0].address}` : 'Nobody is connected.';
}

button?.addEventListener('click', async () => {
  const wallet = getWallets()
    .get()
    .find((one) => isSolanaWallet(one));
  if (!wallet) return show([]);
  const [signer] = await connectWallet(wallet);
  followWallet(wallet, show);
  show(signer ? [signer] : []);
  // This rejects if the owner of the wallet declines. The signature is not verified: whoever relies on it must do so.
  const signature = await signer?.signMessage(new TextEncoder().encode('I was here'));
  if (status && signature) status.textContent += ` signed ${signature.length} bytes`;
});

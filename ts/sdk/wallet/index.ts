import '#texts';

export { isSolanaWallet, type StandardAccount, type StandardWallet } from './standardWallet.js';
export { connectWallet, followWallet, type WalletSigner } from './walletSigner.js';

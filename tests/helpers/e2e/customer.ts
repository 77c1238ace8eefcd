import { Keypair, type PublicKey, Transaction, type TransactionInstruction } from '@solana/web3.js';
import { type Client, createClient } from '../../../ts/client/index.js';
import { OracleKey } from '../../../ts/node/index.js';
import {
  associatedTokenAddress,
  type Deployment,
  type SendingChain,
  sendTransaction,
  subscribeInstruction,
  TOKEN_PROGRAM_ID,
} from '../../../ts/program/index.js';
import { issueStablecoin } from '../../../ts/service/chain/index.js';
import type { EmbeddedService } from '../../../ts/service/serve/index.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody with a wallet on the chain of a running service. */
export class Customer {
  readonly wallet = Keypair.generate();
  readonly money: PublicKey;
  private readonly deployment: Deployment;

  private constructor(
    private readonly running: EmbeddedService,
    private readonly chain: SendingChain,
  ) {
    const { config, chain: net } = running;
    this.deployment = { oracle: net.programs.oracle, config };
    this.money = associatedTokenAddress(config.stablecoinMint, this.wallet.publicKey, TOKEN_PROGRAM_ID);
  }

  /** With lamports for fees, and so many base units of the stablecoin. */
  static async with(running: EmbeddedService, chain: SendingChain, amount: bigint): Promise<Customer> {
    const customer = new Customer(running, chain);
    const { wallet, money } = customer;
    running.chain.fund(wallet.publicKey, 10 ** 10);
    const issuer = running.folder.keys.pair('issuer');
    const mint = { stablecoin: running.config.stablecoinMint, issuer: issuer.publicKey };
    await customer.send(issueStablecoin(mint, wallet.publicKey, money, amount), issuer);
    return customer;
  }

  async send(instructions: readonly TransactionInstruction[], payer: Keypair = this.wallet): Promise<string> {
    const { chain, running } = this;
    const { programs } = running.chain;
    const { signature } = await sendTransaction({ chain, programs, payer, instructions, sleep: pause });
    return signature as string;
  }

  async balance(): Promise<bigint> {
    return BigInt((await this.running.chain.connection.getTokenAccountBalance(this.money)).value.amount);
  }

  /** As the interface describes it: guest session, quote, signature, subscription, activation. Gives the client with its API token. */
  async subscribe(tokens: number, level: number, weeks: number): Promise<{ client: Client; apiToken: string }> {
    const { running, wallet } = this;
    const guest = createClient({ baseUrl: running.service.url });
    const quote = await guest.account.quote(wallet.publicKey.toBase58(), tokens);
    const purchase = Transaction.from(Buffer.from(quote.transactionBase64, 'base64'));
    purchase.partialSign(wallet);
    const { connection } = running.chain;
    const bought = await connection.sendRawTransaction(purchase.serialize());
    await connection.confirmTransaction(bought, 'confirmed');
    const user = wallet.publicKey;
    const txSig = await this.send([subscribeInstruction({ ...this.deployment, user, serviceLevelId: level, weeks })]);
    const key = new OracleKey(wallet.secretKey.subarray(0, 32));
    const apiToken = await guest.account.activate({ txSig, sign: (message) => key.sign(message) });
    return { client: createClient({ baseUrl: running.service.url, apiToken }), apiToken };
  }
}

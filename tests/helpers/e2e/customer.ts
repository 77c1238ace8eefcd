import { type Client, createClient } from '../../../ts/sdk/client/client.js';
import { OracleKey } from '../../../ts/sdk/node/oracleKey.js';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { associatedTokenAddress, TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { subscribeInstruction } from '../../../ts/sdk/program/oracle/subscribeInstruction.js';
import type { Deployment } from '../../../ts/sdk/program/oracle/treasury.js';
import type { SendingChain } from '../../../ts/sdk/program/sendingChain.js';
import { issueTokens } from '../../../ts/sdk/program/tokenInstructions.js';
import { hasLanded, sendTransaction } from '../../../ts/sdk/program/transaction/send.js';
import { decodeTransaction, signatureOf, signTransaction } from '../../../ts/sdk/program/transaction/transaction.js';
import type { EmbeddedService } from '../../../ts/service/serve/embedded.js';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A customer with a wallet on the chain of a running service. */
export class Customer {
  readonly wallet = KeyPair.generate();
  readonly money: Address;
  private readonly deployment: Deployment;

  private constructor(
    private readonly running: EmbeddedService,
    private readonly chain: SendingChain,
  ) {
    const { config, chain: net } = running;
    this.deployment = { oracle: net.programs.oracle, config };
    this.money = associatedTokenAddress(config.stablecoinMint, this.wallet.address, TOKEN_PROGRAM_ID);
  }

  /** With lamports for fees and an amount of the stablecoin in base units. */
  static async with(running: EmbeddedService, chain: SendingChain, amount: bigint): Promise<Customer> {
    const customer = new Customer(running, chain);
    const { wallet } = customer;
    running.chain.fund(wallet.address, 10 ** 10);
    const issuer = running.folder.keys.pair('issuer');
    const { stablecoinMint } = running.config;
    await customer.send(issueTokens(stablecoinMint, wallet.address, issuer.address, amount), issuer);
    return customer;
  }

  async send(instructions: readonly Instruction[], payer: KeyPair = this.wallet): Promise<string> {
    const { chain, running } = this;
    const { programs } = running.chain;
    const { signature } = await sendTransaction({ chain, programs, payer, instructions, sleep: pause });
    return signature as string;
  }

  async balance(): Promise<bigint> {
    const account = await this.chain.account(this.money);
    if (account === null) throw new Error(`${this.money} is not there`);
    return Buffer.from(account.data).readBigUInt64LE(64);
  }

  /**
   * Guest session, quote, signature, subscription and activation, as documented. Returns the client with its API token.
   */
  async subscribe(tokens: number, level: number, weeks: number): Promise<{ client: Client; apiToken: string }> {
    const { chain, running, wallet } = this;
    const guest = createClient({ baseUrl: running.service.url });
    const quote = await guest.account.quote(wallet.address, tokens);
    const quoted = decodeTransaction(Buffer.from(quote.transactionBase64, 'base64'));
    const purchase = signTransaction(quoted, [wallet]);
    const { programs } = running.chain;
    if (!(await hasLanded({ chain, programs, sleep: pause }, purchase, signatureOf(purchase))))
      throw new Error('the quote has expired');
    const user = wallet.address;
    const txSig = await this.send([subscribeInstruction({ ...this.deployment, user, serviceLevelId: level, weeks })]);
    const key = new OracleKey(wallet.secretKey.subarray(0, 32));
    const apiToken = await guest.account.activate({ txSig, sign: (message) => key.sign(message) });
    return { client: createClient({ baseUrl: running.service.url, apiToken }), apiToken };
  }
}

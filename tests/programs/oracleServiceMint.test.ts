import { createHash } from 'node:crypto';
import {
  AuthorityType,
  createInitializeGroupMemberPointerInstruction,
  createInitializeGroupPointerInstruction,
  createInitializeMetadataPointerInstruction,
  createInitializeMint2Instruction,
  createMintToInstruction,
  createSetAuthorityInstruction,
  createUpdateGroupMemberPointerInstruction,
  createUpdateGroupPointerInstruction,
  createUpdateMetadataPointerInstruction,
  ExtensionType,
  getExtensionTypes,
  getMintLen,
  unpackMint,
} from '@solana/spl-token';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Address, addressBytes } from '../../ts/sdk/program/address/address.js';
import { configAddress } from '../../ts/sdk/program/address/oracle.js';
import { TOKEN_2022_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { type Instruction, roleOf } from '../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { purchaseCreditsInstruction } from '../../ts/sdk/program/oracle/creditsInstructions.js';
import { updateConfig } from '../../ts/sdk/program/oracle/instructions.js';
import { purchaseInstruction } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { subscribeInstruction } from '../../ts/sdk/program/oracle/subscribeInstruction.js';
import { serviceTokenAddress, serviceTreasury } from '../../ts/sdk/program/oracle/treasury.js';
import {
  initializeTreasuryInstructions,
  withdrawInstruction,
} from '../../ts/sdk/program/oracle/treasuryInstructions.js';
import { createAccountInstruction } from '../../ts/sdk/program/systemInstructions.js';
import { UNCHANGED_CONFIG } from '../../ts/sdk/program/wire/configParameters.js';
import { fromTransactionInstruction, toPublicKey } from '../../ts/sdk/web3/convert.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE, ROLES } from '../helpers/oracleBank.js';
import { OracleChain } from '../helpers/service/oracleChain.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('later changes to a mint: @solana/surfpool-linux-x64-gnu is not installed.');

const UNIT = 1_000_000n;
const PROGRAM = TOKEN_2022_PROGRAM_ID;
const PROGRAM_KEY = toPublicKey(PROGRAM);
const { admin, backendAdmin } = ROLES;

/**
 * An instruction of the group or metadata interface, which Token-2022 implements: eight bytes of the hash of its name,
 * then its data.
 */
function call(name: string, keys: readonly [Address, '' | 'w' | 's'][], data: readonly Uint8Array[] = []): Instruction {
  return {
    programAddress: PROGRAM,
    accounts: keys.map(([address, kind]) => ({
      address,
      role: roleOf({ signer: kind === 's', writable: kind === 'w' }),
    })),
    data: Buffer.concat([createHash('sha256').update(name).digest().subarray(0, 8), ...data]),
  };
}

const u64 = (value: bigint) => Buffer.from(new BigUint64Array([value]).buffer);
const text = (value: string) =>
  Buffer.concat([Buffer.from(new Uint32Array([value.length]).buffer), Buffer.from(value)]);

describe.skipIf(!isThere)('later actions by the authorities of the service token’s mint', () => {
  let chain: OracleChain;
  let mints = 0;
  const issuer = KeyPair.fromSeed(new Uint8Array(32).fill(140));
  beforeAll(async () => {
    chain = await OracleChain.start(new Uint8Array(32).fill(11));
    chain.surf.fund(issuer.address);
  });
  afterAll(() => chain?.stop());

  interface Scene {
    readonly mint: Address;
    readonly deployment: OracleChain['deployment'];
    readonly customer: KeyPair;
  }

  /** Creates a mint with every pointer that can be filled later, pointing to itself, and with room for the content. */
  async function makeMint(): Promise<Address> {
    const key = KeyPair.fromSeed(new Uint8Array(32).fill(150 + mints++));
    const [mint, authority] = [toPublicKey(key.address), toPublicKey(issuer.address)];
    const space = getMintLen([
      ExtensionType.MetadataPointer,
      ExtensionType.GroupPointer,
      ExtensionType.GroupMemberPointer,
    ]);
    const freezer = serviceTreasury({
      oracle: ORACLE.programId,
      config: { ...chain.config, serviceMint: key.address },
    });
    await chain.send(
      [
        createAccountInstruction({
          payer: issuer.address,
          account: key.address,
          lamports: 10n ** 8n,
          space,
          owner: PROGRAM,
        }),
        ...[
          createInitializeMetadataPointerInstruction(mint, authority, mint, PROGRAM_KEY),
          createInitializeGroupPointerInstruction(mint, authority, mint, PROGRAM_KEY),
          createInitializeGroupMemberPointerInstruction(mint, authority, mint, PROGRAM_KEY),
          createInitializeMint2Instruction(mint, 6, authority, toPublicKey(freezer.authority), PROGRAM_KEY),
        ].map(fromTransactionInstruction),
      ],
      [issuer, key],
    );
    return key.address;
  }

  /** A deployment that sells tokens of a new mint, and a customer who has bought some. */
  async function scene(): Promise<Scene> {
    const mint = await makeMint();
    const accounts = { admin: admin.address, config: configAddress(ORACLE.programId).address };
    const update = { ...UNCHANGED_CONFIG, serviceMint: mint };
    const deployment = { oracle: ORACLE.programId, config: { ...chain.config, serviceMint: mint } };
    await chain.send(
      [
        updateConfig.build(ORACLE.programId, accounts, { update }),
        ...initializeTreasuryInstructions({ ...deployment, admin: admin.address }),
      ],
      [admin],
    );
    const { vault } = serviceTreasury(deployment);
    const stock = 10n ** 15n;
    const [of, to, by] = [toPublicKey(mint), toPublicKey(vault), toPublicKey(issuer.address)];
    const mintTo = createMintToInstruction(of, to, by, stock, [], PROGRAM_KEY);
    await chain.send([fromTransactionInstruction(mintTo)], [issuer]);
    const customer = await chain.wallet(2_000n * UNIT);
    await chain.send(
      [purchaseInstruction({ ...deployment, buyer: customer.address, tokens: 1_000_000n })],
      [customer, backendAdmin],
    );
    return { mint, deployment, customer };
  }

  const createGroup = (mint: Address) =>
    call(
      'spl_token_group_interface:initialize_token_group',
      [
        [mint, 'w'],
        [mint, ''],
        [issuer.address, 's'],
      ],
      [addressBytes(issuer.address), u64(10n)],
    );
  const join = (mint: Address, group: Address) =>
    call('spl_token_group_interface:initialize_member', [
      [mint, 'w'],
      [mint, ''],
      [issuer.address, 's'],
      [group, 'w'],
      [issuer.address, 's'],
    ]);
  const name = (mint: Address) =>
    call(
      'spl_token_metadata_interface:initialize_account',
      [
        [mint, 'w'],
        [issuer.address, ''],
        [mint, ''],
        [issuer.address, 's'],
      ],
      ['Service', 'SVC', 'x'.repeat(200)].map(text),
    );
  const nobody = (address: Address) => {
    const [mint, authority] = [toPublicKey(address), toPublicKey(issuer.address)];
    return [
      createSetAuthorityInstruction(mint, authority, AuthorityType.MintTokens, null, [], PROGRAM_KEY),
      createUpdateGroupPointerInstruction(mint, authority, null, [], PROGRAM_KEY),
      createUpdateGroupMemberPointerInstruction(mint, authority, null, [], PROGRAM_KEY),
      createUpdateMetadataPointerInstruction(mint, authority, null, [], PROGRAM_KEY),
    ].map(fromTransactionInstruction);
  };

  const POINTERS = [ExtensionType.MetadataPointer, ExtensionType.GroupPointer, ExtensionType.GroupMemberPointer];

  it.each<[string, readonly ExtensionType[], (mint: Address) => Promise<readonly Instruction[]>]>([
    ['makes it a group', [ExtensionType.TokenGroup], async (mint) => [createGroup(mint)]],
    ['gives it a name', [ExtensionType.TokenMetadata], async (mint) => [name(mint)]],
    [
      'makes it the member of a group',
      [ExtensionType.TokenGroupMember],
      async (mint) => {
        const group = await makeMint();
        await chain.send([createGroup(group)], [issuer]);
        return [join(mint, group)];
      },
    ],
    ['gives up its authorities', [], async (mint) => nobody(mint)],
    [
      'does all of it',
      [ExtensionType.TokenMetadata, ExtensionType.TokenGroup, ExtensionType.TokenGroupMember],
      async (mint) => {
        const group = await makeMint();
        await chain.send([createGroup(group)], [issuer]);
        return [name(mint), createGroup(mint), join(mint, group), ...nobody(mint)];
      },
    ],
  ])('lock nothing: %s', async (_, added, later) => {
    const { mint, deployment, customer } = await scene();
    const user = customer.address;
    await chain.send(await later(mint), [issuer]);
    const key = toPublicKey(mint);
    const account = await chain.surf.connection.getAccountInfo(key);
    const extensions = getExtensionTypes(unpackMint(key, account, PROGRAM_KEY).tlvData);
    expect([...extensions].sort()).toEqual([...POINTERS, ...added].sort());

    await chain.send([subscribeInstruction({ ...deployment, user, serviceLevelId: 2, weeks: 4 })], [customer]);
    await chain.send([purchaseCreditsInstruction({ ...deployment, user, packs: 1 })], [customer]);
    await chain.send([purchaseInstruction({ ...deployment, buyer: user, tokens: 3n })], [customer, backendAdmin]);
    await chain.send([withdrawInstruction({ ...deployment, admin: admin.address, amount: 1_000n })], [admin]);
    await chain.send(initializeTreasuryInstructions({ ...deployment, admin: admin.address }), [admin]);
    const left = (1_000_000n - 500_000n - 5n + 3n) * UNIT;
    expect(await chain.balance(serviceTokenAddress(user, deployment))).toBe(left);
  });
});

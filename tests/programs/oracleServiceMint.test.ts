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
  TOKEN_2022_PROGRAM_ID,
  unpackMint,
} from '@solana/spl-token';
import { Keypair, type PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  configAddress,
  initializeTreasuryInstructions,
  purchaseCreditsInstruction,
  purchaseInstruction,
  serviceTokenAddress,
  serviceTreasury,
  subscribeInstruction,
  UNCHANGED_CONFIG,
  updateConfig,
  withdrawInstruction,
} from '../../ts/program/index.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE, ROLES } from '../helpers/oracleBank.js';
import { OracleChain } from '../helpers/service/oracleChain.js';
import { surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('@solana/surfpool-linux-x64-gnu is not installed; what becomes of a mint later is not tried.');

const UNIT = 1_000_000n;
const PROGRAM = TOKEN_2022_PROGRAM_ID;
const { admin, backendAdmin } = ROLES;

/**
 * An instruction of the interfaces of groups and of metadata, which Token-2022 serves: eight bytes of the hash of its
 * name, then its data.
 */
function call(name: string, keys: readonly [PublicKey, '' | 'w' | 's'][], data: readonly Uint8Array[] = []) {
  return new TransactionInstruction({
    programId: PROGRAM,
    keys: keys.map(([pubkey, kind]) => ({ pubkey, isWritable: kind === 'w', isSigner: kind === 's' })),
    data: Buffer.concat([createHash('sha256').update(name).digest().subarray(0, 8), ...data]),
  });
}

const u64 = (value: bigint) => Buffer.from(new BigUint64Array([value]).buffer);
const text = (value: string) =>
  Buffer.concat([Buffer.from(new Uint32Array([value.length]).buffer), Buffer.from(value)]);

describe.skipIf(!isThere)('what the authorities of the service token’s mint do after customers came', () => {
  let chain: OracleChain;
  let mints = 0;
  const issuer = Keypair.fromSeed(new Uint8Array(32).fill(140));
  beforeAll(async () => {
    chain = await OracleChain.start(new Uint8Array(32).fill(11));
    chain.surf.fund(issuer.publicKey);
  });
  afterAll(() => chain?.stop());

  interface Scene {
    readonly mint: PublicKey;
    readonly deployment: OracleChain['deployment'];
    readonly customer: Keypair;
  }

  /** Makes a mint with every pointer that can be filled in later, at itself, and room for what they will point at. */
  async function makeMint(): Promise<PublicKey> {
    const key = Keypair.fromSeed(new Uint8Array(32).fill(150 + mints++));
    const [mint, authority] = [key.publicKey, issuer.publicKey];
    const space = getMintLen([
      ExtensionType.MetadataPointer,
      ExtensionType.GroupPointer,
      ExtensionType.GroupMemberPointer,
    ]);
    const freezer = serviceTreasury({ oracle: ORACLE.programId, config: { ...chain.config, serviceMint: mint } });
    await chain.send(
      [
        SystemProgram.createAccount({
          fromPubkey: authority,
          newAccountPubkey: mint,
          space,
          lamports: 10 ** 8,
          programId: PROGRAM,
        }),
        createInitializeMetadataPointerInstruction(mint, authority, mint, PROGRAM),
        createInitializeGroupPointerInstruction(mint, authority, mint, PROGRAM),
        createInitializeGroupMemberPointerInstruction(mint, authority, mint, PROGRAM),
        createInitializeMint2Instruction(mint, 6, authority, freezer.authority, PROGRAM),
      ],
      [issuer, key],
    );
    return mint;
  }

  /** A deployment that sells tokens of a new mint, and a customer who has bought some. */
  async function scene(): Promise<Scene> {
    const mint = await makeMint();
    const accounts = { admin: admin.publicKey, config: configAddress(ORACLE.programId).address };
    const update = { ...UNCHANGED_CONFIG, serviceMint: mint };
    const deployment = { oracle: ORACLE.programId, config: { ...chain.config, serviceMint: mint } };
    await chain.send(
      [
        updateConfig.build(ORACLE.programId, accounts, { update }),
        ...initializeTreasuryInstructions({ ...deployment, admin: admin.publicKey }),
      ],
      [admin],
    );
    const { vault } = serviceTreasury(deployment);
    const stock = 10n ** 15n;
    await chain.send([createMintToInstruction(mint, vault, issuer.publicKey, stock, [], PROGRAM)], [issuer]);
    const customer = await chain.wallet(2_000n * UNIT);
    await chain.send(
      [purchaseInstruction({ ...deployment, buyer: customer.publicKey, tokens: 1_000_000n })],
      [customer, backendAdmin],
    );
    return { mint, deployment, customer };
  }

  const createGroup = (mint: PublicKey) =>
    call(
      'spl_token_group_interface:initialize_token_group',
      [
        [mint, 'w'],
        [mint, ''],
        [issuer.publicKey, 's'],
      ],
      [issuer.publicKey.toBytes(), u64(10n)],
    );
  const join = (mint: PublicKey, group: PublicKey) =>
    call('spl_token_group_interface:initialize_member', [
      [mint, 'w'],
      [mint, ''],
      [issuer.publicKey, 's'],
      [group, 'w'],
      [issuer.publicKey, 's'],
    ]);
  const name = (mint: PublicKey) =>
    call(
      'spl_token_metadata_interface:initialize_account',
      [
        [mint, 'w'],
        [issuer.publicKey, ''],
        [mint, ''],
        [issuer.publicKey, 's'],
      ],
      ['Service', 'SVC', 'x'.repeat(200)].map(text),
    );
  const nobody = (mint: PublicKey) => [
    createSetAuthorityInstruction(mint, issuer.publicKey, AuthorityType.MintTokens, null, [], PROGRAM),
    createUpdateGroupPointerInstruction(mint, issuer.publicKey, null, [], PROGRAM),
    createUpdateGroupMemberPointerInstruction(mint, issuer.publicKey, null, [], PROGRAM),
    createUpdateMetadataPointerInstruction(mint, issuer.publicKey, null, [], PROGRAM),
  ];

  const POINTERS = [ExtensionType.MetadataPointer, ExtensionType.GroupPointer, ExtensionType.GroupMemberPointer];

  it.each<[string, readonly ExtensionType[], (mint: PublicKey) => Promise<readonly TransactionInstruction[]>]>([
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
  ])('locks nothing: %s', async (_, added, later) => {
    const { mint, deployment, customer } = await scene();
    const user = customer.publicKey;
    await chain.send(await later(mint), [issuer]);
    const account = await chain.surf.connection.getAccountInfo(mint);
    const extensions = getExtensionTypes(unpackMint(mint, account, PROGRAM).tlvData);
    expect([...extensions].sort()).toEqual([...POINTERS, ...added].sort());

    await chain.send([subscribeInstruction({ ...deployment, user, serviceLevelId: 2, weeks: 4 })], [customer]);
    await chain.send([purchaseCreditsInstruction({ ...deployment, user, packs: 1 })], [customer]);
    await chain.send([purchaseInstruction({ ...deployment, buyer: user, tokens: 3n })], [customer, backendAdmin]);
    await chain.send([withdrawInstruction({ ...deployment, admin: admin.publicKey, amount: 1_000n })], [admin]);
    await chain.send(initializeTreasuryInstructions({ ...deployment, admin: admin.publicKey }), [admin]);
    const left = (1_000_000n - 500_000n - 5n + 3n) * UNIT;
    expect(await chain.balance(serviceTokenAddress(user, deployment))).toBe(left);
  });
});

import { ExtensionType, getMintLen } from '@solana/spl-token';
import type { Address } from '../../../ts/sdk/program/address/address.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import type { Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import { createAccountInstruction } from '../../../ts/sdk/program/systemInstructions.js';
import { ok, type TestChain } from './chain.js';
import { splToken } from './splToken.js';

const { MetadataPointer, TokenMetadata, GroupPointer, TokenGroup, GroupMemberPointer, TokenGroupMember } =
  ExtensionType;

/** The program and extensions of a mint when a market is created for it. */
export interface MintShape {
  readonly name: string;
  readonly program: Address;
  readonly extensions: readonly ExtensionType[];
}

const shape = (name: string, ...extensions: ExtensionType[]): MintShape => ({
  name,
  program: TOKEN_2022_PROGRAM_ID,
  extensions,
});

/**
 * Every mint shape that a market accepts: each extension alone, and all together. An extension's content requires its
 * pointer.
 */
export const MINT_SHAPES: readonly MintShape[] = [
  { name: 'a mint of SPL Token', program: TOKEN_PROGRAM_ID, extensions: [] },
  shape('a plain mint'),
  shape('a MetadataPointer', MetadataPointer),
  shape('TokenMetadata', MetadataPointer, TokenMetadata),
  shape('a GroupPointer', GroupPointer),
  shape('a TokenGroup', GroupPointer, TokenGroup),
  shape('a GroupMemberPointer', GroupMemberPointer),
  shape('a TokenGroupMember', GroupMemberPointer, TokenGroupMember),
  shape('every pointer', MetadataPointer, GroupPointer, GroupMemberPointer),
  shape('all of them', MetadataPointer, GroupPointer, GroupMemberPointer, TokenMetadata, TokenGroup, TokenGroupMember),
];

/** A group that mints can join. */
export interface Group {
  readonly mint: Address;
  readonly authority: KeyPair;
}

/** A mint created by the token program, with one authority for everything. */
export class LiveMint {
  /** The key that takes over from the authority. */
  readonly heir: KeyPair;

  private constructor(
    readonly chain: TestChain,
    readonly shape: MintShape,
    readonly address: Address,
    /** The authority over the mint, over freezing, and over every extension. */
    readonly authority: KeyPair,
    readonly group: Group | null,
  ) {
    this.heir = chain.keypair();
  }

  /** @param group The group that a member joins. */
  static async make(chain: TestChain, shape: MintShape, group: Group | null = null): Promise<LiveMint> {
    const [authority, keypair] = [chain.fundedKeypair(), chain.keypair()];
    const live = new LiveMint(chain, shape, keypair.address, authority, group);
    const { program, extensions } = shape;
    const pointers = extensions.filter((extension) => POINTERS.has(extension));
    const [payer, mint] = [authority.address, keypair.address];
    const account = { payer, account: mint, space: getMintLen(pointers), owner: program };
    await live.send(
      [
        // Rent for everything that may be added.
        createAccountInstruction({ ...account, lamports: 100_000_000n }),
        ...pointers.map((extension) => live.initialise(extension)),
        splToken.createInitializeMint2Instruction(mint, 6, payer, payer, program),
        ...extensions.filter((extension) => !POINTERS.has(extension)).map((extension) => live.initialise(extension)),
      ],
      [keypair],
    );
    return live;
  }

  static async makeGroup(chain: TestChain): Promise<Group> {
    const { address, authority } = await LiveMint.make(chain, shape('a group', GroupPointer, TokenGroup));
    return { mint: address, authority };
  }

  /** Adds an extension that markets accept, pointing to the mint itself. */
  initialise(extension: ExtensionType, uri = ''): Instruction {
    const { address: mint, authority, group } = this;
    const [programId, key] = [TOKEN_2022_PROGRAM_ID, authority.address];
    switch (extension) {
      case MetadataPointer:
        return splToken.createInitializeMetadataPointerInstruction(mint, key, mint, programId);
      case GroupPointer:
        return splToken.createInitializeGroupPointerInstruction(mint, key, mint, programId);
      case GroupMemberPointer:
        return splToken.createInitializeGroupMemberPointerInstruction(mint, key, mint, programId);
      case TokenMetadata:
        return splToken.createInitializeInstruction({
          programId,
          metadata: mint,
          mint,
          updateAuthority: key,
          mintAuthority: key,
          name: 'n',
          symbol: 's',
          uri,
        });
      case TokenGroup:
        return splToken.createInitializeGroupInstruction({
          programId,
          group: mint,
          mint,
          mintAuthority: key,
          updateAuthority: key,
          maxSize: 1_000n,
        });
      case TokenGroupMember:
        if (!group) throw new Error('no group to join');
        return splToken.createInitializeMemberInstruction({
          programId,
          member: mint,
          memberMint: mint,
          memberMintAuthority: key,
          group: group.mint,
          groupUpdateAuthority: group.authority.address,
        });
      default:
        throw new Error(`extension ${extension} is not one that markets accept`);
    }
  }

  /** Signed by the mint's authorities; must succeed. */
  async send(instructions: Instruction[], signers: readonly KeyPair[] = []): Promise<void> {
    ok(await this.attempt(instructions, signers));
  }

  attempt(instructions: Instruction[], signers: readonly KeyPair[] = []) {
    const joining = this.group ? [this.group.authority] : [];
    return this.chain.send(instructions, [this.authority, this.heir, ...joining, ...signers]);
  }

  async bytes(): Promise<Uint8Array> {
    const account = await this.chain.account(this.address);
    if (!account) throw new Error('the mint is gone');
    return account.data;
  }
}

const POINTERS: ReadonlySet<ExtensionType> = new Set([MetadataPointer, GroupPointer, GroupMemberPointer]);

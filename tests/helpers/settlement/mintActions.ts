import { AccountState, AuthorityType, ExtensionType } from '@solana/spl-token';
import { type Address, addressBytes } from '../../../ts/sdk/program/address/address.js';
import { ZERO_ADDRESS } from '../../../ts/sdk/program/address/runtime.js';
import { TOKEN_2022_PROGRAM_ID } from '../../../ts/sdk/program/address/token.js';
import { ACCOUNT_ROLE, type Instruction } from '../../../ts/sdk/program/instruction/instruction.js';
import { KeyPair } from '../../../ts/sdk/program/keyPair.js';
import type { LiveMint, MintShape } from './liveMint.js';
import { splToken } from './splToken.js';
import { ataOf } from './tokens.js';

const { MetadataPointer, TokenMetadata, GroupPointer, TokenGroup, GroupMemberPointer, TokenGroupMember } =
  ExtensionType;

const SOMEWHERE = KeyPair.fromSeed(new Uint8Array(32).fill(9)).address;
const NOWHERE = ZERO_ADDRESS;

/** An action of a live mint's authority. */
export interface MintAction {
  readonly name: string;
  /** Extensions that the token program requires for it. */
  readonly needs?: readonly ExtensionType[];
  /** What it adds to the mint. The token program refuses the action when that is already there. */
  readonly adds?: ExtensionType;
  /** SPL Token supports it as well. */
  readonly isOld?: boolean;
  /** One list per transaction. */
  steps(mint: LiveMint): Instruction[][];
}

/** Whether the token program allows the action on a mint with these extensions. */
export const isPossible = (action: MintAction, { program, extensions }: Omit<MintShape, 'name'>): boolean =>
  (action.isOld === true || program === TOKEN_2022_PROGRAM_ID) &&
  (action.needs ?? []).every((each) => extensions.includes(each)) &&
  !(action.adds && extensions.includes(action.adds));

const setAuthority = ({ address, shape }: LiveMint, type: AuthorityType, from: KeyPair, to: Address | null) =>
  splToken.createSetAuthorityInstruction(address, from.address, type, to, [], shape.program);

/** Hands an authority over; the new holder then gives it up. */
const handing = (
  what: string,
  rest: Partial<MintAction>,
  transfer: (mint: LiveMint, from: KeyPair, to: Address | null) => Instruction,
): MintAction[] => [
  { ...rest, name: `${what} handed on`, steps: (mint) => [[transfer(mint, mint.authority, mint.heir.address)]] },
  { ...rest, name: `${what} given up`, steps: (mint) => [[transfer(mint, mint.heir, null)]] },
];

/** The same for an authority that `SetAuthority` knows. */
const handingOfType = (what: string, type: AuthorityType, rest: Partial<MintAction>): MintAction[] =>
  handing(what, rest, (mint, from, to) => setAuthority(mint, type, from, to));

const pointing = (
  what: string,
  extension: ExtensionType,
  update: typeof splToken.createUpdateGroupPointerInstruction,
): MintAction[] => {
  const to = (name: string, target: Address): MintAction => ({
    name: `${what} moved ${name}`,
    needs: [extension],
    steps: ({ address, authority }) => [[update(address, authority.address, target)]],
  });
  return [to('elsewhere', SOMEWHERE), to('to nowhere', NOWHERE)];
};

const metadata = ({ address, authority }: LiveMint) => ({
  programId: TOKEN_2022_PROGRAM_ID,
  metadata: address,
  updateAuthority: authority.address,
});
export const setField = (mint: LiveMint, field: string, value: string) =>
  splToken.createUpdateFieldInstruction({ ...metadata(mint), field, value });
const removeField = (mint: LiveMint, key: string) =>
  splToken.createRemoveKeyInstruction({ ...metadata(mint), key, idempotent: false });

const group = ({ address, authority }: LiveMint) => ({
  programId: TOKEN_2022_PROGRAM_ID,
  group: address,
  updateAuthority: authority.address,
});

const begin = (name: string, pointer: ExtensionType, content: ExtensionType): MintAction => ({
  name,
  needs: [pointer],
  adds: content,
  steps: (mint) => [[mint.initialise(content)]],
});

/**
 * Everything that the authorities can do to a mint that markets accept, in an order in which no action prevents a later
 * one.
 */
export const MINT_ACTIONS: readonly MintAction[] = [
  { name: 'nothing', isOld: true, steps: () => [] },
  {
    name: 'more of it minted',
    isOld: true,
    steps: ({ address, authority, shape }) => {
      const [owner, { program }] = [authority.address, shape];
      const hoard = ataOf(owner, address, program);
      return [
        [
          splToken.createAssociatedTokenAccountIdempotentInstruction(owner, hoard, owner, address, program),
          splToken.createMintToInstruction(address, hoard, owner, 10n ** 18n, [], program),
        ],
      ];
    },
  },

  ...pointing('metadata pointer', MetadataPointer, splToken.createUpdateMetadataPointerInstruction),
  begin('metadata begun', MetadataPointer, TokenMetadata),
  {
    name: 'metadata grown',
    needs: [TokenMetadata],
    steps: (mint) => [[setField(mint, 'uri', 'u'.repeat(400)), setField(mint, 'one', '1'), setField(mint, 'name', '')]],
  },
  {
    name: 'metadata grown by thousands of bytes',
    needs: [TokenMetadata],
    steps: (mint) => Array.from({ length: 6 }, (_, i) => [setField(mint, `field ${i}`, 'v'.repeat(800))]),
  },
  {
    name: 'metadata shrunk',
    needs: [TokenMetadata],
    steps: (mint) => [
      [
        setField(mint, 'uri', ''),
        setField(mint, 'field 0', ''),
        removeField(mint, 'one'),
        removeField(mint, 'field 5'),
      ],
    ],
  },

  ...pointing('group pointer', GroupPointer, splToken.createUpdateGroupPointerInstruction),
  begin('group begun', GroupPointer, TokenGroup),
  ...[
    ['larger', 2n ** 64n - 1n] as const,
    // The group has no members.
    ['smaller', 0n] as const,
  ].map(
    ([how, maxSize]): MintAction => ({
      name: `group made ${how}`,
      needs: [TokenGroup],
      steps: (mint) => [[splToken.createUpdateGroupMaxSizeInstruction({ ...group(mint), maxSize })]],
    }),
  ),

  ...pointing('group member pointer', GroupMemberPointer, splToken.createUpdateGroupMemberPointerInstruction),
  begin('group joined', GroupMemberPointer, TokenGroupMember),

  // From here on the authority has lost its powers, and then the heir loses them.
  {
    name: 'lamports beyond the rent withdrawn',
    steps: ({ address, authority }) => [[own([address, SOMEWHERE], authority.address, [38])]],
  },
  ...handing('metadata', { needs: [TokenMetadata] }, (mint, from, to) =>
    splToken.createUpdateAuthorityInstruction({ ...metadata(mint), oldAuthority: from.address, newAuthority: to }),
  ),
  ...handing('group', { needs: [TokenGroup] }, (mint, from, to) =>
    splToken.createUpdateGroupAuthorityInstruction({
      ...group(mint),
      currentAuthority: from.address,
      newAuthority: to,
    }),
  ),
  ...handingOfType('metadata pointer', AuthorityType.MetadataPointer, { needs: [MetadataPointer] }),
  ...handingOfType('group pointer', AuthorityType.GroupPointer, { needs: [GroupPointer] }),
  ...handingOfType('group member pointer', AuthorityType.GroupMemberPointer, { needs: [GroupMemberPointer] }),
  ...handingOfType('mint authority', AuthorityType.MintTokens, { isOld: true }),
  ...handingOfType('freeze authority', AuthorityType.FreezeAccount, { isOld: true }),
];

/** The actions that one mint can go through in sequence. */
export function actionsOn({ program, extensions }: MintShape): MintAction[] {
  const has = [...extensions];
  return MINT_ACTIONS.filter((action) => {
    if (!isPossible(action, { program, extensions: has })) return false;
    if (action.adds) has.push(action.adds);
    return true;
  });
}

/** A Token-2022 instruction for which the library has no builder. */
function own(writable: readonly Address[], signer: Address | null, data: readonly number[]): Instruction {
  return {
    programAddress: TOKEN_2022_PROGRAM_ID,
    accounts: [
      ...writable.map((address) => ({ address, role: ACCOUNT_ROLE.writable })),
      ...(signer ? [{ address: signer, role: ACCOUNT_ROLE.readonlySigner }] : []),
    ],
    data: Uint8Array.from(data),
  };
}

const zeroes = (length: number): number[] => Array.from({ length }, () => 0);

/** An extension that markets refuse, with the instruction that adds it to a mint under construction. */
export interface RefusedExtension {
  readonly name: string;
  /** Content length in bytes. */
  readonly length: number;
  /** Extensions that a mint needs for it. */
  readonly needs?: readonly string[];
  initialise(mint: Address, authority: Address): Instruction;
}

const program = TOKEN_2022_PROGRAM_ID;

export const REFUSED_EXTENSIONS: readonly RefusedExtension[] = [
  {
    name: 'TransferFeeConfig',
    length: 108,
    initialise: (mint, key) => splToken.createInitializeTransferFeeConfigInstruction(mint, key, key, 10, 10n, program),
  },
  {
    name: 'MintCloseAuthority',
    length: 32,
    initialise: (mint, key) => splToken.createInitializeMintCloseAuthorityInstruction(mint, key, program),
  },
  {
    name: 'ConfidentialTransferMint',
    length: 65,
    initialise: (mint, key) => own([mint], null, [27, 0, ...addressBytes(key), 1, ...zeroes(32)]),
  },
  {
    name: 'DefaultAccountState',
    length: 1,
    initialise: (mint) => splToken.createInitializeDefaultAccountStateInstruction(mint, AccountState.Frozen, program),
  },
  {
    name: 'NonTransferable',
    length: 0,
    initialise: (mint) => splToken.createInitializeNonTransferableMintInstruction(mint, program),
  },
  {
    name: 'InterestBearingConfig',
    length: 52,
    initialise: (mint, key) => splToken.createInitializeInterestBearingMintInstruction(mint, key, 10, program),
  },
  {
    name: 'PermanentDelegate',
    length: 32,
    initialise: (mint, key) => splToken.createInitializePermanentDelegateInstruction(mint, key, program),
  },
  {
    name: 'TransferHook',
    length: 64,
    initialise: (mint, key) => splToken.createInitializeTransferHookInstruction(mint, key, SOMEWHERE, program),
  },
  {
    name: 'ConfidentialTransferFeeConfig',
    length: 129,
    needs: ['TransferFeeConfig', 'ConfidentialTransferMint'],
    initialise: (mint, key) => own([mint], null, [37, 0, ...addressBytes(key), ...zeroes(32)]),
  },
  {
    name: 'ConfidentialMintBurn',
    length: 196,
    needs: ['ConfidentialTransferMint'],
    initialise: (mint) => own([mint], null, [42, 0, ...zeroes(68)]),
  },
  {
    name: 'ScaledUiAmount',
    length: 56,
    initialise: (mint, key) => splToken.createInitializeScaledUiAmountConfigInstruction(mint, key, 2, program),
  },
  {
    name: 'Pausable',
    length: 33,
    initialise: (mint, key) => splToken.createInitializePausableConfigInstruction(mint, key, program),
  },
  {
    name: 'PermissionedBurn',
    length: 32,
    initialise: (mint, key) => splToken.createInitializePermissionedBurnInstruction(mint, key, program),
  },
];

/** What the authorities cannot do to a mint that markets accept, whatever its extensions. */
export const IMPOSSIBLE: readonly (readonly [name: string, build: (mint: LiveMint) => Instruction])[] = [
  ...REFUSED_EXTENSIONS.map(
    ({ name, initialise }) =>
      [`${name} added`, (mint: LiveMint) => initialise(mint.address, mint.authority.address)] as const,
  ),
  ...[MetadataPointer, GroupPointer, GroupMemberPointer].map(
    (extension) => [`pointer ${extension} added`, (mint: LiveMint) => mint.initialise(extension)] as const,
  ),
  ...[
    AuthorityType.AccountOwner,
    AuthorityType.CloseAccount,
    AuthorityType.TransferFeeConfig,
    AuthorityType.WithheldWithdraw,
    AuthorityType.CloseMint,
    AuthorityType.InterestRate,
    AuthorityType.PermanentDelegate,
    AuthorityType.ConfidentialTransferMint,
    AuthorityType.TransferHookProgramId,
    AuthorityType.ConfidentialTransferFeeConfig,
    AuthorityType.ScaledUiAmountConfig,
    AuthorityType.PausableConfig,
    AuthorityType.PermissionedBurn,
  ].map(
    (type) =>
      [
        `${AuthorityType[type]} authority set`,
        (mint: LiveMint) => setAuthority(mint, type, mint.authority, SOMEWHERE),
      ] as const,
  ),
  [
    'made again',
    ({ address, shape }) => splToken.createInitializeMint2Instruction(address, 0, SOMEWHERE, SOMEWHERE, shape.program),
  ],
  [
    'made an account',
    ({ address, shape }) => splToken.createInitializeAccount3Instruction(address, address, SOMEWHERE, shape.program),
  ],
  [
    'made a multisig',
    ({ address, shape }) => splToken.createInitializeMultisigInstruction(address, [SOMEWHERE], 1, shape.program),
  ],
  ['its owner fixed', ({ address }) => splToken.createInitializeImmutableOwnerInstruction(address, program)],
  [
    'closed',
    ({ address, authority, shape }) =>
      splToken.createCloseAccountInstruction(address, SOMEWHERE, authority.address, [], shape.program),
  ],
  [
    'reallocated',
    ({ address, authority: { address: key } }) =>
      splToken.createReallocateInstruction(address, key, [ExtensionType.MemoTransfer], key, [], program),
  ],
  [
    'memos',
    ({ address, authority }) => splToken.createEnableRequiredMemoTransfersInstruction(address, authority.address),
  ],
  ['CPI guard', ({ address, authority }) => splToken.createDisableCpiGuardInstruction(address, authority.address)],
  ['paused', ({ address, authority }) => splToken.createPauseInstruction(address, authority.address)],
  [
    'fee',
    ({ address, authority }) => splToken.createSetTransferFeeInstruction(address, authority.address, [], 100, 100n),
  ],
  [
    'hook',
    ({ address, authority }) => splToken.createUpdateTransferHookInstruction(address, authority.address, SOMEWHERE),
  ],
  [
    'rate',
    ({ address, authority }) => splToken.createUpdateRateInterestBearingMintInstruction(address, authority.address, 1),
  ],
  [
    'scale',
    ({ address, authority }) => splToken.createUpdateMultiplierDataInstruction(address, authority.address, 2, 0n),
  ],
  [
    'frozen from the start',
    ({ address, authority }) =>
      splToken.createUpdateDefaultAccountStateInstruction(address, AccountState.Frozen, authority.address),
  ],
];

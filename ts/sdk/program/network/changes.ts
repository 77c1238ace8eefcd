import { type Address, address } from '../address/address.js';

/**
 * A change of the network that touches Linesman. `linesman check-chain` reads the state of those with a feature; all
 * are rows of docs/internals/network.md.
 */
export interface NetworkChange {
  /** Its number: a SIMD, and the step of one. */
  readonly number: string;
  readonly what: string;
  /** Its feature account; `null` for a change that has none. */
  readonly id: Address | null;
  /** What it does to us. */
  readonly does: string;
  /** Where it stood when we last looked, with the date. */
  readonly state: string;
  /** Where that is said. */
  readonly source: string;
  /** Milliseconds of a slot once it is in force. */
  readonly slotTime?: number;
  /** The test that runs under it, relative to the repository; `null` if there is none. */
  readonly test: string | null;
}

/** A change that has a feature account. */
export type NetworkFeature = NetworkChange & { readonly id: Address };

const proposal = (file: string): string =>
  `https://github.com/solana-foundation/solana-improvement-documents/blob/main/proposals/${file}.md`;
const request = (number: number): string =>
  `https://github.com/solana-foundation/solana-improvement-documents/pull/${number}`;
/** Anza's list of what is pending, and since which epoch the rest is active. */
const TRACKER = 'https://github.com/anza-xyz/agave/wiki/Feature-Gate-Tracker-Schedule';

/** Tests that execute everything under every feature that LiteSVM knows. */
const ALL = 'tests/programs/everyFeature.test.ts';
const UPLOAD = 'ts/service/roots/chain/programFormat.test.ts';
const UPGRADE = 'ts/service/roots/chain/upgradeProgram.test.ts';

export const SBPF_V3: NetworkFeature = {
  number: 'SIMD-0178, 0189, 0377',
  what: 'SBPF v3',
  id: address('5cC3foj77CWun58pC51ebHFUWavHWKarWyR5UUik7dnC'),
  does: 'Takes the programs as they are committed. `deploy` sends SBPF v0 where it is not active.',
  state: 'active on mainnet since slot 428,976,000, on devnet since 461,808,000, on testnet since 406,604,256',
  source: TRACKER,
  test: UPLOAD,
};

export const NO_SBPF_V0: NetworkFeature = {
  number: 'SIMD-0500',
  what: 'SBPF v0 to v2 can no longer be deployed',
  id: address('B8JJXCy5amZyWG9r7EnUYLwzXSXTxG7GZ1qZ1qggo83g'),
  does: 'Deployments, upgrades and freezing need v3; what is deployed goes on running.',
  state: 'not active on mainnet and testnet (2026-10-08); announced for Agave 4.4, mainnet from November 2026',
  source: proposal('0500-disable-deployment-of-sbpf-v0-v1-v2'),
  test: UPLOAD,
};

export const EXTENSION_MINIMUM: NetworkFeature = {
  number: 'SIMD-0431',
  what: 'a program grows by 10,240 bytes at least',
  id: address('YbbRLkvenrocjGPGyoQE4wjnvYzTgfsk38NFmcYK7a5'),
  does: 'An upgrade that is longer than its account pays for at least that much; `deploy --upgrade` plans with it.',
  state: 'active on mainnet since slot 432,864,000, on testnet since 416,540,256',
  source: TRACKER,
  test: UPGRADE,
};

export const UPGRADE_RESIZES: NetworkFeature = {
  number: 'SIMD-0433',
  what: 'an upgrade gives the account the length of its program',
  id: address('EhisBfVtGvEA8bVCVN5VMaYEaX6iTfoUrmcDi8LY7Kxy'),
  does:
    'A shorter upgrade returns rent, a longer one needs no step before it: `deploy --upgrade` then plans none. ' +
    '`check-program` finds no padding.',
  state: `merged on 2026-07-31; not active on mainnet and testnet (2026-10-08)`,
  source: request(433),
  test: UPGRADE,
};

/** Bytes that every account pays rent for besides its data. */
export const ACCOUNT_OVERHEAD = 128;

/** What mainnet asks for a byte, for documents that name a rent. Commands ask their node. */
export const RENT = { lamportsPerByte: 5_080, date: '2026-10-04' } as const;

/** Lamports for a byte of an account, as the steps of SIMD-0437 set it. */
const rentStep = (number: string, lamports: number, id: string, state: string): NetworkFeature => ({
  number,
  what: `rent of ${lamports.toLocaleString('en')} lamports a byte`,
  id: address(id),
  does: 'New accounts need less; what older ones hold above it stays until they are closed. Plans ask the node.',
  state,
  source: proposal('0437-incremental-rent-reduction'),
  test: 'tests/cli/checkChain.test.ts',
});

const slotStep = (milliseconds: number, id: string, state: string): NetworkFeature => ({
  number: `SIMD-0525, ${milliseconds} ms`,
  what: `slots of ${milliseconds} ms`,
  id: address(id),
  does: 'A blockhash lives for 150 blocks, so for less time; takes effect an epoch after it becomes active.',
  state,
  source: proposal('0525-reduce-slot-times'),
  test: 'tests/cli/checkChain.test.ts',
  slotTime: milliseconds,
});

const NOT_YET = 'not active on mainnet and testnet (2026-10-08)';
const FROM_TESTNET = (slot: string): string =>
  `active on testnet since slot ${slot} and on devnet, not on mainnet (2026-10-08)`;

export const ALPENGLOW: NetworkFeature = {
  number: 'SIMD-0326, 0363',
  what: 'Alpenglow',
  id: address('A1pengvuM6JEcyNuTnMqepBKhwHE3N6PmUrdATGawhJS'),
  does:
    'The leader sets the clock: later than in the parent block, by at most twice the slots since then. `blockTime` ' +
    'is no longer the same as the clock, so neither is compared with the other.',
  state: 'active on testnet since slot 444,620,256 and on devnet since 504,144,000, not on mainnet (2026-10-08)',
  source: proposal('0363-simple-alpenglow-clock'),
  test: ALL,
};

export const VERSION_1: NetworkFeature = {
  number: 'SIMD-0385',
  what: 'transactions of version 1',
  id: address('txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL'),
  does: 'A transaction holds 4,096 bytes. Clients ask the node whether it takes one, and not the feature.',
  state: 'active on mainnet since slot 447,120,000 (2026-09-15)',
  source: proposal('0385-transaction-v1'),
  test: 'tests/programs/version1.test.ts',
};

/** In the order of the page. */
export const CHANGES: readonly NetworkChange[] = [
  SBPF_V3,
  NO_SBPF_V0,
  rentStep(
    'SIMD-0437, step 1',
    6_333,
    '4a6f7o7iTcA8hRDCrPLkSatnt5Ykxiu36wo5p1Tt12wC',
    'active on all three clusters (2026-09-30)',
  ),
  rentStep(
    'SIMD-0437, step 2',
    5_080,
    '61BtM7BkDEE8Yq5fskEVAQT9mYA8qCejJWoLe5apqg81',
    'active on mainnet since epoch 1033 (2026-09-11), and on devnet and testnet',
  ),
  rentStep('SIMD-0437, step 3', 2_575, 'rntCigrTppP5JdZz7K8TyN9sMzLdAcXp8SejYpVpX6D', NOT_YET),
  rentStep('SIMD-0437, step 4', 1_322, 'rntD7invRBswCAdKtRsh1G4psKjrPdS3BKqtnA78C7N', NOT_YET),
  rentStep('SIMD-0437, step 5', 696, 'rntTjNZ9boq8owDxjGVFHPfWNQPDaKiM5JcjxmDGg47', NOT_YET),
  rentStep('SIMD-0438, the way back', 6_960, 'rnt8ZQpz2HYhX3DkYBDGjJS1a36mYq69oXka7JrhEdi', NOT_YET),
  ALPENGLOW,
  slotStep(350, 'iBRL5RuWhw4yqaAZu96RUULHckHTZAoe2b77qaV38JZ', 'active on mainnet since slot 440,208,000'),
  slotStep(300, 'iBRLL3k18HST852F1Mf3Lv83waTNQmmqvKDxvYGwQFL', 'active on mainnet since slot 441,936,000'),
  slotStep(250, 'iBRLMc81UjRa8fn8A6eE8bJTnRbgQoPTynM51akENCV', 'active on mainnet since slot 447,552,000'),
  slotStep(200, 'iBRLjhJnkmDZgNoZRDMW11d8ZV7HvsL3vAyRjZB5npW', 'active on mainnet since slot 454,464,000 (2026-10-08)'),
  {
    number: 'SIMD-0460',
    what: 'virtual address space of accounts',
    id: address('7VgiehxNxu53KdxgLspGQY8myE6f7UokaWa4jsGcaSz'),
    does: 'The programs read their input in place: other addresses behind the same bytes.',
    state: FROM_TESTNET('407,900,256'),
    source: TRACKER,
    test: ALL,
  },
  {
    number: 'direct mapping',
    what: 'account data is mapped, not copied',
    id: address('CR3dVN2Yoo95Y96kLSTaziWDAQT2MNEpiWh5cqVq2pNE'),
    does: 'The same; writes to accounts that the program may not change end with another error.',
    state: FROM_TESTNET('408,332,256'),
    source: TRACKER,
    test: ALL,
  },
  {
    number: 'SIMD-0449',
    what: 'pointers to accounts in the input',
    id: address('ptr9umikaeAS7ZBBp2fsfRhie16F1V2jCKA2y6gXNAK'),
    does: 'Adds to the input that the programs read in place.',
    state: FROM_TESTNET('418,268,256'),
    source: TRACKER,
    test: ALL,
  },
  {
    number: 'SIMD-0290',
    what: 'a payer who cannot pay no longer invalidates a block',
    id: address('FEEXbxUuKobtrt1qNK5pjtzbPQhsppBTrNNG74xu4mai'),
    does: 'A transaction that failed may be in a block without logs, and has cost no fee.',
    state: NOT_YET,
    source: request(290),
    test: ALL,
  },
  {
    number: 'SIMD-0512',
    what: 'the syscall `sol_sha512`',
    id: address('s512oDwgx8hjMnaQjXfqqrZroVj4HvC6TkN3iSSWXCh'),
    does: 'Would save more than half of what `verify_signature` and `verify_signer` cost, see below.',
    state: FROM_TESTNET('416,540,256'),
    source: proposal('0512-sha512-syscall'),
    test: ALL,
  },
  {
    number: 'SIMD-0568',
    what: 'the precompiles, the Ed25519 program among them, are deprecated',
    id: null,
    does:
      'Without the Ed25519 program, `verify_signature` and `verify_signer` take its place before a v4 call or a ' +
      'settlement by `signed-final`, see below.',
    state: 'proposed, not merged (2026-08-29); no feature found',
    source: request(568),
    test: 'tests/programs/signatureWays.test.ts',
  },
  VERSION_1,
  {
    number: 'locks',
    what: '128 accounts in a transaction in the place of 64',
    id: address('9LZdXeKGeBV6hRLdxS1rHbHoEUsKqesCC2ZAPTPKJAbK'),
    does: 'Nothing: what we build stays below 64.',
    state: 'pending on mainnet, not active on testnet (2026-10-08)',
    source: TRACKER,
    test: ALL,
  },
  {
    number: 'SIMD-0167',
    what: 'loader v4',
    id: address('LoaderV4WasAbandoned11111111111111111111111'),
    does: 'Nothing: it was abandoned. Its feature has an address without a key.',
    state: 'removed from Agave on 2026-04-30',
    source: 'https://github.com/anza-xyz/agave/pull/11990',
    test: null,
  },
  EXTENSION_MINIMUM,
  UPGRADE_RESIZES,
  {
    number: 'SIMD-0164',
    what: 'only the authority extends a program',
    id: address('ExtendProgCheckedWi11BeDe1eted11111111111111'),
    does: 'Nothing: it was taken back, under an address without a key. `deploy --upgrade` sends `ExtendProgram`.',
    state: 'removed with Agave 4.1 (2026-05-21)',
    source: 'https://github.com/firedancer-io/firedancer/issues/9897',
    test: UPGRADE,
  },
  {
    number: 'SIMD-0571',
    what: 'durable nonces are deprecated',
    id: null,
    does:
      'Nothing: no client of ours sends one. A transaction may begin with the advance of a nonce: v4 wants the ' +
      'signature directly before its own instruction, and an activation is a `subscribe` at the top level, wherever ' +
      'it stands.',
    state: 'proposed, not merged (2026-08-31); no feature found',
    source: request(571),
    test: null,
  },
  {
    number: 'SIMD-0326, commitment',
    what: 'under Alpenglow `confirmed` and `finalized` are the same state',
    id: null,
    does: 'Service and keeper read `confirmed`, which can then no longer be undone.',
    state: ALPENGLOW.state,
    source: 'https://docs.anza.xyz/consensus/alpenglow',
    test: null,
  },
];

/** Those whose state a cluster can tell. */
export const FEATURES: readonly NetworkFeature[] = CHANGES.filter((one): one is NetworkFeature => one.id !== null);

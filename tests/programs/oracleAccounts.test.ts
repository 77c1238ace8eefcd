import { beforeAll, describe, expect, it } from 'vitest';
import { sceneOfVector, USER } from '../../ts/regress/conform/vectorScene.js';
import { rootOf } from '../../ts/sdk/format/hash.js';
import { attestationAccount } from '../../ts/sdk/program/account/attestation.js';
import { pricingMatrixAccount } from '../../ts/sdk/program/account/pricingMatrix.js';
import { type Address, address, addressBytes, addressOf } from '../../ts/sdk/program/address/address.js';
import {
  attestationAddress,
  fixturesRootsAddress,
  oddsRootsAddress,
  pricingMatrixAddress,
  programDataAddress,
  scoresRootsAddress,
  userValidationStateAddress,
} from '../../ts/sdk/program/address/oracle.js';
import {
  COMPUTE_BUDGET_PROGRAM_ID,
  INSTRUCTIONS_SYSVAR,
  SYSTEM_PROGRAM_ID,
  UPGRADEABLE_LOADER_ID,
} from '../../ts/sdk/program/address/runtime.js';
import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '../../ts/sdk/program/address/token.js';
import { type AccountMeta, type Instruction, isSigner } from '../../ts/sdk/program/instruction/instruction.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import {
  attestInstruction,
  closeAttestationInstruction,
  createAttesterSetInstruction,
} from '../../ts/sdk/program/oracle/attesterInstructions.js';
import { purchaseCreditsInstruction } from '../../ts/sdk/program/oracle/creditsInstructions.js';
import {
  acceptAdmin,
  giftValidationCredits,
  initializeConfig,
  insertBatchRoot,
  insertFixturesRoot,
  insertScoresRoot,
  proposeAdmin,
  updateConfig,
} from '../../ts/sdk/program/oracle/instructions.js';
import {
  closePricingMatrixInstruction,
  initializePricingMatrixInstruction,
  updatePricingMatrixInstruction,
} from '../../ts/sdk/program/oracle/pricingMatrixInstructions.js';
import { purchaseInstruction } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { subscribeInstruction } from '../../ts/sdk/program/oracle/subscribeInstruction.js';
import {
  initializeTreasuryInstructions,
  withdrawInstruction,
} from '../../ts/sdk/program/oracle/treasuryInstructions.js';
import { DEFAULT_SETTLEMENT_PROGRAM_ID } from '../../ts/sdk/program/programId.js';
import { UNCHANGED_CONFIG } from '../../ts/sdk/program/wire/configParameters.js';
import { ATTESTERS, putAttesters } from '../helpers/attesters.js';
import type { LiteBank } from '../helpers/liteBank.js';
import { CONFIG, ORACLE, PARAMETERS, putConfig, putCredits, putScoresRoot, ROLES } from '../helpers/oracleBank.js';
import {
  DEPLOYMENT,
  MONEY_PARAMETERS,
  putServiceTokens,
  putStablecoin,
  ROWS,
  SERVICE,
  STABLECOIN,
  serviceAccountOf,
  startMoney,
} from '../helpers/oracleMoney.js';
import { withRoles } from '../helpers/settlement/roles.js';
import { tokenAccountData } from '../helpers/settlement/tokens.js';
import { withAddressAt } from '../helpers/withAddresses.js';
import { readCorpus } from '../vectors/corpus.js';
import { rootsAccount } from '../vectors/rootsAccount.js';
import type { RootsKind } from '../vectors/vector.js';

/**
 * Replaces every account of every instruction: omitted, under another owner, with its bytes at another address, absent,
 * without signature, read-only. The expected result is an error number or success.
 */

const FINE = null;
type Refusal = number | typeof FINE;

/** The program's answer to each substitute. Substitutes that make no sense for an account are omitted. */
interface Substitutes {
  /** The right bytes at the right address, under another program. */
  foreignOwner?: Refusal;
  /** The right bytes under the right program, at another address. */
  otherAddress?: Refusal;
  /** Nothing at the right address. */
  absent?: Refusal;
  /** Another role's key. It signs if a signature is required. `stranger`: also another program. */
  upgradeAuthority?: Refusal;
  admin?: Refusal;
  publisher?: Refusal;
  backendAdmin?: Refusal;
  user?: Refusal;
  stranger?: Refusal;
  unsigned?: Refusal;
  readOnly?: Refusal;
  /** For a token account: the stranger's, at another address. For an account of the user: the stranger's own. */
  strangers?: Refusal;
  /** The same of another mint, at another address. */
  otherMint?: Refusal;
  /** The same under the other token program, at another address. */
  otherTokenProgram?: Refusal;
  /** The account is the stranger's, at its right address. */
  strangersHere?: Refusal;
  /** The account is of another mint, at its right address. */
  otherMintHere?: Refusal;
  /** An address without an account. */
  nowhere?: Refusal;
  /** The mint in place of an account of it. */
  mint?: Refusal;
  /** The treasury's account of this mint. */
  vault?: Refusal;
  /** The user's account of the service token. */
  wallet?: Refusal;
  /** What the treasury has of the other of both tokens. */
  otherToken?: Refusal;
}

interface Call {
  instruction: Instruction;
  signers: KeyPair[];
  before?: Instruction[];
}

interface Case {
  /** Puts everything the call needs. */
  arrange(bank: LiteBank): Call;
  /** By the accounts' names, in their order. */
  accounts: Record<string, Substitutes>;
}

/** A program that exists everywhere and is not ours. */
const OTHER_PROGRAM = COMPUTE_BUDGET_PROGRAM_ID;
const ELSEWHERE = addressOf(new Uint8Array(32).fill(200));
const FOREIGN_MINT = addressOf(new Uint8Array(32).fill(201));
const DAY = 20_840;

/**
 * Verifying instructions recognise roots, configuration and credits by owner and content: only the program writes such
 * accounts, each at one address. The same bytes elsewhere would be accepted, but no chain can hold them.
 */
const ROOTS: Substitutes = { foreignOwner: 2004, absent: 2004, otherAddress: FINE };
const SIGNED: Case['accounts'] = {
  user: { unsigned: 3010, readOnly: 2000, stranger: 6079 },
  user_validation_state: { foreignOwner: 6079, absent: 6079, otherAddress: FINE, readOnly: 2000 },
  instructions_sysvar: { stranger: 2012 },
  roots: ROOTS,
  config: { foreignOwner: 3007, absent: 3007, otherAddress: FINE },
};

const CONFIGURED: Substitutes = { foreignOwner: 3007, absent: 3012, otherAddress: 2006 };
const SYSTEM: Substitutes = { stranger: 3008 };
const LAST_TWO = { system_program: SYSTEM, config: CONFIGURED };
/** A signer, and the answer to every other role. */
const by = (role: keyof typeof ROLES, refusal: Refusal): Substitutes => ({
  unsigned: 3010,
  ...Object.fromEntries(ROLE_NAMES.filter((name) => name !== role).map((name) => [name, refusal])),
});
const paidBy = (role: keyof typeof ROLES, refusal: Refusal): Substitutes => ({ ...by(role, refusal), readOnly: 2000 });
const ROLE_NAMES = Object.keys(ROLES) as (keyof typeof ROLES)[];

const verified = (name: string): Case['arrange'] => {
  const vector = readCorpus().find(
    ({ instruction, class: kind, expect: { bankrun } }) =>
      instruction === name && kind === 'valid' && 'verdict' in bankrun && bankrun.verdict,
  );
  if (!vector) throw new Error(`no valid vector of ${name}`);
  return (bank) => {
    const { accounts, instructions } = sceneOfVector(vector);
    for (const { address, owner, data } of accounts) bank.put(address, owner, data);
    const before = instructions.slice(0, -1);
    return { instruction: instructions.at(-1) as Instruction, before, signers: vector.v4 ? [USER] : [] };
  };
};

const roots = (kind: RootsKind, address: typeof scoresRootsAddress) => (bank: LiteBank) => {
  const at = address(DAY, ORACLE.programId);
  const data = rootsAccount({ kind, day: DAY, bump: at.bump, slots: {}, tamper: null });
  bank.put(at.address, ORACLE.programId, data);
  return at;
};
const INSERT: Case['accounts'] = {
  authority: paidBy('publisher', 6017),
  roots: { foreignOwner: 6018, otherAddress: 2006, absent: FINE, readOnly: 2000 },
  ...LAST_TWO,
};
const publisher = {
  authority: ROLES.publisher.address,
  systemProgram: SYSTEM_PROGRAM_ID,
  config: CONFIG.address,
};
const slot = { epochDay: DAY, hourOfDay: 1, minuteOfHour: 5, root: new Uint8Array(32).fill(1) };

const money = (bank: LiteBank) => {
  putConfig(bank, MONEY_PARAMETERS);
  putServiceTokens(bank, 10n ** 12n);
  putStablecoin(bank, 10n ** 12n);
  putStablecoin(bank, 10n ** 12n, { owner: STABLECOIN.authority });
  bank.put(SERVICE.vault, TOKEN_2022_PROGRAM_ID, vaultData);
};
const vaultData = tokenAccountData({ mint: SERVICE.mint, owner: SERVICE.authority, amount: 10n ** 12n });
const PROGRAM: Substitutes = { stranger: 3008 };
/** The address only signs; there need not be an account. */
const TREASURY: Substitutes = { foreignOwner: FINE, otherAddress: 2006, stranger: 2006, otherToken: 2006 };
const MINT: Substitutes = { foreignOwner: 6020, otherAddress: 6020, absent: 6020, otherToken: 6020 };
const NO_VAULT: Substitutes = { otherAddress: 6054, readOnly: 2000, nowhere: 6054, otherToken: 6054 };
const VAULT: Substitutes = {
  ...NO_VAULT,
  foreignOwner: 6054,
  absent: 6054,
  wallet: 6054,
  strangersHere: 6054,
  otherMintHere: 6054,
};
/** Created if missing; any account of its owner is accepted. */
const WALLET: Substitutes = {
  foreignOwner: 6066,
  otherAddress: FINE,
  readOnly: 2000,
  strangers: 6012,
  vault: 6012,
  otherMint: 6020,
  otherTokenProgram: 6066,
  mint: 6066,
  nowhere: 6066,
};
/** What a purchase with service tokens names. The user's account is created, but empty. */
const PAID_IN_TOKENS = {
  token_mint: MINT,
  user_token_account: { ...WALLET, absent: 6034 },
  token_treasury_vault: VAULT,
  token_treasury_pda: TREASURY,
  token_program: PROGRAM,
  system_program: SYSTEM,
  associated_token_program: PROGRAM,
  config: CONFIGURED,
};
const MATRIX: Substitutes = { foreignOwner: 3007, otherAddress: 2006, absent: 3012 };
const matrix = (bank: LiteBank) => {
  const { address } = pricingMatrixAddress(ORACLE.programId);
  bank.put(address, ORACLE.programId, pricingMatrixAccount.encode({ admin: ROLES.admin.address, rows: ROWS }));
  return address;
};
/** 0 of the service token, 1 of the stablecoin. */
const treasuryInstruction = (index: 0 | 1) =>
  initializeTreasuryInstructions({ ...DEPLOYMENT, admin })[index] as Instruction;
const [user, admin] = [ROLES.user.address, ROLES.admin.address];

const ATTESTER = ATTESTERS[0] as KeyPair;
const attesters = (bank: LiteBank) => putAttesters(bank, [ATTESTER, ATTESTERS[1] as KeyPair], user).address;
const attesting = (bank: LiteBank) =>
  attestInstruction({
    oracle: ORACLE.programId,
    attester: ATTESTER.address,
    set: attesters(bank),
    kind: 'scores',
    epochDay: DAY,
    entries: [{ slot: 13, root: rootOf(slot.root) }],
  });
/** Has a key of nobody in place of its account. */
const NOT_A_KEY: Substitutes = { unsigned: 3010, readOnly: 2000, stranger: 6109, admin: 6109, publisher: 6109 };

/** The attestation that the instruction names, made so long ago that it may be closed. */
function putAttestation(bank: LiteBank, { accounts }: Instruction): Address {
  const [, { address: set }, { address }] = accounts as [AccountMeta, AccountMeta, AccountMeta];
  const { bump } = attestationAddress(set, 'scores', DAY, ORACLE.programId);
  const bits = Array.from({ length: 288 }, () => 0);
  const about = { version: 1, bump, kind: 'scores', period: DAY, set, payer: ATTESTER.address, made: 0 } as const;
  bank.put(address, ORACLE.programId, attestationAccount.encode({ ...about, bits }));
  return address;
}

const CASES: Record<string, Case> = {
  create_attester_set: {
    arrange: (bank) => {
      bank.remove(attesters(bank));
      const instruction = createAttesterSetInstruction(ORACLE.programId, user, 1n, [ATTESTER.address]);
      return { instruction, signers: [ROLES.user] };
    },
    accounts: {
      creator: paidBy('user', 2006),
      set: { otherAddress: 2006, nowhere: 2006, readOnly: 2000 },
      system_program: SYSTEM,
    },
  },
  attest: {
    arrange: (bank) => {
      putScoresRoot(bank, DAY, 13, slot.root);
      const instruction = attesting(bank);
      bank.remove((instruction.accounts[2] as AccountMeta).address);
      return { instruction, signers: [ATTESTER] };
    },
    accounts: {
      attester: NOT_A_KEY,
      // The attestation is that of the set given, so the address is found out before the set is.
      set: { foreignOwner: 3007, absent: 3012, otherAddress: 2006, nowhere: 3012, stranger: 3007 },
      attestation: { otherAddress: 2006, nowhere: 2006, readOnly: 2000 },
      roots: { foreignOwner: 6018, otherAddress: 2006, absent: 6018, nowhere: 2006 },
      system_program: SYSTEM,
    },
  },
  'attest, again': {
    arrange: (bank) => {
      putScoresRoot(bank, DAY, 13, slot.root);
      const instruction = attesting(bank);
      putAttestation(bank, instruction);
      return { instruction, signers: [ATTESTER] };
    },
    accounts: {
      attester: NOT_A_KEY,
      set: { foreignOwner: 3007, absent: 3012, otherAddress: 2006, nowhere: 3012, stranger: 3007 },
      attestation: { foreignOwner: 6018, otherAddress: 2006, absent: FINE, nowhere: 2006, readOnly: 2000 },
      roots: { foreignOwner: 6018, otherAddress: 2006, absent: 6018, nowhere: 2006 },
      system_program: SYSTEM,
    },
  },
  close_attestation: {
    arrange: (bank) => {
      const attestation = putAttestation(bank, attesting(bank));
      const instruction = closeAttestationInstruction(ORACLE.programId, ATTESTER.address, attestation);
      return { instruction, signers: [ATTESTER] };
    },
    accounts: {
      payer: { unsigned: 3010, readOnly: 2000, stranger: 6015, admin: 6015, publisher: 6015, user: 6015 },
      attestation: { foreignOwner: 3007, otherAddress: 2006, absent: 3012, nowhere: 3012, readOnly: 2000 },
    },
  },
  initialize_pricing_matrix: {
    arrange: (bank) => {
      bank.remove(matrix(bank));
      return {
        instruction: initializePricingMatrixInstruction(ORACLE.programId, admin, ROWS),
        signers: [ROLES.admin],
      };
    },
    accounts: { authority: paidBy('admin', 6017), pricing_matrix: { otherAddress: 2006, readOnly: 2000 }, ...LAST_TWO },
  },
  update_pricing_matrix: {
    arrange: (bank) => {
      matrix(bank);
      return { instruction: updatePricingMatrixInstruction(ORACLE.programId, admin, ROWS), signers: [ROLES.admin] };
    },
    accounts: { authority: paidBy('admin', 6017), pricing_matrix: { ...MATRIX, readOnly: 2000 }, ...LAST_TWO },
  },
  close_pricing_matrix: {
    arrange: (bank) => {
      matrix(bank);
      return { instruction: closePricingMatrixInstruction(ORACLE.programId, admin), signers: [ROLES.admin] };
    },
    accounts: { pricing_matrix: { ...MATRIX, readOnly: 2000 }, authority: paidBy('admin', 6017), ...LAST_TWO },
  },
  subscribe: {
    arrange: (bank) => {
      money(bank);
      matrix(bank);
      const instruction = subscribeInstruction({ ...DEPLOYMENT, user, serviceLevelId: 1, weeks: 4 });
      return { instruction, signers: [ROLES.user] };
    },
    accounts: {
      user: paidBy('user', 6012),
      pricing_matrix: MATRIX,
      ...PAID_IN_TOKENS,
    },
  },
  initialize_treasury_v2: {
    arrange: (bank) => {
      money(bank);
      bank.remove(SERVICE.vault);
      return { instruction: treasuryInstruction(0), signers: [ROLES.admin] };
    },
    accounts: {
      authority: paidBy('admin', 6017),
      token_treasury_vault: NO_VAULT,
      token_treasury_pda: TREASURY,
      subscription_token_mint: MINT,
      system_program: SYSTEM,
      token_program: PROGRAM,
      associated_token_program: PROGRAM,
      config: CONFIGURED,
    },
  },
  initialize_usdt_treasury: {
    arrange: (bank) => {
      money(bank);
      bank.remove(STABLECOIN.vault);
      return { instruction: treasuryInstruction(1), signers: [ROLES.admin] };
    },
    accounts: {
      authority: paidBy('admin', 6017),
      usdt_treasury_vault: NO_VAULT,
      usdt_treasury_pda: TREASURY,
      usdt_mint: MINT,
      token_program: PROGRAM,
      associated_token_program: PROGRAM,
      ...LAST_TWO,
    },
  },
  purchase_subscription_token_usdt: {
    arrange: (bank) => {
      money(bank);
      const parameters = { oracle: ORACLE.programId, config: MONEY_PARAMETERS, buyer: user, tokens: 1n };
      return { instruction: purchaseInstruction(parameters), signers: [ROLES.user, ROLES.backendAdmin] };
    },
    accounts: {
      buyer: paidBy('user', 6012),
      backend_admin: by('backendAdmin', 6065),
      usdt_mint: MINT,
      buyer_usdt_account: { ...WALLET, absent: 6066 },
      usdt_treasury_vault: VAULT,
      usdt_treasury_pda: TREASURY,
      subscription_token_mint: MINT,
      token_treasury_vault: VAULT,
      token_treasury_pda: TREASURY,
      buyer_token_account: { ...WALLET, absent: FINE },
      token_program: PROGRAM,
      token_2022_program: PROGRAM,
      system_program: SYSTEM,
      associated_token_program: PROGRAM,
      config: CONFIGURED,
    },
  },
  withdraw_usdt: {
    arrange: (bank) => {
      money(bank);
      putStablecoin(bank, 0n, { owner: admin });
      return { instruction: withdrawInstruction({ ...DEPLOYMENT, admin, amount: 1n }), signers: [ROLES.admin] };
    },
    accounts: {
      authority: paidBy('admin', 6017),
      admin_destination: { ...WALLET, absent: FINE },
      usdt_treasury_vault: VAULT,
      usdt_treasury_pda: TREASURY,
      usdt_mint: MINT,
      token_program: PROGRAM,
      associated_token_program: PROGRAM,
      ...LAST_TWO,
    },
  },
  purchase_validation_credits: {
    arrange: (bank) => {
      money(bank);
      putCredits(bank, user, 5);
      return { instruction: purchaseCreditsInstruction({ ...DEPLOYMENT, user, packs: 1 }), signers: [ROLES.user] };
    },
    accounts: {
      user: paidBy('user', 2006),
      user_validation_state: { foreignOwner: 6018, otherAddress: 2006, absent: FINE, readOnly: 2000, strangers: 2006 },
      ...PAID_IN_TOKENS,
    },
  },
  validate_stat: { arrange: verified('validate_stat'), accounts: { roots: ROOTS } },
  validate_stat_v2: { arrange: verified('validate_stat_v2'), accounts: { roots: ROOTS } },
  validate_stat_v3: { arrange: verified('validate_stat_v3'), accounts: { roots: ROOTS } },
  validate_stat_v4: { arrange: verified('validate_stat_v4'), accounts: SIGNED },
  validate_odds: { arrange: verified('validate_odds'), accounts: { roots: ROOTS } },
  validate_odds_v4: { arrange: verified('validate_odds_v4'), accounts: SIGNED },
  validate_fixture: { arrange: verified('validate_fixture'), accounts: { roots: ROOTS } },
  validate_fixture_batch: { arrange: verified('validate_fixture_batch'), accounts: { roots: ROOTS } },
  insert_scores_root: {
    arrange: (bank) => ({
      instruction: insertScoresRoot.build(
        ORACLE.programId,
        { ...publisher, dailyScoresRoots: roots('scores', scoresRootsAddress)(bank).address },
        slot,
      ),
      signers: [ROLES.publisher],
    }),
    accounts: INSERT,
  },
  insert_batch_root: {
    arrange: (bank) => {
      const { address, bump } = roots('odds', oddsRootsAddress)(bank);
      const accounts = { ...publisher, dailyBatchRoots: address };
      return {
        instruction: insertBatchRoot.build(ORACLE.programId, accounts, { ...slot, accountBump: bump }),
        signers: [ROLES.publisher],
      };
    },
    accounts: INSERT,
  },
  insert_fixtures_root: {
    arrange: (bank) => ({
      instruction: insertFixturesRoot.build(
        ORACLE.programId,
        { ...publisher, tenDailyFixturesRoots: roots('fixtures', fixturesRootsAddress)(bank).address },
        { epochDay: DAY, index: 5n, root: slot.root },
      ),
      signers: [ROLES.publisher],
    }),
    accounts: INSERT,
  },
  gift_validation_credits: {
    arrange: (bank) => ({
      instruction: giftValidationCredits.build(
        ORACLE.programId,
        {
          authority: ROLES.admin.address,
          targetUser: ROLES.user.address,
          userValidationState: putCredits(bank, ROLES.user.address, 5),
          systemProgram: SYSTEM_PROGRAM_ID,
          config: CONFIG.address,
        },
        { hundreds: 1 },
      ),
      signers: [ROLES.admin],
    }),
    accounts: {
      authority: paidBy('admin', 6017),
      target_user: { stranger: 2006 },
      user_validation_state: { foreignOwner: 6018, otherAddress: 2006, absent: FINE, readOnly: 2000, strangers: 2006 },
      ...LAST_TWO,
    },
  },
  initialize_config: {
    arrange: (bank) => {
      const programData = programDataAddress(ORACLE.programId).address;
      const data = Buffer.concat([
        Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        addressBytes(ROLES.upgradeAuthority.address),
      ]);
      bank.put(programData, UPGRADEABLE_LOADER_ID, data);
      bank.remove(CONFIG.address);
      return {
        instruction: initializeConfig.build(
          ORACLE.programId,
          {
            authority: ROLES.upgradeAuthority.address,
            config: CONFIG.address,
            programData,
            systemProgram: SYSTEM_PROGRAM_ID,
          },
          { parameters: PARAMETERS },
        ),
        signers: [ROLES.upgradeAuthority],
      };
    },
    accounts: {
      authority: paidBy('upgradeAuthority', 6017),
      config: { otherAddress: 2006, readOnly: 2000 },
      program_data: { foreignOwner: 3007, absent: 3012, otherAddress: 2006 },
      system_program: SYSTEM,
    },
  },
  update_config: {
    arrange: () => ({
      instruction: updateConfig.build(
        ORACLE.programId,
        { admin: ROLES.admin.address, config: CONFIG.address },
        {
          update: {
            ...UNCHANGED_CONFIG,
            creditPackPrice: 1n,
          },
        },
      ),
      signers: [ROLES.admin],
    }),
    accounts: { admin: by('admin', 6017), config: { ...CONFIGURED, readOnly: 2000 } },
  },
  propose_admin: {
    arrange: () => ({
      instruction: proposeAdmin.build(
        ORACLE.programId,
        { admin: ROLES.admin.address, config: CONFIG.address },
        { newAdmin: ROLES.user.address },
      ),
      signers: [ROLES.admin],
    }),
    accounts: { admin: by('admin', 6017), config: { ...CONFIGURED, readOnly: 2000 } },
  },
  accept_admin: {
    arrange: (bank) => {
      putConfig(bank, {}, ROLES.user.address);
      return {
        instruction: acceptAdmin.build(ORACLE.programId, { newAdmin: ROLES.user.address, config: CONFIG.address }, {}),
        signers: [ROLES.user],
      };
    },
    accounts: { new_admin: by('user', 6017), config: { ...CONFIGURED, readOnly: 2000 } },
  },
};

const MINTS = [
  { address: SERVICE.mint, program: TOKEN_2022_PROGRAM_ID },
  { address: STABLECOIN.mint, program: TOKEN_PROGRAM_ID },
];
/** As the token programs create them. */
const mints = new Map<string, Uint8Array>();

let bank: LiteBank;
beforeAll(async () => {
  bank = await startMoney();
  // Later than 400 days after the day of the roots.
  await bank.setTime((DAY + 401) * 86_400);
  for (const { address } of MINTS) mints.set(address, (await bank.account(address))?.data ?? new Uint8Array(0));
});

/** The valid call with fresh accounts. */
function arrange({ arrange: put }: Case): Call {
  putConfig(bank);
  bank.remove(ELSEWHERE);
  for (const { address, program } of MINTS) bank.put(address, program, mints.get(address) ?? new Uint8Array(0));
  return put(bank);
}

const creditsOf = (owner: Address) => userValidationStateAddress(owner, ORACLE.programId).address;

/** What the treasury has of the other token: mint for mint, vault for vault, authority for authority. */
function counterpartOf(address: Address): Address {
  for (const part of ['mint', 'vault', 'authority'] as const) {
    if (address === SERVICE[part]) return STABLECOIN[part];
    if (address === STABLECOIN[part]) return SERVICE[part];
  }
  throw new Error(`the treasury has no ${address}`);
}

/** The call with its account `index` replaced. */
async function substitute(call: Call, index: number, substitute: keyof Substitutes): Promise<void> {
  const key = call.instruction.accounts[index] as AccountMeta;
  const nameInstead = (address: Address) => {
    call.instruction = withAddressAt(call.instruction, index, address);
  };
  const changeRole = (change: { signer?: boolean; writable?: boolean }) => {
    call.instruction = withRoles(call.instruction, (_, place) => (place === index ? change : {}));
  };
  const signInstead = (role: KeyPair) => {
    const kept = call.signers.filter(({ address }) => address !== key.address && address !== role.address);
    call.signers = [...kept, role];
  };
  const there = await bank.account(key.address);
  const { data = new Uint8Array(0), owner = ORACLE.programId } = there ?? {};
  const elsewhere = (program: Address, bytes: Uint8Array) => {
    bank.put(ELSEWHERE, program, bytes);
    nameInstead(ELSEWHERE);
  };
  /** A token account's bytes with another mint (0) or owner (32). */
  const changed = (offset: 0 | 32, value: Address) => {
    const bytes = Uint8Array.from(data);
    bytes.set(addressBytes(value), offset);
    return bytes;
  };
  const treasury = owner === TOKEN_PROGRAM_ID ? STABLECOIN : SERVICE;
  const instead = (role: keyof typeof ROLES) => () => {
    nameInstead(ROLES[role].address);
    if (isSigner(key)) signInstead(ROLES[role]);
  };
  const stranger = () => {
    if (key.address === SYSTEM_PROGRAM_ID) return nameInstead(OTHER_PROGRAM);
    if (key.address !== INSTRUCTIONS_SYSVAR) return instead('stranger')();
    // Its bytes, as far as anyone can produce them, at another address.
    elsewhere(address('Sysvar1111111111111111111111111111111111111'), new Uint8Array(64));
  };
  const unsigned = () => {
    changeRole({ signer: false });
    call.signers = call.signers.filter((signer) => signer.address !== key.address);
  };
  const changes: Record<keyof Substitutes, () => void> = {
    foreignOwner: () => bank.put(key.address, DEFAULT_SETTLEMENT_PROGRAM_ID, data),
    otherAddress: () => elsewhere(owner, data),
    absent: () => bank.remove(key.address),
    strangersHere: () => bank.put(key.address, owner, changed(32, ROLES.stranger.address)),
    otherMintHere: () => bank.put(key.address, owner, changed(0, FOREIGN_MINT)),
    strangers: () =>
      owner === ORACLE.programId
        ? nameInstead(creditsOf(ROLES.stranger.address))
        : elsewhere(owner, changed(32, ROLES.stranger.address)),
    otherMint: () => elsewhere(owner, changed(0, FOREIGN_MINT)),
    otherTokenProgram: () => elsewhere(owner === TOKEN_PROGRAM_ID ? TOKEN_2022_PROGRAM_ID : TOKEN_PROGRAM_ID, data),
    nowhere: () => nameInstead(ELSEWHERE),
    mint: () => nameInstead(treasury.mint),
    vault: () => nameInstead(treasury.vault),
    wallet: () => nameInstead(serviceAccountOf(ROLES.user.address)),
    otherToken: () => nameInstead(counterpartOf(key.address)),
    stranger,
    upgradeAuthority: instead('upgradeAuthority'),
    admin: instead('admin'),
    publisher: instead('publisher'),
    backendAdmin: instead('backendAdmin'),
    user: instead('user'),
    unsigned,
    readOnly: () => changeRole({ writable: false }),
  };
  changes[substitute]();
}

const send = ({ before = [], instruction, signers }: Call) => bank.send([...before, instruction], signers);

describe.each(Object.entries(CASES))('%s', (_name, one) => {
  it('succeeds unchanged', async () => {
    const call = arrange(one);
    expect(call.instruction.accounts.length).toBe(Object.keys(one.accounts).length);
    expect(await send(call)).toMatchObject({ failure: null });
  });

  it.each(Object.keys(one.accounts).map((account, index) => [account, index] as const))(
    'fails without %s',
    async (_, index) => {
      const call = arrange(one);
      const accounts = call.instruction.accounts.slice(0, index);
      call.instruction = { ...call.instruction, accounts };
      call.signers = call.signers.filter((signer) =>
        accounts.some((account) => isSigner(account) && account.address === signer.address),
      );
      expect(await send(call)).toMatchObject({ error: 3005 });
    },
  );

  const substitutes = Object.entries(one.accounts).flatMap(([account, all], index) =>
    Object.entries(all).map(
      ([kind, refusal]) => [account, kind as keyof Substitutes, refusal as Refusal, index] as const,
    ),
  );
  it.each(substitutes)('%s, %s: %s', async (_, kind, refusal, index) => {
    const call = arrange(one);
    await substitute(call, index, kind);
    const state = () => bank.accounts([...call.instruction.accounts.map(({ address }) => address), ELSEWHERE]);
    const before = await state();
    const { error, failure } = await send(call);
    expect(refusal === FINE ? failure : error).toBe(refusal);
    if (refusal !== FINE) expect(await state()).toEqual(before);
  });
});

it('has a case for every instruction of the program', async () => {
  const { default: idl } = await import('../../programs/artifacts/oracle.json', { with: { type: 'json' } });
  const listed = idl.instructions
    .map((instruction: { name: string; accounts: { name: string }[] }) => instruction)
    // `verify_signature` has none.
    .filter(({ accounts }) => accounts.length > 0);
  const inCases = new Set(Object.keys(CASES).map((name) => name.replace(/,.*/, '')));
  expect([...inCases].sort()).toEqual(listed.map(({ name }) => name).sort());
  for (const { name, accounts } of listed)
    expect([name, Object.keys(CASES[name]?.accounts ?? {}).length]).toEqual([name, accounts.length]);
});

it('refuses the credits of another user and spends none of them', async () => {
  const call = arrange(CASES.validate_stat_v4 as Case);
  const theirs = putCredits(bank, ROLES.stranger.address, 7);
  call.instruction = withAddressAt(call.instruction, 1, theirs);
  expect(await send(call)).toMatchObject({ error: 6079 });
  expect((await bank.account(theirs))?.data.at(40)).toBe(7);
  expect(theirs).toEqual(userValidationStateAddress(ROLES.stranger.address, ORACLE.programId).address);
});

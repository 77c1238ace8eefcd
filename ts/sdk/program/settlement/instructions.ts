import { byteList, bytes, hash32, i64, option, publicKey, struct, u8, u32, u64 } from '../borsh/codec.js';
import { NONE, settlement } from '../instruction/define.js';
import { statLeaf } from '../wire/hashedTypes.js';
import { parlayTerms } from '../wire/parlayTerms.js';
import { resultProof } from '../wire/resultProof.js';
import { scoreProof } from '../wire/scoreProof.js';
import { sport } from '../wire/sport.js';
import { attesters, finalityPolicy, terms } from '../wire/terms.js';

/**
 * The instructions of the settlement program: name, arguments, accounts in order. Nothing else is exported. Each is a
 * constant, so that a bundle contains only those it uses. An account `pool` is a market or a parlay.
 */

/** Closes a buffer. The owner gets the rent back. */
export const bufferClose = /* @__PURE__ */ settlement('buffer_close', NONE, { owner: 'ws', buffer: 'w' });

/**
 * Creates buffer `id` of the owner with `length` bytes (1 to 10,000), and announces the SHA-256 of the complete
 * content.
 */
export const bufferCreate = /* @__PURE__ */ settlement(
  'buffer_create',
  () => struct({ id: u64, length: u32, sha256: hash32 }),
  { owner: 'ws', buffer: 'w', systemProgram: '' },
);

/** Writes at least one byte into a buffer, starting at `offset` and not past its end. */
export const bufferWrite = /* @__PURE__ */ settlement('buffer_write', () => struct({ offset: u32, bytes: byteList }), {
  owner: 's',
  buffer: 'w',
});

/**
 * Pays a position in a market or parlay and closes it. Anyone may send it: the tokens go to the owner's associated
 * token account, which is created if it is missing. If the owner signs, `destination` may be any token account of the
 * mint.
 */
export const claim = /* @__PURE__ */ settlement('claim', NONE, {
  pool: 'w',
  position: 'w',
  owner: 'w',
  vault: 'w',
  mint: '',
  destination: 'w',
  payer: 'ws',
  tokenProgram: '',
  associatedTokenProgram: '',
  systemProgram: '',
});

/**
 * Closes a decided market or parlay without open positions. No parlay may wait for the market; a parlay must have
 * released all its markets. The creator gets the rent back.
 */
export const closePool = /* @__PURE__ */ settlement('close', NONE, {
  creator: 'ws',
  pool: 'w',
  vault: 'w',
  mint: '',
  feeAccount: 'w',
  tokenProgram: '',
});

/**
 * Creates market `id` of the creator and its vault. The program reads `oracleConfig` only when the terms name a signer.
 */
export const createMarket = /* @__PURE__ */ settlement('create_market', () => struct({ id: u64, terms }), {
  creator: 'ws',
  market: 'w',
  vault: 'w',
  mint: '',
  feeAccount: '',
  oracleConfig: '',
  tokenProgram: '',
  systemProgram: '',
});

/** Like `create_market`, with the Borsh bytes of the terms in a complete buffer of the creator. */
export const createMarketFromBuffer = /* @__PURE__ */ settlement(
  'create_market_from_buffer',
  () => struct({ id: u64 }),
  {
    creator: 'ws',
    market: 'w',
    vault: 'w',
    mint: '',
    feeAccount: '',
    oracleConfig: '',
    buffer: '',
    tokenProgram: '',
    systemProgram: '',
  },
);

/** Makes a proposal final after its challenge window. Anyone may send it. */
export const finalise = /* @__PURE__ */ settlement('finalise', NONE, { market: 'w', vault: '' });

/**
 * Proposes to void a market, with a proof of any stat whose period (15 or 16) shows that the fixture was abandoned or
 * cancelled. Anyone may send it. A V4 proof needs the Ed25519 instruction directly before it.
 */
export const proposeVoid = /* @__PURE__ */ settlement('propose_void', () => struct({ proof: scoreProof }), {
  market: 'w',
  roots: '',
  instructionsSysvar: '',
});

/**
 * Proposes the outcome that the proof shows; without a challenge window the outcome is final at once. Anyone may send
 * it. A V4 proof needs the Ed25519 instruction directly before it.
 */
export const settle = /* @__PURE__ */ settlement(
  'settle',
  () => struct({ proof: scoreProof, witness: option(statLeaf) }),
  { market: 'w', roots: '', instructionsSysvar: '' },
);

/**
 * Like `settle`, with the proof and witness in a complete buffer of any owner. Anyone may send it. A V4 proof needs the
 * Ed25519 instruction directly before it.
 */
export const settleFromBuffer = /* @__PURE__ */ settlement('settle_from_buffer', NONE, {
  market: 'w',
  roots: '',
  instructionsSysvar: '',
  buffer: '',
});

/**
 * Stakes `amount` base units on `outcome` of a market or parlay; of a parlay, 0 is yes (every leg is won) and 1 is no.
 * `termsHash` commits the owner to the terms they have read.
 */
export const stake = /* @__PURE__ */ settlement(
  'stake',
  () => struct({ outcome: u8, amount: u64, termsHash: hash32 }),
  { owner: 'ws', pool: 'w', position: 'w', vault: 'w', mint: '', source: 'w', tokenProgram: '', systemProgram: '' },
);

/** Moves the tokens that the vault of a market or parlay does not owe to the fee account. Anyone may send it. */
export const sweep = /* @__PURE__ */ settlement('sweep', NONE, {
  pool: 'w',
  vault: 'w',
  mint: '',
  feeAccount: 'w',
  tokenProgram: '',
});

/**
 * Voids a market that was not settled before `voidAfter`, or a parlay once a copied leg is void, without waiting for
 * the other legs. Anyone may send it.
 */
export const voidPool = /* @__PURE__ */ settlement('void', NONE, { pool: 'w', vault: '' });

/**
 * Creates parlay `id` of the creator and its vault. The market of each leg follows these accounts, writable, in the
 * order of the terms: the parlay holds a market until it has copied the result.
 */
export const createParlay = /* @__PURE__ */ settlement('create_parlay', () => struct({ id: u64, terms: parlayTerms }), {
  creator: 'ws',
  parlay: 'w',
  vault: 'w',
  mint: '',
  feeAccount: '',
  tokenProgram: '',
  systemProgram: '',
});

/**
 * Copies the result of a leg (index, from 0) from its decided market and releases that market. The last copy decides
 * the parlay. Anyone may send it.
 */
export const settleParlay = /* @__PURE__ */ settlement('settle_parlay', () => struct({ leg: u8 }), {
  parlay: 'w',
  market: 'w',
});

const subject = { fixtureId: i64, sport, finality: finalityPolicy, attesters: option(attesters) };

/**
 * Posts the facts of a proof to the result of its match. Anyone may send it; the payer pays for the account where it is
 * created or grows.
 */
export const postResult = /* @__PURE__ */ settlement(
  'post_result',
  () => struct({ ...subject, proof: resultProof, witness: option(statLeaf) }),
  { payer: 'ws', result: 'w', roots: '', systemProgram: '' },
);

/** Like `postResult`, with the proof and witness in a complete buffer of any owner. Anyone may send it. */
export const postResultFromBuffer = /* @__PURE__ */ settlement('post_result_from_buffer', () => struct(subject), {
  payer: 'ws',
  result: 'w',
  roots: '',
  buffer: '',
  systemProgram: '',
});

/**
 * Settles markets with a result and skips those that it cannot settle. The markets follow the listed account, writable:
 * `settleManyInstruction` adds them. Anyone may send it.
 */
export const settleMany = /* @__PURE__ */ settlement('settle_many', NONE, { result: '' });

/**
 * Makes the proposals of markets final whose challenge window is over and skips the other markets. All its accounts are
 * markets, writable: `finaliseManyInstruction` adds them. Anyone may send it.
 */
export const finaliseMany = /* @__PURE__ */ settlement('finalise_many', NONE, {});

/**
 * Closes a result, from `resultCloseTime` on. Only the account that paid for its creation can close it, and gets the
 * rent.
 */
export const closeResult = /* @__PURE__ */ settlement('close_result', NONE, { payer: 'ws', result: 'w' });

/**
 * Verifies the signature of a market's signer for the instruction directly after it, in place of the Ed25519 program.
 * `settleInstructions` and the like build it for `verifiedBy: 'program'`.
 */
export const verifySigner = /* @__PURE__ */ settlement(
  'verify_signer',
  () => struct({ key: publicKey, signature: bytes(64), message: hash32 }),
  {},
);

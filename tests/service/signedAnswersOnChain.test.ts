import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, createClient } from '../../ts/sdk/client/client.js';
import { SPORTS, type Sport } from '../../ts/sdk/format/sports/sports.js';
import { signedDigest } from '../../ts/sdk/format/statValidationInput.js';
import { OracleKey } from '../../ts/sdk/node/oracleKey.js';
import { fetchAccount } from '../../ts/sdk/program/account/fetchAccount.js';
import { userValidationStateAccount } from '../../ts/sdk/program/account/userValidationState.js';
import type { Address } from '../../ts/sdk/program/address/address.js';
import { configAddress, userValidationStateAddress } from '../../ts/sdk/program/address/oracle.js';
import type { KeyPair } from '../../ts/sdk/program/keyPair.js';
import { giftCreditsInstruction, purchaseCreditsInstruction } from '../../ts/sdk/program/oracle/creditsInstructions.js';
import { updateConfig } from '../../ts/sdk/program/oracle/instructions.js';
import { purchaseInstruction } from '../../ts/sdk/program/oracle/purchaseInstruction.js';
import { validateInstructions } from '../../ts/sdk/program/proof/validateInstructions.js';
import { type ConfigUpdate, UNCHANGED_CONFIG } from '../../ts/sdk/program/wire/configParameters.js';
import { coveringStrategyOf, parseCondition } from '../../ts/sdk/proof/condition.js';
import { multiproofPayload } from '../../ts/sdk/proof/payload.js';
import type { OddsProof, StatProofV4 } from '../../ts/sdk/proof/proof.js';
import { verify } from '../../ts/sdk/proof/verify.js';
import { OracleKeys } from '../../ts/service/edge/auth/oracleKeys.js';
import { oracleRootsChain } from '../../ts/service/roots/publish/oracleRootsChain.js';
import { leftOut } from '../helpers/leftOut.js';
import { ORACLE, ROLES } from '../helpers/oracleBank.js';
import { sharedDatabase } from '../helpers/service/database.js';
import { OracleChain } from '../helpers/service/oracleChain.js';
import { ID, MINUTE, odds, provable, type SentScores, SLOT, START, scores } from '../helpers/service/sentRecords.js';
import { StoredService } from '../helpers/service/storedService.js';
import { type SurfOutcome, surfpool } from '../helpers/surfpool.js';

const isThere = surfpool() !== null;
if (!isThere) leftOut('signed answers on a chain: @solana/surfpool-linux-x64-gnu is not installed.');

const WIRES = ['described', 'observed'] as const;
const OLD = StoredService.KEY;
const NEW = new OracleKey(new Uint8Array(32).fill(78));
const NONE = new Uint8Array(32);

describe.skipIf(!isThere)('signed answers of the service, on the chain', () => {
  const database = sharedDatabase();
  let chain: OracleChain;
  let service: StoredService;
  let apiToken: string;
  let user: KeyPair;
  let sent: SentScores;
  let keys: readonly number[];

  beforeAll(async () => {
    chain = await OracleChain.start(OLD.publicKey);
    service = await StoredService.start(await database.fresh(), {
      chain: oracleRootsChain({
        oracle: ORACLE.programId,
        publisher: ROLES.publisher.address,
        chain: chain.chain,
        send: async (instruction) => void (await chain.send([instruction], [ROLES.publisher])),
      }),
    });
    apiToken = await service.subscribed('w', 0);
    for (const minutes of [6, 8]) {
      await service.comeTo(START + minutes * MINUTE);
      await service.sealAndPublish();
    }
    ({ sent, keys } = provable(service.known(scores).filter(({ ts }) => ts < START + SLOT)));
    user = await chain.wallet();
    await gift(user);
  });
  afterAll(async () => {
    await service?.close();
    chain?.stop();
  });

  const clientOf = async (wire: (typeof WIRES)[number] = 'described'): Promise<Client> => {
    const { app } = service;
    if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    return createClient({ baseUrl: `http://127.0.0.1:${port}`, apiToken, wire });
  };
  const proofOf = async (wire?: (typeof WIRES)[number]): Promise<StatProofV4> =>
    (await clientOf(wire)).scores.proveV4({ fixtureId: sent.fixtureId, seq: sent.record.Seq, keys });
  const sum = () => keys.reduce((total, key) => total + ((sent.record.Stats as Record<string, number>)[key] ?? 0), 0);
  /** The sum of both stats is more than `bound`. */
  const instructionsOf = (proof: StatProofV4, bound: number, by: OracleKey, who: Address = user.address) =>
    validateInstructions({
      oracle: ORACLE.programId,
      proof,
      strategy: coveringStrategyOf(parseCondition(`k${keys[0]} + k${keys[1]} > ${bound}`), keys),
      signedBy: { user: who, oracleKey: by.publicKey },
    });
  const asked = (proof: StatProofV4, bound: number, by = OLD, who = user): Promise<SurfOutcome> =>
    chain.surf.send(instructionsOf(proof, bound, by, who.address), [who]);
  const verdict = ({ failure, returned, logs }: SurfOutcome): boolean => {
    if (failure || returned.length !== 1) throw new Error(`${JSON.stringify(failure)}\n${logs.join('\n')}`);
    return returned[0] === 1;
  };
  const gift = (to: KeyPair) =>
    chain.send([giftCreditsInstruction(ORACLE.programId, ROLES.admin.address, to.address, 1)], [ROLES.admin]);
  const creditsOf = async (who: KeyPair = user): Promise<number> => {
    const { address } = userValidationStateAddress(who.address, ORACLE.programId);
    return (await fetchAccount(chain.chain, userValidationStateAccount, address, ORACLE.programId)).credits;
  };

  test.each(WIRES)('true and false verdicts, one credit each, in the %s wire', async (wire) => {
    const proof = await proofOf(wire);
    const before = await creditsOf();
    expect(sum()).toBeGreaterThan(0);
    expect(verdict(await asked(proof, sum() - 1))).toBe(true);
    expect(verdict(await asked(proof, sum()))).toBe(false);
    expect(await creditsOf()).toBe(before - 2);
  });

  test.each(WIRES)('a signed odds record, in the %s wire', async (wire) => {
    const [one] = service.inSlot(odds, START);
    if (!one) throw new Error('no odds');
    const client = await clientOf(wire);
    const proof: OddsProof = await client.odds.proveV4({ messageId: one.record.messageId, ts: one.ts });
    const signedBy = { user: user.address, oracleKey: OLD.publicKey };
    const instructions = validateInstructions({ oracle: ORACLE.programId, proof, signedBy });
    expect(verdict(await chain.surf.send(instructions, [user]))).toBe(true);
    const other = { ...proof, odds: { ...proof.odds, inRunning: !proof.odds.inRunning } };
    const [signature] = instructions;
    const [, changed] = validateInstructions({ oracle: ORACLE.programId, proof: other, signedBy });
    if (!signature || !changed) throw new Error('no instructions');
    expect((await chain.surf.send([signature, changed], [user])).failure).toEqual({ instruction: 1, error: 6085 });
  });

  test('without a credit there is no answer; bought credits count like gifted ones', async () => {
    const proof = await proofOf();
    const other = await chain.wallet(1_000_000n);
    const refused = { instruction: 1, error: 6079 };
    expect((await asked(proof, 0, OLD, other)).failure).toEqual(refused);
    const { address } = userValidationStateAddress(other.address, ORACLE.programId);
    chain.surf.put(address, ORACLE.programId, userValidationStateAccount.encode({ owner: other.address, credits: 0 }));
    expect((await asked(proof, 0, OLD, other)).failure).toEqual(refused);
    const deployment = { ...chain.deployment };
    await chain.send(
      [purchaseInstruction({ ...deployment, buyer: other.address, tokens: 5n })],
      [other, ROLES.backendAdmin],
    );
    await chain.send([purchaseCreditsInstruction({ ...deployment, user: other.address, packs: 1 })], [other]);
    expect((await chain.balances(other.address)).service).toBe(0n);
    expect(verdict(await asked(proof, 0, OLD, other))).toBe(true);
    expect(await creditsOf(other)).toBe(99);
  });

  test('a signature that is wrong, foreign, misplaced or missing is refused, and costs nothing', async () => {
    const proof = await proofOf();
    const before = await creditsOf();
    const flipped = proof.signature.slice();
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    // The runtime itself refuses it, before any program runs.
    expect((await asked({ ...proof, signature: flipped }, 0)).failure).toMatchObject({ instruction: 0 });
    const foreign = NEW.sign(signedDigest(multiproofPayload(proof)));
    expect((await asked({ ...proof, signature: foreign }, 0)).failure).toMatchObject({ instruction: 0 });
    expect((await asked({ ...proof, signature: foreign }, 0, NEW)).failure).toEqual({ instruction: 1, error: 6083 });
    const leaves = proof.leaves.map((leaf, i) =>
      i === 0 ? { ...leaf, stat: { ...leaf.stat, value: leaf.stat.value + 1 } } : leaf,
    );
    const [signature, good] = instructionsOf(proof, 0, OLD);
    const [, changed] = instructionsOf({ ...proof, leaves }, 0, OLD);
    if (!signature || !good || !changed) throw new Error('no instructions');
    expect((await chain.surf.send([signature, changed], [user])).failure).toEqual({ instruction: 1, error: 6085 });
    expect((await chain.surf.send([good], [user])).failure).toEqual({ instruction: 0, error: 6080 });
    expect((await chain.surf.send([good, signature], [user])).failure).toEqual({ instruction: 0, error: 6080 });
    expect(await creditsOf()).toBe(before);
  });

  // Last, because it changes the keys of the deployment.
  test('keys rotate with an overlap, and retired signatures remain valid for whoever still trusts them', async () => {
    const update = (change: Partial<ConfigUpdate>) =>
      chain.send(
        [
          updateConfig.build(
            ORACLE.programId,
            { admin: ROLES.admin.address, config: configAddress(ORACLE.programId).address },
            {
              update: {
                ...UNCHANGED_CONFIG,
                ...change,
              },
            },
          ),
        ],
        [ROLES.admin],
      );
    const serviceWith = async (oracleKeys: OracleKeys) => {
      service.oracleKeys = oracleKeys;
      await service.restart();
    };
    const old = await proofOf();
    // Announced on both sides; the service signs with the old one.
    await serviceWith(new OracleKeys(OLD, NEW.publicKey));
    expect((await (await clientOf()).account.oracleKeys()).map(({ status }) => status)).toEqual(['current', 'next']);
    const early = { ...old, signature: NEW.sign(signedDigest(multiproofPayload(old))) };
    expect((await asked(early, 0, NEW)).failure).toEqual({ instruction: 1, error: 6083 });
    await update({ nextOracleKey: NEW.publicKey });
    expect(verdict(await asked(await proofOf(), 0))).toBe(true);
    // The service signs with the new one; both count.
    await serviceWith(new OracleKeys(NEW, null, [OLD.publicKey]));
    const fresh = await proofOf();
    expect(verdict(await asked(fresh, 0, NEW))).toBe(true);
    expect(verdict(await asked(old, 0))).toBe(true);
    expect((await asked(fresh, 0, OLD)).failure).toMatchObject({ instruction: 0 });
    // The old one is retired on chain.
    await update({ oracleKey: NEW.publicKey, nextOracleKey: NONE });
    expect(verdict(await asked(fresh, 0, NEW))).toBe(true);
    expect((await asked(old, 0)).failure).toEqual({ instruction: 1, error: 6083 });
    // Offline, with the keys that the service publishes.
    const shown = await (await clientOf()).account.oracleKeys();
    expect(shown).toEqual([
      { status: 'current', publicKey: NEW.publicKey },
      { status: 'retired', publicKey: OLD.publicKey },
    ]);
    const sport = SPORTS.find((one) => ID[one] === sent.fixtureId) as Sport;
    const all = shown.map(({ publicKey }) => publicKey);
    for (const proof of [old, fresh]) expect(verify(proof, { sport, oracleKeys: all })).toMatchObject({ kind: 'stat' });
    expect(() => verify(old, { sport, oracleKeys: [NEW.publicKey] })).toThrow();
  });
});

import fc from 'fast-check';
import { closeAttestation as closeAttestationInstruction } from '../../../../ts/sdk/program/oracle/instructions.js';
import { LOCALNET_PROGRAM_IDS } from '../../../../ts/sdk/program/programId.js';
import { type AttestationPlace, attestationName } from '../../attesterModel.js';
import type { Answer } from '../../settlementModel.js';
import { actionKind, choose } from '../action.js';
import type { World } from '../world.js';

export async function sendCloseAttestation(world: World, place: AttestationPlace, sender: string, predicted: Answer) {
  const payer = [...world.attesters, ...world.users].find(({ name }) => name === sender);
  if (!payer) throw new Error(`nobody is called ${sender}`);
  const accounts = { payer: payer.publicKey, attestation: world.attestation(place) };
  const instruction = closeAttestationInstruction.build(LOCALNET_PROGRAM_IDS.oracle, accounts, {});
  await world.attempt('close_attestation', { attestation: place }, predicted, [instruction], [payer]);
}

/** Too early, by another user, or for an attestation that does not exist. Draining closes them. */
export const closeAttestation = actionKind(
  'close_attestation',
  1,
  fc.record({ place: fc.nat(1_000), attester: fc.nat(1_000), isPayer: fc.boolean() }),
  async (world, { place: where, attester, isPayer }) => {
    const { model } = world;
    const made = world.attestationPlaces.filter((one) => model.attesters.attestations.has(attestationName(one)));
    const place = choose(made.length > 0 && where % 8 > 0 ? made : world.attestationPlaces, Math.floor(where / 8));
    const payer = model.attesters.attestations.get(attestationName(place))?.payer;
    const sender = isPayer && payer !== undefined ? payer : choose(world.attesters, attester).name;
    await sendCloseAttestation(world, place, sender, model.attesters.closeAttestation(place, sender, model.now));
  },
);

import { fail, SBPF_NOT_TAKEN } from '@linesman/sdk/error';
import {
  EXTENSION_MINIMUM,
  type NetworkFeature,
  NO_SBPF_V0,
  SBPF_V3,
  UPGRADE_RESIZES,
} from '@linesman/sdk/internal/program/network/changes';
import { fetchFeatures, type KnownFeature } from '@linesman/sdk/internal/program/network/featureState';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import type { AccountsChain } from '@linesman/sdk/program';

/** The features that decide what the loader of a cluster does, with their states there. */
export type LoaderFeatures = readonly KnownFeature[];

/** Errors: those of the chain. */
export const fetchLoader = (chain: Pick<AccountsChain, 'accounts'>): Promise<LoaderFeatures> =>
  fetchFeatures(chain, [SBPF_V3, NO_SBPF_V0, EXTENSION_MINIMUM, UPGRADE_RESIZES]);

export const isActive = (loader: LoaderFeatures, { id }: NetworkFeature): boolean =>
  loader.some((one) => one.id === id && one.state === 'active');

/**
 * The file whose format the loader of a cluster deploys: the newest, if it takes several. The features say it, because
 * the loader itself refuses a program only after its rent was paid and its bytes were written.
 *
 * Errors: SBPF_NOT_TAKEN.
 *
 * @param told The format to take whatever the cluster says.
 */
export function formatFor(loader: LoaderFeatures, files: readonly Uint8Array[], told?: number): Uint8Array {
  const given = files.map(sbpfOf);
  if (told !== undefined)
    return files.find((file) => sbpfOf(file) === told) ?? fail(SBPF_NOT_TAKEN, { problem: 'not given', told, given });
  const refused = (file: Uint8Array): string | null => refusalOf(loader, file);
  const [newest] = [...files].sort((one, other) => sbpfOf(other) - sbpfOf(one)).filter((file) => !refused(file));
  return (
    newest ?? fail(SBPF_NOT_TAKEN, { problem: 'refused', given, by: files.flatMap((file) => refused(file) ?? []) })
  );
}

/** Why a cluster does not deploy a file: the feature that is active or not, or `null` if it does. */
export function refusalOf(loader: LoaderFeatures, file: Uint8Array): string | null {
  if (sbpfOf(file) >= 3) return isActive(loader, SBPF_V3) ? null : `${SBPF_V3.number} (${SBPF_V3.what}) is not active`;
  return isActive(loader, NO_SBPF_V0) ? `${NO_SBPF_V0.number} (${NO_SBPF_V0.what}) is active` : null;
}

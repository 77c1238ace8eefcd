import { fail, SBPF_NOT_TAKEN } from '@linesman/sdk/error';
import { NO_SBPF_V0, SBPF_V3 } from '@linesman/sdk/internal/program/network/changes';
import { fetchFeatures } from '@linesman/sdk/internal/program/network/featureState';
import { sbpfOf } from '@linesman/sdk/internal/program/network/sbpf';
import type { AccountsChain } from '@linesman/sdk/program';

/**
 * The file whose format the loader of a cluster deploys: the newest, if it takes several. It asks the cluster's feature
 * accounts, because the loader itself refuses a program only after its rent was paid and its bytes were written.
 *
 * Errors: SBPF_NOT_TAKEN; those of the chain.
 *
 * @param told The format to take whatever the cluster says.
 */
export async function formatFor(
  chain: Pick<AccountsChain, 'accounts'>,
  files: readonly Uint8Array[],
  told?: number,
): Promise<Uint8Array> {
  const given = files.map(sbpfOf);
  if (told !== undefined)
    return files.find((file) => sbpfOf(file) === told) ?? fail(SBPF_NOT_TAKEN, { problem: 'not given', told, given });
  const refused = await refusals(chain);
  const [newest] = [...files].sort((one, other) => sbpfOf(other) - sbpfOf(one)).filter((file) => !refused(file));
  return (
    newest ?? fail(SBPF_NOT_TAKEN, { problem: 'refused', given, by: files.flatMap((file) => refused(file) ?? []) })
  );
}

/** Why a cluster does not deploy a file: the feature that is active or not, or `null` if it does. */
export async function refusals(chain: Pick<AccountsChain, 'accounts'>): Promise<(file: Uint8Array) => string | null> {
  const [v3, noV0] = await fetchFeatures(chain, [SBPF_V3, NO_SBPF_V0]);
  return (file) => {
    if (sbpfOf(file) >= 3) return v3?.state === 'active' ? null : `${SBPF_V3.number} (${SBPF_V3.what}) is not active`;
    return noV0?.state === 'active' ? `${NO_SBPF_V0.number} (${NO_SBPF_V0.what}) is active` : null;
  };
}

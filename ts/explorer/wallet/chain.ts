import { type Client, createClient, type DeploymentFacts } from '@linesman/sdk/client';
import { fail, PAGE_NOT_CONNECTED } from '@linesman/sdk/error';
import { fetchOracleConfig, type OracleConfig, type ProgramIds } from '@linesman/sdk/program';
import { type FetchNode, fetchNode } from '@linesman/sdk/rpc';
import { serviceClient } from '../frame/connection.js';
import { type Settings, settings } from '../frame/settings.js';

/** The chain and the programs of the settings, for signing. */
export interface ChainAccess {
  readonly chain: FetchNode;
  readonly programs: ProgramIds;
  /** The configuration of the oracle program on chain. */
  readonly config: OracleConfig;
}

let opened: { readonly of: Settings; readonly access: Promise<ChainAccess> } | undefined;

/** Null without a node. The configuration is read once; after a failure it is read again. */
export function chainAccess(): Promise<ChainAccess> | null {
  const of = settings.value;
  if (of.rpc === null) return null;
  if (opened?.of === of) return opened.access;
  const { oracle, settlement } = of;
  const chain = fetchNode(of.rpc);
  const access = fetchOracleConfig(chain, oracle).then((config) => ({
    chain,
    programs: { oracle, settlement },
    config,
  }));
  access.catch(() => {
    opened = undefined;
  });
  opened = { of, access };
  return access;
}

/** A difference between the deployment that the service states and the one that this page uses. */
export interface Difference {
  readonly what: 'oracle program' | 'settlement program' | 'stablecoin' | 'service token';
  readonly service: string;
  readonly ours: string;
}

/** The service is not trusted. Its statements are compared with the settings and with the chain. */
export const differencesOf = (
  { programs, mints }: DeploymentFacts,
  { oracle, settlement }: ProgramIds,
  { stablecoinMint, serviceMint }: Pick<OracleConfig, 'stablecoinMint' | 'serviceMint'>,
): Difference[] =>
  [
    { what: 'oracle program' as const, service: programs.oracle, ours: oracle },
    { what: 'settlement program' as const, service: programs.settlement, ours: settlement },
    { what: 'stablecoin' as const, service: mints.stablecoin, ours: stablecoinMint },
    { what: 'service token' as const, service: mints.service, ours: serviceMint },
  ].filter(({ service, ours }) => service !== ours);

/** A client that starts with a new session, which an activation needs; null without a service. */
export function freshClient(): Client | null {
  const { service } = settings.value;
  return service === null ? null : createClient({ baseUrl: service });
}

/** Errors: PAGE_NOT_CONNECTED. */
export const requireClient = (): Client => serviceClient() ?? fail(PAGE_NOT_CONNECTED, { problem: 'no service' });

/** Errors: PAGE_NOT_CONNECTED; those of reading the configuration. */
export const requireChain = async (): Promise<ChainAccess> =>
  chainAccess() ?? fail(PAGE_NOT_CONNECTED, { problem: 'no node' });

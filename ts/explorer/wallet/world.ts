import type { DeploymentFacts, WorldFacts } from '@linesman/sdk/client';
import { isError, RECORD_NOT_FOUND } from '@linesman/sdk/error';
import { serviceClient } from '../frame/connection.js';
import { Store, useStore } from '../frame/store.js';
import { usePolled } from '../shared/usePolled.js';

/** The service's description of its chain; `world` only where the chain is embedded. */
export interface Surroundings {
  readonly deployment: DeploymentFacts | null;
  readonly world: WorldFacts | null;
  /** When the service answered, ms of this machine's clock. */
  readonly at: number;
}

const surroundings = new Store<Surroundings>({ deployment: null, world: null, at: 0 });

/** ms between two requests while the page is visible. */
const LOOK = 5_000;

export const useSurroundings = (): Surroundings => {
  usePolled(look, LOOK, []);
  return useStore(surroundings);
};

/** If the service does not answer, the known values stay. The page reports the lost connection elsewhere. */
async function look(signal: AbortSignal): Promise<void> {
  const client = serviceClient();
  if (!client) return;
  const deployment = surroundings.value.deployment ?? (await client.world.deployment({ signal }).catch(() => null));
  const isEmbedded = deployment?.chain === 'embedded';
  const world = isEmbedded ? await client.world.show({ signal }).catch(gone) : null;
  if (!signal.aborted) surroundings.set({ deployment, world, at: Date.now() });
}

const gone = (error: unknown): WorldFacts | null =>
  isError(error, RECORD_NOT_FOUND) ? null : surroundings.value.world;

export async function changeSpeed(speed: number): Promise<void> {
  const world = await serviceClient()?.world.setSpeed(speed);
  if (world) surroundings.set({ ...surroundings.value, world, at: Date.now() });
}

/** The world's current time, Unix ms: the last reported time, advanced at the world's speed. */
export const worldTime = ({ world, at }: Surroundings, machine = Date.now()): number =>
  world === null ? machine : world.now + (machine - at) * world.speed;

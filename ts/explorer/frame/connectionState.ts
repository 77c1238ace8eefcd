import { settings } from './settings.js';
import { Store, useStore } from './store.js';

/** Whether the service has answered lately. `none`: no service is set. */
export type ConnectionState = 'none' | 'idle' | 'connected' | 'lost';

const state = new Store<ConnectionState>('none');

export const useConnection = (): ConnectionState => useStore(state);

/** Call it with each answer of the service. Clients do so through `onAnswer`. */
export const onAnswer = (_endpoint: string, status: number | 'unreachable'): void =>
  state.set(status === 'unreachable' || status >= 500 ? 'lost' : 'connected');

settings.listen(() => {
  if (settings.value.service === null) state.set('none');
  else if (state.value === 'none') state.set('idle');
});

import { base58 } from '@scure/base';
import type { Address } from '../program/address/address.js';
import type { BytesAt } from '../program/rpcNode.js';
import { COMMITMENT } from './rpcCalls.js';

/** Pauses before a lost connection is opened again, ms: twice as long each time. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;
/** Pause between two requests, ms. */
const POLL = 5_000;

/** The filters of an RPC request. */
export const memcmpOf = (filters: readonly BytesAt[]) =>
  filters.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: base58.encode(bytes) } }));

/**
 * Calls back when a matching account of the program changes, and when changes may have been missed because the
 * connection was lost. Returns the function that stops it.
 */
export function followProgram(
  endpoint: string,
  program: Address,
  filters: readonly BytesAt[],
  onChange: () => void,
): () => void {
  const config = { commitment: COMMITMENT, encoding: 'base64', filters: memcmpOf(filters) };
  const subscription = { jsonrpc: '2.0', id: 1, method: 'programSubscribe', params: [program, config] };
  let pause = FIRST_PAUSE;
  let wasLost = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let close = (): void => {};
  const open = (): void => {
    const socket = new WebSocket(endpoint);
    socket.onopen = () => socket.send(JSON.stringify(subscription));
    socket.onmessage = ({ data }) => {
      const isAnswer = isAnswerTo(subscription.id, data);
      if (isAnswer) pause = FIRST_PAUSE;
      if (!isAnswer || wasLost) onChange();
      wasLost = false;
    };
    socket.onclose = () => {
      wasLost = true;
      timer = setTimeout(open, pause);
      pause = Math.min(LONGEST_PAUSE, 2 * pause);
    };
    close = () => {
      socket.onclose = null;
      socket.close();
    };
  };
  open();
  return () => {
    clearTimeout(timer);
    close();
  };
}

/** Everything else that a node sends is a notification. */
function isAnswerTo(id: number, data: unknown): boolean {
  try {
    return JSON.parse(String(data)).id === id;
  } catch {
    return false;
  }
}

/** Calls back when a program has been used. Returns the function that stops it. */
export function pollProgram(newest: () => Promise<string | null>, onChange: () => void): () => void {
  let known: string | null | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const ask = async (): Promise<void> => {
    const found = await newest().catch(() => known);
    if (isStopped) return;
    if (known !== undefined && found !== known) onChange();
    known = found;
    timer = setTimeout(ask, POLL);
  };
  void ask();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

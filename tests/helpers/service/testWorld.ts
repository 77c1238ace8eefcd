import type { DeploymentFacts } from '../../../ts/sdk/client/world.js';
import { type Address, addressOf } from '../../../ts/sdk/program/address/address.js';
import { SYSTEM_PROGRAM_ID } from '../../../ts/sdk/program/address/runtime.js';
import type { TestMoney, World } from '../../../ts/service/edge/world/world.js';

const address = (byte: number): Address => addressOf(new Uint8Array(32).fill(byte));

/** A deployment that exists nowhere. */
export const DEPLOYMENT: DeploymentFacts = {
  chain: 'embedded',
  rpc: 'http://127.0.0.1:8899',
  programs: { oracle: address(101), settlement: address(102) },
  mints: { service: address(103), stablecoin: address(104) },
};

/** A world without a chain, which notes what it is asked for. */
export function testWorld(now: () => number): World & { speed: number; readonly funded: [string, TestMoney][] } {
  const funded: [string, TestMoney][] = [];
  return {
    now,
    speed: 1,
    speeds: { minimum: 1, maximum: 10_000 },
    source: 'generator',
    funded,
    setSpeed(speed) {
      this.speed = speed;
    },
    isWallet: async (wallet) => wallet !== SYSTEM_PROGRAM_ID,
    fund: async (wallet, money) => {
      funded.push([wallet, money]);
      return ['1'.repeat(64)];
    },
  };
}

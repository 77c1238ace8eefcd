import { type Address, addressBytes, type Position, type ProgramAccount, positionAccount } from '@linesman/sdk/program';
import type { KeeperOptions } from './keeperOptions.js';

/** Offset of a position's market or parlay: after the discriminator and the bump. */
const HOLDER_OFFSET = 9;

export interface OpenPosition extends ProgramAccount {
  readonly position: Position;
}

/**
 * The positions that are not paid yet, read once in a round for all decided markets and parlays: their staking is
 * closed, so the number of positions can only decrease. A keeper of chosen markets reads those of each.
 */
export class PositionList {
  private all: Promise<ReadonlyMap<Address, readonly OpenPosition[]>> | null = null;

  constructor(private readonly options: KeeperOptions) {}

  async of(holder: Address): Promise<readonly OpenPosition[]> {
    if (this.options.markets) return this.read([{ offset: HOLDER_OFFSET, bytes: addressBytes(holder) }]);
    this.all ??= this.readAll();
    return (await this.all).get(holder) ?? [];
  }

  private async readAll(): Promise<ReadonlyMap<Address, readonly OpenPosition[]>> {
    const all = new Map<Address, OpenPosition[]>();
    for (const one of await this.read([])) {
      const { pool: holder } = one.position;
      const others = all.get(holder);
      if (others) others.push(one);
      else all.set(holder, [one]);
    }
    return all;
  }

  private async read(filters: readonly { offset: number; bytes: Uint8Array }[]): Promise<OpenPosition[]> {
    const { chain, programs } = this.options;
    const kind = { offset: 0, bytes: positionAccount.discriminator };
    const found = await chain.accountsOf(programs.settlement, [kind, ...filters]);
    return found.map((one) => ({ ...one, position: positionAccount.decode(one.data) }));
  }
}

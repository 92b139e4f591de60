import type { Caller } from '@plotline/kit/core/caller';
import { conflict, notFound, unavailable } from '@plotline/kit/core/errors';
import type { BuyingDeal, Listings, PaidDeposit, SoldUnit, Units } from '@plotline/pipeline/peers/inventory';

/** Simulates a crash of the process. */
export class Crash extends Error {}

/**
 * Fault in a call: the caller crashes or the peer doesn't answer, before or after the call takes effect. With `late`,
 * there is no answer, and the test decides when the call takes effect.
 */
export type Fault = 'crash-before' | 'crash-after' | 'silent-before' | 'silent-after' | 'late';

/** Deal in a call to `sell`. */
type Call = Pick<BuyingDeal, 'id' | 'abandonedIds'>;

/** Units in memory that all replicas share. A released deal leaves no trace, as in inventory. */
export class FakeInventory implements Units, Listings {
  readonly #dealOf = new Map<string, string | null>();
  readonly #late: (() => void)[] = [];
  readonly #faults: Fault[] = [];
  readonly sold: string[] = [];
  /** All calls to `sell`, with their deals. */
  readonly calls: Call[] = [];
  /** Paid deposit on the hold that the next sales convert. */
  deposit: PaidDeposit | null = null;

  async findNamed(): Promise<[]> {
    return [];
  }

  addUnit(id: string): void {
    this.#dealOf.set(id, null);
  }

  dealOf(unitId: string): string | null | undefined {
    return this.#dealOf.get(unitId);
  }

  /** Makes each of the next calls fail with one of these faults. */
  fail(...faults: readonly Fault[]): void {
    this.#faults.push(...faults);
  }

  /** Removes the faults planned for the next calls. */
  heal(): void {
    this.#faults.length = 0;
  }

  /** Executes the late calls. Their results are lost. */
  deliverLate(): void {
    for (const effect of this.#late.splice(0)) {
      try {
        effect();
      } catch {}
    }
  }

  async #call<T>(effect: () => T): Promise<T> {
    const fault = this.#faults.shift();
    await Promise.resolve();
    if (fault === 'crash-before') throw new Crash('before');
    if (fault === 'silent-before') throw unavailable('The inventory service did not answer.');
    if (fault === 'late') {
      this.#late.push(effect);
      throw unavailable('The inventory service did not answer.');
    }
    const result = effect();
    if (fault === 'crash-after') throw new Crash('after');
    if (fault === 'silent-after') throw unavailable('The inventory service did not answer.');
    return result;
  }

  sell(_caller: Caller, unitId: string, deal: Call): Promise<SoldUnit> {
    this.calls.push(deal);
    return this.#call(() => {
      const current = this.#dealOf.get(unitId);
      if (current === undefined) throw notFound();
      if (current !== null && current !== deal.id) throw conflict('The unit is sold.');
      if (current === null) this.sold.push(unitId);
      this.#dealOf.set(unitId, deal.id);
      return { propertyId: 'prop_1', currency: 'EUR', deposit: this.deposit };
    });
  }

  release(_caller: Caller, unitId: string, dealId: string): Promise<void> {
    return this.#call(() => {
      if (this.#dealOf.get(unitId) === dealId) this.#dealOf.set(unitId, null);
    });
  }

  async countByStatus(): Promise<Record<string, number>> {
    const sold = [...this.#dealOf.values()].filter((deal) => deal !== null).length;
    return { available: this.#dealOf.size - sold, sold };
  }

  async find(_caller: Caller, ids: readonly string[]) {
    const pricing = { currency: 'GBP', min_price: undefined, max_price: undefined };
    const property = {
      kind: 'property',
      name: 'Sea View',
      status: 'completed',
      price: undefined,
      pricing,
      hidden: false,
    };
    return ids.filter((id) => id === 'prop_1').map((id) => ({ id, property_id: id, ...property }));
  }
}

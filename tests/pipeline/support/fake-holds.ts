import type { Caller } from '@plotline/kit/core/caller';
import type { Holds, LostLead } from '@plotline/pipeline/peers/holds';
import type { OpenHold } from '@plotline/protos/plotline/inventory/v1/holds';

/** Replaces inventory's holds. Returns the holds that a test added, and records all notifications. */
export class FakeHolds implements Holds {
  readonly #open: OpenHold[] = [];
  readonly ended: LostLead[] = [];
  readonly moved: { readonly mergedId: string; readonly survivorId: string }[] = [];

  /** Adds a hold on a unit for the lead. */
  add(lead_id: string, status: 'active' | 'queued' = 'active'): void {
    const id = `hold_${this.#open.length}`;
    const hold = { id, lead_id, unit_id: 'unit_a1', status };
    this.#open.push({ ...hold, agent_id: undefined, record: JSON.stringify(hold) });
  }

  async listOpen(_caller: Caller, leadIds: readonly string[]): Promise<readonly OpenHold[]> {
    return this.#open.filter(({ lead_id }) => leadIds.includes(lead_id));
  }

  async end(_caller: Caller, lead: LostLead): Promise<void> {
    this.ended.push(lead);
  }

  async move(_caller: Caller, leads: { readonly mergedId: string; readonly survivorId: string }): Promise<void> {
    this.moved.push(leads);
  }
}

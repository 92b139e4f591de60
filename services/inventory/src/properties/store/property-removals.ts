import { type Caller, createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { ChangeTime } from '@plotline/kit/store/journal/entry';
import { type SubjectJob, SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import type { ClientSession } from 'mongoose';
import { maxRemovedIds } from '../../listings/store/listing-entries.js';
import type { Milestones } from '../../milestones/store/milestones.js';
import type { PropertyUnits } from '../../units/store/property-units.js';
import type { UnitCounters } from '../../units/store/unit-counters.js';
import type { UnitHolds } from '../../units/store/unit-holds.js';
import { toUnitsDeletedEntry } from './property-entries.js';

/** Units to report when a property is deleted. */
export interface RemovedUnits {
  /** Ids of units that were deleted with the property; empty when they are deleted in the background. */
  readonly ids: readonly string[];
  readonly count: number;
}

interface RemovalOptions {
  readonly units: PropertyUnits;
  readonly counters: UnitCounters;
  readonly milestones: Milestones;
  readonly holds: UnitHolds;
}

/**
 * Deletes the milestones and the units of properties. Deletes up to 500 units in the transaction that deletes the
 * property; more units are deleted afterwards in batches. After that transaction the property has no counter. So nobody
 * can add units to it, sell its units or change their status.
 */
export class PropertyRemovals {
  readonly jobs: SubjectJobs;
  readonly #runtime: ServiceRuntime;
  readonly #units: PropertyUnits;
  readonly #counters: UnitCounters;
  readonly #milestones: Milestones;
  readonly #holds: UnitHolds;

  constructor(runtime: ServiceRuntime, { units, counters, milestones, holds }: RemovalOptions) {
    this.jobs = new SubjectJobs(runtime, 'property_removals');
    this.#runtime = runtime;
    this.#units = units;
    this.#counters = counters;
    this.#milestones = milestones;
    this.#holds = holds;
  }

  /** Ends the overdue holds on the property's units, in the transaction that deletes the property. */
  async expireHolds(caller: Caller, propertyId: string, time: ChangeTime, session: ClientSession) {
    const due = await this.#units.findDue(caller, propertyId, time.at, session);
    return (await this.#holds.expire(caller, due, time, session)).entries;
  }

  /**
   * Starts the removal in the transaction that deletes the property. Throws CONFLICT when a unit is in an active deal
   * or held.
   */
  async begin(caller: Caller, propertyId: string, at: Date, session: ClientSession): Promise<RemovedUnits> {
    await this.#units.assertRemovable(caller, propertyId, session);
    const counter = (await this.#counters.getMany(caller, [propertyId], session)).get(propertyId);
    await this.#counters.ofProperties.delete(caller, propertyId, session);
    await this.#milestones.removeOf(caller, [propertyId], session);
    if (!(await this.#units.hasMoreThan(caller, propertyId, maxRemovedIds, session))) {
      const ids = await this.#removeSome(caller, propertyId, session);
      return { ids, count: ids.length };
    }
    const work = { subjectIds: [propertyId], requestId: caller.requestId, since: at, resumeAt: at };
    await this.jobs.enqueue(caller, work, session);
    return { ids: [], count: counter?.units_count ?? 0 };
  }

  /** Deletes a batch of the units of a deleted property. Resolves to false when no unit was left. */
  async continue(tenant: Tenant, { subject_id, request_id }: SubjectJob): Promise<boolean> {
    const caller = createSystemCaller(tenant, 'property-removal', request_id);
    const { result } = await this.#runtime.journal.commit({ caller }, async (session, { at }) => {
      const ids = await this.#removeSome(tenant, subject_id, session);
      return { entries: ids.length === 0 ? [] : [toUnitsDeletedEntry(subject_id, ids, at)], result: ids.length > 0 };
    });
    return result;
  }

  /**
   * Removes the remaining data of removed properties after a reset of the sandbox: their counters, and units and
   * milestones that were added in the meantime. `exists` checks whether a property exists.
   */
  async removeOrphans(tenant: Tenant, exists: (id: string) => Promise<boolean>): Promise<void> {
    const { ofProperties } = this.#counters;
    const known = [
      ...(await ofProperties.listKeys(tenant)),
      ...(await this.#units.listProperties(tenant)),
      ...(await this.#milestones.listProperties(tenant)),
    ];
    for (const id of new Set(known)) {
      if (await exists(id)) continue;
      // Deletes the counter first, because no unit can be added to a property without a counter.
      await ofProperties.delete(tenant, id);
      await this.#units.deleteOrphans(tenant, id);
      await this.#milestones.removeOf(tenant, [id]);
    }
  }

  async #removeSome(tenant: Tenant, propertyId: string, session: ClientSession): Promise<readonly string[]> {
    const units = await this.#units.remove(tenant, propertyId, maxRemovedIds, session);
    const changes = units.map((before) => ({ before, after: null }));
    await this.#counters.applyToWorkspace(tenant, changes, session);
    return units.map(({ id }) => id);
  }
}

import type { Tenant } from '@plotline/kit/core/caller';
import { normalizeName } from '@plotline/kit/core/normalize-text';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Listed, listRecords } from '@plotline/kit/store/lists/list';
import { planList } from '@plotline/kit/store/lists/list-plan';
import type { Collection } from '@plotline/kit/store/records/collection';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import type { ClientSession } from 'mongoose';
import { type Milestone, maxMilestones } from '../model/milestone.js';
import {
  createMilestoneCollection,
  type MilestoneQuery,
  milestonePaths,
  toMilestoneFilter,
} from './milestone-collection.js';

/** Stored milestones of properties. */
export class Milestones {
  readonly #collection: Collection<Milestone>;
  /**
   * Jobs for milestones whose deletion has begun, by milestone id. The pipeline service may already have withdrawn
   * these milestones.
   */
  readonly removals: SubjectJobs;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = createMilestoneCollection(runtime);
    this.removals = new SubjectJobs(runtime, 'milestone_removals');
  }

  get(tenant: Tenant, id: string): Promise<Milestone | null> {
    return this.#collection.in(tenant).get(id);
  }

  /** Finds the milestone of a property by its name, ignoring case and outer spaces. */
  find(tenant: Tenant, propertyId: string, name: string, session?: ClientSession): Promise<Milestone | null> {
    const filter = { property_id: propertyId, name_key: normalizeName(name) };
    return this.#collection.in(tenant).findOne(filter, session);
  }

  /** Returns all milestones of a property in the order in which they were recorded. */
  findAll(tenant: Tenant, propertyId: string): Promise<Milestone[]> {
    const options = { hint: 'property', sort: { created_at: 1, _id: 1 }, limit: maxMilestones } as const;
    return this.#collection.in(tenant).find({ property_id: propertyId }, options);
  }

  /** Reads one page of the milestones of a property. Throws VALIDATION_ERROR for a malformed cursor. */
  async list(tenant: Tenant, propertyId: string, query: MilestoneQuery): Promise<Listed<Milestone>> {
    const records = this.#collection.in(tenant);
    const filter = toMilestoneFilter(propertyId, query);
    return listRecords(records, await planList(records, milestonePaths, { filter, sort: query.sort }), query);
  }

  count(tenant: Tenant, propertyId: string, session: ClientSession): Promise<number> {
    return this.#collection.in(tenant).count({ property_id: propertyId }, { hint: 'property', session });
  }

  async add(tenant: Tenant, milestone: Milestone, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert([milestone], session);
  }

  /** Deletes a milestone. Resolves to whether it existed. */
  async remove(tenant: Tenant, id: string, session: ClientSession): Promise<boolean> {
    return (await this.#collection.in(tenant).delete({ _id: id }, session)) === 1;
  }

  /** Removes the job of a deletion that was refused. */
  async cancelRemoval(tenant: Tenant, id: string): Promise<void> {
    await this.removals.collection.in(tenant).delete({ subject_id: id });
  }

  /** Deletes the milestones of properties that are missing or are deleted in the same transaction. */
  async removeOf(tenant: Tenant, propertyIds: readonly string[], session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ property_id: { $in: [...propertyIds] } }, session);
  }

  /** Returns the ids of all properties with milestones. */
  async listProperties(tenant: Tenant): Promise<string[]> {
    const stages = [{ $group: { _id: '$property_id' } }];
    const rows = await this.#collection.in(tenant).aggregate<{ _id: string }>(stages, { hint: 'property' });
    return rows.map(({ _id }) => _id);
  }
}

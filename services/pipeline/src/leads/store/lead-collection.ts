import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import { deriveNameKey, nameOrder } from '@plotline/kit/store/lists/access-path';
import type { Collection } from '@plotline/kit/store/records/collection';
import { externalIdIndex } from '@plotline/kit/store/records/external-ids';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { getPhoneDigits } from '../model/duplicates.js';
import { isActive, type Lead } from '../model/lead.js';
import { createSearchFields } from './search-index.js';

export const leadSchema = createRecordSchema({
  external_id: String,
  name: String,
  email: String,
  phone: String,
  phone_country: String,
  source: String,
  stage: String,
  score: Number,
  assigned_agent: String,
  interested_properties: [String],
  budget: { type: { min: Number, max: Number, currency: String }, _id: false },
  timeline: String,
  notes: String,
  tags: [String],
  last_contacted: Date,
  next_follow_up: Date,
  created_at: Date,
  updated_at: Date,
  deal_id: String,
  loss_reason: String,
  stage_entered_at: Date,
  stage_history: {
    new: Date,
    contacted: Date,
    qualified: Date,
    viewing: Date,
    negotiation: Date,
    won: Date,
    lost: Date,
  },
  assigned_at: Date,
  first_contact_at: Date,
  listing_prices: [{ _id: false, id: String, amount: Number, currency: String }],
  follow_up_task: String,
  follow_up_at: Date,
  tasks_due_at: Date,
  // Absent from most leads, because an empty list would add each of them to the indexes.
  merged_leads: { type: [{ _id: false, id: String, external_id: String, at: Date }], default: undefined },
});

/** Fields that decisions depend on, but that change without a new version, because they aren't public. */
export const unversionedFields = [
  ...['listing_prices', 'phone_country'],
  ...['follow_up_task', 'follow_up_at', 'tasks_due_at'],
] as const satisfies readonly (keyof Lead)[];

/** Each index has the name of the field that it orders or finds by. lead-plan.ts picks one for each list. */
export const leadIndexes: readonly Index[] = [
  externalIdIndex,
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  {
    name: 'name',
    version: 2,
    keys: { workspace_id: 1, [nameOrder]: 1, _id: 1 },
    former: { keys: { workspace_id: 1, name: 1, _id: 1 } },
  },
  { name: 'email', keys: { workspace_id: 1, email: 1, _id: 1 } },
  { name: 'next_follow_up', keys: { workspace_id: 1, next_follow_up: 1, _id: 1 } },
  { name: 'stage_entered_at', keys: { workspace_id: 1, stage_entered_at: -1, _id: -1 } },
  { name: 'score', keys: { workspace_id: 1, score: -1, _id: -1 } },
  { name: 'stage', keys: { workspace_id: 1, stage: 1, created_at: -1, _id: -1 } },
  { name: 'closed', keys: { workspace_id: 1, 'derived.closed': 1, created_at: -1, _id: -1 } },
  { name: 'source', keys: { workspace_id: 1, source: 1, created_at: -1, _id: -1 } },
  { name: 'assigned_agent', keys: { workspace_id: 1, assigned_agent: 1, created_at: -1, _id: -1 } },
  { name: 'agent_stage', keys: { workspace_id: 1, assigned_agent: 1, stage: 1, created_at: -1, _id: -1 } },
  { name: 'agent_updated', keys: { workspace_id: 1, assigned_agent: 1, updated_at: -1, _id: -1 } },
  // Index for counting the records in part of a day.
  { name: 'assigned_at', keys: { workspace_id: 1, assigned_at: 1 } },
  { name: 'interested_properties', keys: { workspace_id: 1, interested_properties: 1, created_at: -1, _id: -1 } },
  { name: 'tags', keys: { workspace_id: 1, tags: 1, created_at: -1, _id: -1 } },
  {
    name: 'search',
    version: 2,
    keys: { workspace_id: 1, 'derived.search_keys': 1 },
    former: { keys: { workspace_id: 1, 'derived.search': 1 } },
  },
  {
    name: 'text',
    version: 2,
    keys: { workspace_id: 1, 'derived.search_text': 1 },
    former: { keys: { workspace_id: 1, 'derived.text': 1 } },
  },
  {
    name: 'merged_lead',
    keys: { workspace_id: 1, 'merged_leads.id': 1 },
    partialFilterExpression: { 'merged_leads.id': { $exists: true } },
  },
  {
    name: 'merged_external_id',
    keys: { workspace_id: 1, 'merged_leads.external_id': 1 },
    partialFilterExpression: { 'merged_leads.external_id': { $exists: true } },
  },
  {
    name: 'phone',
    keys: { workspace_id: 1, 'derived.phone': 1, _id: 1 },
    partialFilterExpression: { 'derived.phone': { $exists: true } },
  },
];

/** Derives the fields by which lists are ordered, searched and filtered. `phone` finds duplicates. */
export function deriveLead(lead: Pick<Lead, 'name' | 'email' | 'phone' | 'phone_country' | 'stage'>) {
  return {
    ...createSearchFields(lead),
    ...deriveNameKey(lead),
    phone: getPhoneDigits(lead),
    closed: !isActive(lead.stage),
  };
}

export function createLeadCollection(runtime: Pick<ServiceRuntime, 'collection'>): Collection<Lead> {
  return runtime.collection<Lead>({
    name: 'leads',
    schema: leadSchema,
    indexes: leadIndexes,
    // The creation time of an imported lead is before the import.
    reset: { id: '_id', prefix: 'lead' },
    derive: deriveLead,
  });
}

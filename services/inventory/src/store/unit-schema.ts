import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';

export const unitSchema = recordSchema({
  property_id: String,
  name: String,
  unit_number: String,
  type: { type: String },
  status: String,
  bedrooms: Number,
  bathrooms: Number,
  size: { interior: Number, land: Number, unit: String },
  price: { amount: Number, currency: String },
  features: [String],
  floor_plan: String,
  gallery: [String],
  visibility: String,
  assigned_agent: String,
  created_at: Date,
  updated_at: Date,
  deal_id: String,
  released_deals: [String],
});

/**
 * Each ends in the order of a list, with the id as tie-break: filters that are not in the index are checked on the way.
 * `size` gives no order; it counts.
 */
export const unitIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'name', keys: { workspace_id: 1, name: 1, _id: 1 } },
  { name: 'price', keys: { workspace_id: 1, 'price.amount': 1, _id: 1 } },
  { name: 'size', keys: { workspace_id: 1, 'size.interior': 1 } },
  { name: 'property', keys: { workspace_id: 1, property_id: 1, created_at: -1, _id: -1 } },
  { name: 'property_price', keys: { workspace_id: 1, property_id: 1, 'price.amount': 1, _id: 1 } },
  { name: 'agent', keys: { workspace_id: 1, assigned_agent: 1, created_at: -1, _id: -1 } },
  { name: 'type', keys: { workspace_id: 1, type: 1, created_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
  { name: 'bedrooms', keys: { workspace_id: 1, bedrooms: 1, created_at: -1, _id: -1 } },
  { name: 'visibility', keys: { workspace_id: 1, visibility: 1, created_at: -1, _id: -1 } },
  // For counting: an index that ends with the condition keeps the entries of a value together, a third of the reading.
  { name: 'type_count', keys: { workspace_id: 1, type: 1 } },
  { name: 'status_count', keys: { workspace_id: 1, status: 1 } },
  { name: 'bedrooms_count', keys: { workspace_id: 1, bedrooms: 1 } },
  { name: 'visibility_count', keys: { workspace_id: 1, visibility: 1 } },
];

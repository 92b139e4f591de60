import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';

export const propertySchema = recordSchema({
  name: String,
  type: { type: String },
  status: String,
  location: {
    address: String,
    area: String,
    city: String,
    country: String,
    coordinates: { type: { lat: Number, lng: Number }, _id: false },
  },
  description: String,
  media: { cover: String, gallery: [String], floor_plans: [String], virtual_tour: String },
  pricing: { currency: String, min_price: Number, max_price: Number },
  features: [String],
  completion_date: String,
  created_at: Date,
  updated_at: Date,
});

/** Each ends in the order of a list, with the id as tie-break: filters that are not in the index are checked on the way. */
export const propertyIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'name', keys: { workspace_id: 1, name: 1, _id: 1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
  { name: 'type', keys: { workspace_id: 1, type: 1, created_at: -1, _id: -1 } },
  { name: 'place', keys: { workspace_id: 1, 'derived.places': 1, created_at: -1, _id: -1 } },
];

import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';

export const subscriptionSchema = recordSchema({
  url: String,
  events: [String],
  active: Boolean,
  payload_version: String,
  secret: String,
  former_secret: { type: { _id: false, sealed: String, until: Date } },
  disabled_at: Date,
  created_at: Date,
  updated_at: Date,
});

export const subscriptionIndexes: readonly Index[] = [
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'events', keys: { workspace_id: 1, events: 1 } },
];

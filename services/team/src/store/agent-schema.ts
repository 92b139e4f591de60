import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';

export const agentSchema = recordSchema({
  email: String,
  name: String,
  role: String,
  status: String,
  profile: { phone: String, photo: String, bio: String, languages: [String], license_number: String },
  team_id: String,
  commission: { tier: String, rate: Number },
  invitation_sent_at: Date,
  last_active: Date,
  created_at: Date,
  updated_at: Date,
});

/** `derived.active_email` is there while the agent is invited or active: such an address is taken once. */
export const agentIndexes: readonly Index[] = [
  {
    name: 'active_email',
    keys: { workspace_id: 1, 'derived.active_email': 1 },
    unique: true,
    partialFilterExpression: { 'derived.active_email': { $exists: true } },
  },
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'name', keys: { workspace_id: 1, name: 1, _id: 1 } },
  { name: 'email', keys: { workspace_id: 1, email: 1, _id: 1 } },
  { name: 'team', keys: { workspace_id: 1, team_id: 1, created_at: -1, _id: -1 } },
];

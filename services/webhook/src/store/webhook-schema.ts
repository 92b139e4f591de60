import { createRecordSchema } from '@plotline/kit/mongo/record-model';

export const webhookSchema = createRecordSchema({
  url: String,
  events: [String],
  active: Boolean,
  payload_version: String,
  secret: String,
  former_secret: { type: { _id: false, sealed: String, until: Date } },
  disabled_at: Date,
  epoch: Number,
  created_at: Date,
  updated_at: Date,
});

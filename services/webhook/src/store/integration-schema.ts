import { createRecordSchema } from '@plotline/kit/mongo/record-model';

export const integrationSchema = createRecordSchema({
  kind: String,
  name: String,
  events: [String],
  template: String,
  url: { type: { _id: false, sealed: String, host: String, last4: String } },
  active: Boolean,
  disabled_at: Date,
  epoch: Number,
  created_at: Date,
  updated_at: Date,
});

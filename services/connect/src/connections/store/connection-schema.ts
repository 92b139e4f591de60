import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import { Schema } from 'mongoose';

export const connectionSchema = createRecordSchema({
  provider: String,
  category: String,
  name: String,
  status: String,
  settings: Schema.Types.Mixed,
  sealed_credentials: String,
  credentials_hint: String,
  hook_hash: String,
  hook_token: String,
  inbound_address: String,
  last_success_at: Date,
  last_error: { type: { _id: false, at: Date, code: String, message: String } },
  circuit: { type: { _id: false, failures: Number, paused_until: Date } },
  created_at: Date,
  updated_at: Date,
});

import { createRecordSchema } from '@plotline/kit/store/records/record-model';

const recordingStart = {
  recording_since: Date,
  chosen_later: [{ _id: false, event: String, since: Date }],
};

export const webhookSchema = createRecordSchema({
  url: String,
  events: [String],
  active: Boolean,
  payload_version: String,
  secret: String,
  former_secret: { type: { _id: false, sealed: String, until: Date } },
  disabled_at: Date,
  epoch: Number,
  ...recordingStart,
  created_at: Date,
  updated_at: Date,
});

export const integrationSchema = createRecordSchema({
  kind: String,
  name: String,
  events: [String],
  template: String,
  url: { type: { _id: false, sealed: String, host: String, last4: String } },
  // Without this, mongoose would store an empty array in chat integrations.
  recipients: { type: [String], default: undefined },
  schedule: {
    type: {
      _id: false,
      frequency: String,
      weekday: String,
      hour: Number,
      time_zone: String,
      follows_workspace: Boolean,
    },
  },
  active: Boolean,
  disabled_at: Date,
  epoch: Number,
  ...recordingStart,
  created_at: Date,
  updated_at: Date,
});

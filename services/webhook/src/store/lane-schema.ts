import { recordSchema } from '@plotline/kit/mongo/collection';
import type { Index } from '@plotline/kit/mongo/indexes';

export const laneSchema = recordSchema({
  due_at: Date,
  wakes: Number,
  holder: String,
  held_until: Date,
});

export const laneIndexes: readonly Index[] = [
  { name: 'due', keys: { due_at: 1 }, partialFilterExpression: { due_at: { $exists: true } } },
];

import type { Migration } from '@plotline/kit/mongo/migrations';
import { agentStages, completeCountsName } from '../store/counter-collections.js';

interface StoredRecord {
  readonly _id: string;
}

/**
 * In a new database every lead that there will be is counted by agent and stage. It is new while its leads have no index: no
 * version of the service starts without. Others are complete when their counters were rebuilt.
 */
export const up: Migration = async ({ database }) => {
  if ((await database.collection('leads').indexes()).length > 1) return;
  const mark = { workspace_id: '*', version: 1, completed_at: new Date() };
  await database
    .collection<StoredRecord>(completeCountsName)
    .updateOne({ _id: agentStages }, { $setOnInsert: mark }, { upsert: true });
};

import { completeInNewDatabase } from '@plotline/kit/store/complete-counts';
import type { Migration } from '@plotline/kit/store/migrations';
import { agentStages } from '../store/counter-collections.js';

/** In a new database every lead that there will be is counted by agent and stage. Others are complete when their counters were rebuilt. */
export const up: Migration = ({ database }) => completeInNewDatabase(database, 'leads', agentStages);

import { completeInNewDatabase } from '@plotline/kit/store/complete-counts';
import type { Migration } from '@plotline/kit/store/migrations';
import { agentStages } from '../store/counter-collections.js';

/**
 * In a new database every lead will be counted by agent and stage. Other databases are complete once their counters are
 * rebuilt.
 */
export const up: Migration = ({ database }) => completeInNewDatabase(database, 'leads', agentStages);

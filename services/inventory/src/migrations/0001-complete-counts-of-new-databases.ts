import { completeInNewDatabase } from '@plotline/kit/store/complete-counts';
import type { Migration } from '@plotline/kit/store/migrations';
import { unitStatusCounts } from '../store/workspace-units.js';

/**
 * In a new database every unit will be counted by workspace and status. Other databases are complete once their
 * counters are rebuilt.
 */
export const up: Migration = ({ database }) => completeInNewDatabase(database, 'units', unitStatusCounts);

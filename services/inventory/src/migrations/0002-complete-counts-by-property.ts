import { completeInNewDatabase } from '@plotline/kit/store/complete-counts';
import type { Migration } from '@plotline/kit/store/migrations';
import { propertyStatusCounts } from '../store/unit-counters.js';

/**
 * In a new database every unit will be counted by property and status. Other databases are complete once their counters
 * are rebuilt.
 */
export const up: Migration = ({ database }) => completeInNewDatabase(database, 'units', propertyStatusCounts);

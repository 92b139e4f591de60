import { completeInNewDatabase } from '@plotline/kit/store/complete-counts';
import type { Migration } from '@plotline/kit/store/migrations';
import { propertyStatusCounts } from '../store/unit-counters.js';

/** In a new database every unit that there will be is counted by property and status. Others are complete when their counters were rebuilt. */
export const up: Migration = ({ database }) => completeInNewDatabase(database, 'units', propertyStatusCounts);

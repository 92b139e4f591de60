import { completeInNewDatabase } from '@plotline/kit/store/complete-counts';
import type { Migration } from '@plotline/kit/store/migrations';
import { unitStatusCounts } from '../store/workspace-units.js';

/** In a new database every unit that there will be is counted by workspace and status. Others are complete when their counters were rebuilt. */
export const up: Migration = ({ database }) => completeInNewDatabase(database, 'units', unitStatusCounts);

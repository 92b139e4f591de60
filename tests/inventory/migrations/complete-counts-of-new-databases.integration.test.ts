import { up } from '@plotline/inventory/migrations/0001-complete-counts-of-new-databases';
import { createStores, migrations } from '@plotline/inventory/stores';
import { testCompleteCounts } from '../../support/complete-counts.js';

describe('The counts of units by status', () => {
  testCompleteCounts({ name: 'inventory', createStores, migrations, up, kind: 'unit_statuses' });
});

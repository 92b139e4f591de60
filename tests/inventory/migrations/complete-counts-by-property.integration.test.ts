import { up } from '@plotline/inventory/migrations/0002-complete-counts-by-property';
import { createStores, migrations } from '@plotline/inventory/stores';
import { testCompleteCounts } from '../../support/complete-counts.js';

describe('The counts of units by property and status', () => {
  testCompleteCounts({ name: 'inventory', createStores, migrations, up, kind: 'property_unit_statuses' });
});

import { up } from '@plotline/pipeline/migrations/0001-complete-counts-of-new-databases';
import { createStores, migrations } from '@plotline/pipeline/stores';
import { testCompleteCounts } from '../../support/complete-counts.js';

describe('The counts of agents by stage', () => {
  testCompleteCounts({ name: 'pipeline', createStores, migrations, up, kind: 'agent_stages' });
});

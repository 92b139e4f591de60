import { up } from '@plotline/pipeline/migrations/0002-drop-indexes-that-only-count';
import { createStores } from '@plotline/pipeline/stores';
import { testDroppedIndexes } from '../../support/dropped-indexes.js';

const names = ['agent_stage_count', 'stage_count', 'score_count', 'interested_properties_count'];

describe('migration from indexes that only count', () => {
  testDroppedIndexes({ service: 'pipeline', createStores, up, dropped: names.map((name) => `leads.${name}`) });
});

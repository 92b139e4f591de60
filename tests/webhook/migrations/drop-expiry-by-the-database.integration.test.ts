import { up } from '@plotline/webhook/migrations/0001-drop-expiry-by-the-database';
import { createStores } from '@plotline/webhook/stores';
import { testDroppedIndexes } from '../../support/dropped-indexes.js';

describe('migration from records that the database removes', () => {
  const dropped = ['deliveries.expiry', 'events.expiry', 'notices.expiry'];
  testDroppedIndexes({ service: 'webhook', createStores, up, dropped });
});

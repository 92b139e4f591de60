import { type SyncedList, testListByUpdate } from '../support/list-by-update.js';
import { succeed } from '../support/updated-at.js';
import { useFixture } from '../support/use-fixture.js';
import { startInventory } from './support/inventory.js';

describe('inventory lists sorted by the time of the last change', () => {
  const inventory = useFixture(startInventory);
  const rename = (path: string): SyncedList['change'] => {
    return (as, id) => succeed(inventory().request('PUT', `${path}/${id}`, { as, body: { name: 'Renamed' } }));
  };
  const unit = async (as: object, propertyId: string) => (await inventory().unit(propertyId, {}, as)).id;

  testListByUpdate(inventory, [
    {
      title: 'properties',
      prepare: async () => '/v1/properties',
      create: async (as) => (await inventory().property({}, as)).id,
      change: rename('/v1/properties'),
    },
    {
      title: 'units',
      prepare: async () => '/v1/units',
      create: async (as) => unit(as, (await inventory().property({}, as)).id),
      change: rename('/v1/units'),
    },
    {
      title: 'units of a property',
      prepare: async (as) => {
        const [one, other] = [await inventory().property({}, as), await inventory().property({}, as)];
        await unit(as, other.id);
        return `/v1/properties/${one.id}/units`;
      },
      create: (as, path) => unit(as, path.split('/')[3] ?? ''),
      change: rename('/v1/units'),
    },
  ]);
});

import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { callContext } from '../support/test-runtime.js';
import { MovableClock, succeed, testUpdatedAt } from '../support/updated-at.js';
import { useFixture } from '../support/use-fixture.js';
import { startInventory } from './support/inventory.js';

describe('updated_at of inventory', () => {
  const clock = new MovableClock();
  const inventory = useFixture(() => startInventory(clock.now));
  const put = (path: string, body: object) => succeed(inventory().request('PUT', path, { body }));
  const idOf = (path: string) => path.slice('/v1/units/'.length);

  const property = async () => `/v1/properties/${(await inventory().property()).id}`;
  const unit = async () => `/v1/units/${(await inventory().unit((await inventory().property()).id)).id}`;

  const sell = (path: string) => {
    const request = { unit_id: idOf(path), deal_id: 'deal_1', lead_id: 'lead_1' };
    return inventory().rpc(ListingsServiceService.sellUnit, request, callContext());
  };
  const soldUnit = async () => {
    const path = await unit();
    await sell(path);
    return path;
  };

  testUpdatedAt(inventory, (aheadMs) => clock.set(aheadMs), [
    { title: 'a property is changed', prepare: property, change: (path) => put(path, { name: 'Marina Park' }) },
    { title: 'a unit is changed', prepare: unit, change: (path) => put(path, { name: 'B-202' }) },
    {
      title: 'the status of units is set',
      prepare: unit,
      change: (path) => {
        const body = { unit_ids: [idOf(path)], status: 'reserved' };
        return succeed(inventory().request('PATCH', '/v1/units/bulk/status', { body }));
      },
    },
    { title: 'a unit is sold', prepare: unit, change: sell },
    {
      title: 'a unit is released',
      prepare: soldUnit,
      change: (path) => {
        const request = { unit_id: idOf(path), deal_id: 'deal_1' };
        return inventory().rpc(ListingsServiceService.releaseUnit, request, callContext());
      },
    },
  ]);
});

import { newId } from '@plotline/kit/core/ids';
import { testKeptAnswers } from '../support/kept-answers.js';
import { useFixture } from '../support/use-fixture.js';
import { propertyBody, startInventory, unitBody } from './support/inventory.js';

describe('The response of inventory to a POST with an Idempotency-Key', () => {
  const inventory = useFixture(startInventory);
  const newUnit = async () => unitBody((await inventory().property()).id);

  const leadOf = () => inventory().leads.put(`lead_${newId('kept')}`).id;

  /** Prepares a request about a new hold. */
  const prepareHold = (operation: string, path: string, toBody: () => object) => ({
    operation,
    prepare: async () => {
      const unit = await inventory().unit((await inventory().property()).id);
      const deposit = { amount: 5, currency: 'AED' };
      const hold = await inventory().create('/v1/holds', { unit_id: unit.id, lead_id: leadOf(), deposit });
      return { path: `/v1/holds/${hold.id}/${path}`, body: toBody() };
    },
  });

  testKeptAnswers('inventory', inventory, [
    { operation: 'createProperty', prepare: async () => ({ path: '/v1/properties', body: propertyBody }) },
    { operation: 'createUnit', prepare: async () => ({ path: '/v1/units', body: await newUnit() }) },
    {
      operation: 'reachMilestone',
      prepare: async () => {
        return { path: `/v1/properties/${(await inventory().property()).id}/milestones`, body: { name: 'foundation' } };
      },
    },
    {
      operation: 'createHold',
      prepare: async () => {
        const unit = await inventory().unit((await inventory().property()).id);
        return { path: '/v1/holds', body: { unit_id: unit.id, lead_id: leadOf() } };
      },
    },
    prepareHold('extendHold', 'extend', () => ({ expires_in: 999_999 })),
    prepareHold('releaseHold', 'release', () => ({ reason: 'Gone.' })),
    prepareHold('transferHold', 'transfer', () => ({ lead_id: leadOf() })),
    prepareHold('payHoldDeposit', 'deposit', () => ({ reference: 'TT-1' })),
    {
      operation: 'createUnits',
      prepare: async () => ({ path: '/v1/units/bulk', body: { units: [await newUnit(), await newUnit()] } }),
    },
    {
      operation: 'createUnits',
      variant: 'partial',
      prepare: async () => {
        const units = [await newUnit(), unitBody('prop_unknown'), { name: 'Without a price' }];
        return { path: '/v1/units/bulk?partial=true', body: { units } };
      },
    },
  ]);
});

import { testKeptAnswers } from '../support/kept-answers.js';
import { useFixture } from '../support/use-fixture.js';
import { propertyBody, startInventory, unitBody } from './support/inventory.js';

describe('The answer of inventory to a POST with an Idempotency-Key', () => {
  const inventory = useFixture(startInventory);
  const newUnit = async () => unitBody((await inventory().property()).id);

  testKeptAnswers('inventory', inventory, [
    { operation: 'createProperty', prepare: async () => ({ path: '/v1/properties', body: propertyBody }) },
    { operation: 'createUnit', prepare: async () => ({ path: '/v1/units', body: await newUnit() }) },
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

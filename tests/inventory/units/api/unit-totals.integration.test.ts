import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { useFixture } from '../../../support/use-fixture.js';
import { person, startInventory, unitBody } from '../../support/inventory.js';

describe("The total of a property's units", () => {
  const inventory = useFixture(() => startInventory());

  async function ask(path: string, as: object = {}) {
    let total: unknown;
    const issued = await issuedQueries(['units'], async () => {
      total = (await inventory().request('GET', path, { as })).meta.total;
    });
    return { total, isCounted: issued.some(({ method }) => method === 'countDocuments') };
  }

  it('comes from a counter, but is counted for restricted callers, other filters and in the sandbox', async () => {
    const { id: property_id } = await inventory().property();
    const units = [{ visibility: 'public' }, { visibility: 'private' }, { visibility: 'public' }].map((fields) =>
      unitBody(property_id, fields),
    );
    const { body } = await inventory().request('POST', '/v1/units/bulk', { body: { units } });
    const path = `/v1/units?property_id=${property_id}`;
    expect(await ask(path)).to.deep.equal({ total: 3, isCounted: false });
    expect(await ask(`${path}&sort=price&fields=name&cursor=`)).to.deep.equal({ total: 3, isCounted: false });
    expect(await ask(`/v1/properties/${property_id}/units`)).to.deep.equal({ total: 3, isCounted: false });
    expect(await ask(`${path}&status=available`)).to.deep.equal({ total: 3, isCounted: true });
    expect(await ask(path, person('viewer'))).to.deep.equal({ total: 2, isCounted: true });
    expect(await ask(path, { mode: 'sandbox' })).to.deep.equal({ total: 0, isCounted: true });
    await inventory().request('DELETE', `/v1/units/${body[0].id}`);
    expect(await ask(path)).to.deep.equal({ total: 2, isCounted: false });
  });
});

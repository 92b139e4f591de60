import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { FakeInventory } from '../../support/fake-inventory.js';
import { startPipeline } from '../../support/pipeline.js';
import { countingPeers } from '../../support/portfolio.js';

describe('POST /v1/leads/:id/won with a unit', () => {
  const inventory = new FakeInventory();
  const { listings } = countingPeers();
  const pipeline = useFixture(() => startPipeline({ units: inventory, listings }));
  // The inventory sells each of its units as a unit of `prop_1`. The listings define the properties.
  beforeEach(() => inventory.addUnit('unit_a1'));

  const win = async (ids: object, lead?: string) => {
    const id = lead ?? (await pipeline().lead()).id;
    const body = { deal_value: 450_000, ...ids };
    return { id, ...(await pipeline().request('POST', `/v1/leads/${id}/won`, { body })) };
  };

  /** All ways to identify the unit. */
  const names = [
    { unit_id: 'unit_a1' },
    { property_id: 'unit_a1' },
    { property_id: 'unit_a1', unit_id: 'unit_a1' },
    { property_id: 'prop_river', unit_id: 'unit_a1' },
    { property_id: null, unit_id: 'unit_a1' },
    { property_id: 'unit_a1', unit_id: null },
  ];

  for (const ids of names) {
    it(`sells the unit with ${JSON.stringify(ids)}, and gives the same response for all other ways to identify it`, async () => {
      const won = await win(ids);
      expect([won.status, won.body.deal?.unit_id]).to.deep.equal([200, 'unit_a1']);
      for (const other of names) {
        const again = await win(other, won.id);
        expect([again.status, again.body], JSON.stringify(other)).to.deep.equal([200, won.body]);
      }
      expect(inventory.dealOf('unit_a1')).to.equal(won.body.deal.id);
      const others = await win({ property_id: 'prop_river' }, won.id);
      expect([others.status, others.body.reason]).to.deep.equal([409, 'lead_already_won']);
    });
  }

  it('returns the same deal for simultaneous identical calls, however they identify the unit', async () => {
    const { id } = await pipeline().lead();
    const answers = await Promise.all([...names, ...names].map((ids) => win({ ...ids, commission: 5 }, id)));
    expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.deal.id)).size).to.equal(1);
  });

  it('refuses unknown or conflicting ids, and reports the field', async () => {
    const { id } = await pipeline().lead();
    for (const [ids, field, message] of [
      [{}, 'property_id', 'is required unless unit_id is sent'],
      [{ property_id: null }, 'property_id', 'is required unless unit_id is sent'],
      [{ unit_id: 'unit_none' }, 'unit_id', 'must be the id of a unit of this workspace'],
      [{ unit_id: 'prop_river' }, 'unit_id', 'must be the id of a unit of this workspace'],
      [{ property_id: 'prop_river', unit_id: 'unit_none' }, 'unit_id', 'must be the id of a unit of this workspace'],
      [{ property_id: 'unit_none' }, 'property_id', 'must be the id of a property or unit of this workspace'],
      [{ property_id: 'prop_hill', unit_id: 'unit_a1' }, 'property_id', "must be prop_river, the unit's property"],
      [{ property_id: 'unit_b2', unit_id: 'unit_a1' }, 'property_id', "must be prop_river, the unit's property"],
    ] as const) {
      const { status, body } = await win(ids, id);
      expect([status, body.details], JSON.stringify(ids)).to.deep.equal([422, [{ field, message }]]);
      const more = await win({ ...ids, deal_value: -1 }, id);
      const fields = more.body.details.map((detail: { field: string }) => detail.field);
      expect(fields, JSON.stringify(ids)).to.have.members(['deal_value', field]);
    }
    expect(inventory.dealOf('unit_a1')).to.equal(null);
    expect((await pipeline().request('GET', `/v1/leads/${id}`)).body.stage).to.equal('new');
  });

  it("refuses amounts with more decimals than the deal's currency has", async () => {
    const fine = await win({ unit_id: 'unit_a1', deal_value: 450_000.005, commission: 0.001 });
    expect(fine.status).to.equal(422);
    expect(fine.body.details.map(({ field }: { field: string }) => field)).to.deep.equal(['deal_value', 'commission']);
    expect(inventory.dealOf('unit_a1')).to.equal(null);
    const won = await win({ unit_id: 'unit_a1', deal_value: 450_000.05, commission: 0.01 }, fine.id);
    expect([won.status, won.body.deal.value]).to.deep.equal([200, 450_000.05]);
  });

  it("refuses a commission that exceeds the deal's value", async () => {
    const { status, body, id } = await win({ unit_id: 'unit_a1', deal_value: 450_000, commission: 450_001 });
    expect([status, body.details]).to.deep.equal([
      422,
      [{ field: 'commission', message: "can't be more than deal_value" }],
    ]);
    expect((await win({ unit_id: 'unit_a1', deal_value: 450_000, commission: 450_000 }, id)).status).to.equal(200);
  });

  it('reports a field with the wrong type only once', async () => {
    const { status, body } = await win({ property_id: 7 });
    expect(status).to.equal(422);
    expect(body.details.map(({ field }: { field: string }) => field)).to.deep.equal(['property_id']);
  });
});

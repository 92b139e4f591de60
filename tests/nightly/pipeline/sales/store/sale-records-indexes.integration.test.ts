import type { Commission } from '@plotline/pipeline/sales/model/commission';
import { type Deal, formatInvoiceNumber, type Invoice } from '@plotline/pipeline/sales/model/deal';
import { startPipeline } from '../../../../pipeline/support/pipeline.js';
import { assertPagesServed, insertRecords } from '../../../../support/served-query.js';
import { useFixture } from '../../../../support/use-fixture.js';

const count = 600;
/** Positions in the middle of the order, which a scan from either end finds late. */
const rarePlaces: readonly number[] = [300, 301, 302];
const rareTime = 'created_after=2026-01-01T05:00:00Z&created_before=2026-01-01T05:02:00Z';

const days = [
  ...['', 'created_after=2026-01-01', 'created_before=2026-12-31', rareTime],
  'created_after=2026-01-01&created_before=2026-12-31',
];

/** Returns sale number `place` of the workspace, a minute after the previous one. */
function sold(workspaceId: string, place: number) {
  const at = new Date(Date.UTC(2026, 0, 1) + place * 60_000);
  const rarity = rarePlaces.includes(place) ? 'rare' : 'common';
  const rare = rarity === 'rare';
  const own = { version: 1, currency: 'EUR', created_at: at, updated_at: at };
  const agent_id = `agent_${rarity}`;
  const lead_id = `lead_${rarity}`;
  const property_id = `prop_${rarity}`;
  const deal: Deal = {
    ...{ ...own, id: `deal_${workspaceId}_${place}`, agent_id, lead_id, property_id, unit_id: `unit_${rarity}` },
    ...{ value: 400_000, commission: 12_000, closed_at: at, cancelled_at: rare ? at : null, lead_source: 'website' },
    status: rare ? 'cancelled' : 'closed',
    terms: { property_id, value: 400_000, commission: null, notes: null },
  };
  const invoice: Invoice = {
    ...{ ...own, id: `inv_${workspaceId}_${place}`, number: formatInvoiceNumber(place), deal_id: deal.id, lead_id },
    ...{ amount: 400_000, issued_at: at, paid_at: null, voided_at: null },
    status: rare ? (place % 2 ? 'open' : 'void') : 'paid',
  };
  const commission: Commission = {
    ...{ ...own, id: `com_${workspaceId}_${place}`, deal_id: deal.id, agent_id, rate: 0.03, amount: 12_000 },
    status: rare ? 'cancelled' : 'earned',
  };
  return { deal, invoice, commission };
}

/**
 * Parameters for each list, by the index that serves them. This is the index for the filter that leaves the fewest
 * records.
 */
const lists: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  deals: {
    created_at: [...days, 'status=closed,cancelled', `status=closed,cancelled&${rareTime}`],
    status: ['status=closed', 'status=cancelled', `status=closed&${rareTime}`],
    agent_id: [
      ...['agent_id=agent_common', 'agent_id=agent_rare', 'agent_id=agent_none', `agent_id=agent_common&${rareTime}`],
      ...['agent_id=agent_rare&status=cancelled', 'agent_id=agent_common&status=closed,cancelled'],
    ],
    property_id: [
      ...['property_id=prop_common', 'property_id=prop_rare', 'property_id=prop_common&status=cancelled'],
      'property_id=prop_rare&agent_id=agent_common&status=closed',
    ],
    unit_id: [
      ...['unit_id=unit_common', 'unit_id=unit_rare', 'unit_id=unit_none', 'property_id=unit_rare'],
      ...['property_id=unit_common&status=cancelled', `unit_id=unit_common&${rareTime}`],
      'unit_id=unit_rare&property_id=prop_rare&lead_id=lead_rare',
    ],
    lead_id: [
      ...['lead_id=lead_common', 'lead_id=lead_rare', 'lead_id=lead_rare&status=closed,cancelled'],
      ...['lead_id=lead_rare&agent_id=agent_common', 'lead_id=lead_common&property_id=prop_rare'],
      'agent_id=agent_common&lead_id=lead_common&property_id=prop_common&status=closed&created_after=2026-01-01',
    ],
  },
  invoices: {
    created_at: [...days, 'status=paid,void', 'status=open,void', `status=paid,void&${rareTime}`],
    status: ['status=paid', 'status=open', 'status=void', `status=paid&${rareTime}`],
    lead_id: [
      ...['lead_id=lead_common', 'lead_id=lead_rare', 'lead_id=lead_common&status=open'],
      ...[`lead_id=lead_common&${rareTime}`, 'lead_id=lead_common&status=paid,open&created_before=2026-12-31'],
    ],
    deal_id: [
      ...['deal_id=deal_ws_test_300', 'deal_id=deal_none', 'deal_id=deal_ws_test_300&status=void'],
      'deal_id=deal_ws_test_1&lead_id=lead_common&status=paid,open&created_after=2026-01-01',
    ],
  },
  commissions: {
    created_at: [...days, 'status=earned,cancelled', `status=earned,cancelled&${rareTime}`],
    status: ['status=earned', 'status=cancelled', `status=earned&${rareTime}`],
    agent_id: [
      ...['agent_id=agent_common', 'agent_id=agent_rare', 'agent_id=agent_rare&status=earned,cancelled'],
      ...[`agent_id=agent_common&${rareTime}`, 'agent_id=agent_common&status=earned&created_after=2026-01-01'],
    ],
    deal_id: [
      ...['deal_id=deal_ws_test_300', 'deal_id=deal_none', 'deal_id=deal_ws_test_300&status=cancelled'],
      'deal_id=deal_ws_test_1&agent_id=agent_common&status=earned,cancelled&created_after=2026-01-01',
    ],
  },
};

/** Parameters for each list by the time of the last change. */
const updates = [
  ...['', 'updated_after=2026-01-01', 'updated_before=2026-12-31'],
  'updated_after=2026-01-01T05:00:00Z&updated_before=2026-01-01T05:02:00Z',
];

describe('every query on the lists of', () => {
  const pipeline = useFixture(startPipeline);
  before(async () => {
    const { live } = pipeline().runtime.databases;
    const add = (collection: string, records: Parameters<typeof insertRecords>[2]) =>
      insertRecords(live, collection, records);
    for (const workspace_id of ['ws_test', 'ws_other']) {
      const sales = Array.from({ length: count }, (_, place) => sold(workspace_id, place));
      await add(
        'deals',
        sales.map(({ deal }) => ({ ...deal, workspace_id })),
      );
      await add(
        'invoices',
        sales.map(({ invoice }) => ({ ...invoice, workspace_id })),
      );
      await add(
        'commissions',
        sales.map(({ commission }) => ({ ...commission, workspace_id })),
      );
    }
  });

  for (const collection of Object.keys(lists)) {
    it(`${collection} by last-change time scans the index on it without a sort in memory`, async () => {
      for (const order of ['asc', 'desc']) {
        for (const range of updates) {
          const path = `/v1/${collection}?sort=updated_at&order=${order}&per_page=2&${range}`;
          const countIndex = range === '' ? 'created_at' : 'updated_at';
          await assertPagesServed(pipeline(), { path, collection, index: 'updated_at', countIndex });
        }
      }
    });
  }

  for (const [collection, indexes] of Object.entries(lists)) {
    for (const [index, filters] of Object.entries(indexes)) {
      for (const order of ['asc', 'desc']) {
        it(`${collection} that the index ${index} serves scans this index, ${order}, without a sort in memory`, async () => {
          for (const filter of filters) {
            const path = `/v1/${collection}?sort=created_at&order=${order}&per_page=2&${filter}`;
            await assertPagesServed(pipeline(), { path, collection, index });
          }
        });
      }
    }
  }
});

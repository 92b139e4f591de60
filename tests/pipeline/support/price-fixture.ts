import type { InboundEvent } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '@plotline/pipeline/context';
import type { Lead } from '@plotline/pipeline/leads/model/lead';
import { toListingPrice } from '@plotline/pipeline/leads/model/listing-price';
import { computeScore } from '@plotline/pipeline/leads/model/score';
import type { RefreshBounds } from '@plotline/pipeline/leads/work/interested-leads';
import { createPriceRefresh } from '@plotline/pipeline/leads/work/price-refresh';
import {
  createListingRemovalConsumer,
  createPriceChangeConsumer,
} from '@plotline/pipeline/leads/work/queue-price-refresh';
import type { Listings } from '@plotline/pipeline/peers/inventory';
import type { Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import { type Pipeline, startPipeline } from './pipeline.js';

export const tenant: Tenant = { workspaceId: 'ws_test', mode: 'live' };

/** Budget that is enough for a unit that costs 100,000, and a tenth of the price of one that costs a million. */
export const budget = { max: 100_000, currency: 'EUR' };

/** Leads in one request. */
const maxLeads = 100;

/** Service with a fake inventory. Its units cost a million unless the test sets another price. */
export interface Prices {
  readonly pipeline: Pipeline;
  /** Prices other than a million, by unit. Null means no price, and 'gone' means a deleted unit. */
  readonly amounts: Map<string, number | null | 'gone'>;
  /** Called in each call to inventory, after the prices are read and before inventory answers. */
  whenAsked: (ids: readonly string[], workspaceId: string) => Promise<void>;
  /** Delivers the event `unit.updated` to pipeline. */
  consumeChange(id: string, previous?: object, workspaceId?: string): Promise<void>;
  /** Delivers the event `listing.removed` to pipeline. */
  consumeRemoval(ids: unknown): Promise<void>;
  /** Runs the worker at a later time until nothing is due. With another context, runs it as another replica does. */
  runWorker(laterMs: number, parts?: Partial<Context>, bounds?: RefreshBounds): Promise<void>;
  /** Creates leads that are interested in the unit. */
  createLeads(unit: string, count: number): Promise<void>;
  /**
   * After a number of batches, makes storing every further batch of leads fail. Returns a function that ends the
   * failures.
   */
  failAfter(batches: number): () => void;
  /** Returns stored leads whose score or prices are outdated. */
  findOutdated(): Promise<Lead[]>;
  stop(): Promise<void>;
}

function unit(id: string, amount: number | null): Listing {
  const price = amount === null ? undefined : { amount, currency: 'EUR' };
  return { id, kind: 'unit', name: id, status: 'available', property_id: 'prop_x', price, pricing: undefined };
}

function event(name: string, data: object, previous: object, workspace_id: string): InboundEvent {
  const payload = JSON.stringify({ id: 'evt_1', event: name, timestamp: new Date(), workspace_id, data, previous });
  return { id: 'evt_1', name, mode: 'live', requestId: 'req_1', payload };
}

export async function startPrices(): Promise<Prices> {
  const amounts: Prices['amounts'] = new Map();
  const answer = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const amount = amounts.get(id);
      return amount === 'gone' ? [] : unit(id, amount === undefined ? 1_000_000 : amount);
    });
  const find: Listings['find'] = async ({ workspaceId }, ids) => {
    const answered = answer(ids);
    await prices.whenAsked(ids, workspaceId);
    return answered;
  };
  const pipeline = await startPipeline({ listings: { find, findNamed: async () => [] } });
  const { context, runtime } = pipeline;
  const stored = runtime.databases.live.collection<Lead>('leads');
  let given = 0;
  const prices: Prices = {
    pipeline,
    stop: pipeline.stop,
    amounts,
    whenAsked: async () => undefined,
    consumeChange: (id, previous = { price: null }, workspaceId = tenant.workspaceId) =>
      createPriceChangeConsumer(context).handle(event('unit.updated', { id }, previous, workspaceId)),
    consumeRemoval: (ids) =>
      createListingRemovalConsumer(context).handle(event('listing.removed', { ids }, {}, tenant.workspaceId)),
    runWorker: async (laterMs, parts = {}, bounds) => {
      const clock = () => new Date(Date.now() + laterMs);
      const worker = createPriceRefresh({ ...context, clock, ...parts }, bounds);
      do await worker.run();
      while (await context.priceRefreshQueue.hasDue('live', clock()));
    },
    createLeads: async (id, count) => {
      for (let left = count; left > 0; left -= maxLeads) {
        const leads = Array.from({ length: Math.min(left, maxLeads) }, () => {
          given += 1;
          return { name: 'Lead', email: `lead${given}@example.com`, budget, interested_properties: [id] };
        });
        const { status } = await pipeline.request('POST', '/v1/leads/bulk', { body: { leads } });
        if (status !== 201) throw new Error(`no leads were created: ${status}`);
      }
    },
    failAfter: (batches) => {
      const { leadPrices } = context;
      const refresh = leadPrices.refresh.bind(leadPrices);
      let refreshed = 0;
      leadPrices.refresh = async (...call) => {
        refreshed += 1;
        if (refreshed > batches) throw new Error('cut off');
        return refresh(...call);
      };
      return () => {
        leadPrices.refresh = refresh;
      };
    },
    findOutdated: async () => {
      const leads = await stored.find({ workspace_id: tenant.workspaceId }).toArray();
      return leads.filter((lead) => {
        const listing_prices = answer(lead.interested_properties).flatMap((listing) => toListingPrice(listing) ?? []);
        const isSame = JSON.stringify(lead.listing_prices) === JSON.stringify(listing_prices);
        return !isSame || lead.score !== computeScore({ ...lead, listing_prices }, new Date());
      });
    },
  };
  return prices;
}

import type { CounterSource } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import { CounterSum } from '../../counters/model/counter.js';
import { type RecordCounters, toKey } from '../../counters/store/record-counters.js';
import { countLead } from '../../leads/model/count-lead.js';
import type { Leads } from '../../leads/store/leads.js';
import { countDeal } from '../model/count-deal.js';
import type { Invoice } from '../model/deal.js';
import { addTotals, lacksTotals } from './deal-totals.js';
import type { Deals, Invoices } from './deals.js';

interface CountedStores {
  readonly leads: Leads;
  readonly deals: Deals;
  readonly invoices: Invoices;
  readonly counters: RecordCounters;
}

/** Describes how the counters are computed from all leads and deals of a workspace. */
export function createCounterSource({ leads, deals, invoices, counters }: CountedStores): CounterSource {
  return {
    counters: counters.stored,
    count: async (tenant, session) => {
      const sum = new CounterSum();
      for await (const lead of leads.each(tenant, session)) sum.add(countLead(lead));
      const paid = new Map<string, Invoice>();
      for await (const invoice of invoices.each(tenant, session)) {
        if (invoice.status === 'paid') paid.set(invoice.deal_id, invoice);
      }
      for await (const deal of deals.each(tenant, session)) {
        sum.add(countDeal(lacksTotals(deal) ? addTotals(deal, paid.get(deal.id)) : deal));
      }
      return new Map(sum.toCounters().map((counter) => [toKey(counter), counter.counts]));
    },
  };
}

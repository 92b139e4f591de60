import { SandboxResets } from '@plotline/kit/ops/sandbox/sandbox-resets';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import { PeriodCounters } from './analytics/store/period-counters.js';
import { RecordCounters } from './counters/store/record-counters.js';
import { toActivityJson } from './leads/api/activity-json.js';
import { toLeadJson } from './leads/model/lead-json.js';
import type { PriceWalk } from './leads/model/listing-price.js';
import { createLeadCollection } from './leads/store/lead-collection.js';
import { LeadDuplicates } from './leads/store/lead-duplicates.js';
import { LeadFollowUps } from './leads/store/lead-follow-ups.js';
import { LeadPhones, type PhoneWalk } from './leads/store/lead-phones.js';
import { LeadPrices } from './leads/store/lead-prices.js';
import { LeadSummaries } from './leads/store/lead-summaries.js';
import { LeadWriter } from './leads/store/lead-writer.js';
import { Leads } from './leads/store/leads.js';
import { WorkspacePlaces } from './leads/store/workspace-places.js';
import { PaymentPlans } from './plans/store/payment-plans.js';
import type { CompletionWalk, InvoicingState } from './sales/model/deferred-work.js';
import { Commissions, Deals, Invoices } from './sales/store/deals.js';
import { Instalments } from './sales/store/instalments.js';
import { MilestoneUses } from './sales/store/milestone-uses.js';
import { Payments } from './sales/store/payments.js';
import { Sales } from './sales/store/sales.js';
import { FollowUps } from './tasks/store/follow-ups.js';
import { createTaskCollection } from './tasks/store/task-collection.js';
import { Tasks } from './tasks/store/tasks.js';

/** All stores of the service. They declare all its collections. */
export interface Stores {
  readonly sandboxResets: SandboxResets;
  readonly leads: Leads;
  readonly leadPrices: LeadPrices;
  readonly leadPhones: LeadPhones;
  readonly leadSummaries: LeadSummaries;
  readonly leadWriter: LeadWriter;
  readonly leadFollowUps: LeadFollowUps;
  readonly leadDuplicates: LeadDuplicates;
  readonly tasks: Tasks;
  readonly followUps: FollowUps;
  readonly paymentPlans: PaymentPlans;
  readonly deals: Deals;
  readonly instalments: Instalments;
  readonly invoices: Invoices;
  readonly payments: Payments;
  readonly milestoneUses: MilestoneUses;
  readonly commissions: Commissions;
  readonly sales: Sales;
  readonly counters: RecordCounters;
  readonly periodCounters: PeriodCounters;
  readonly workspacePlaces: WorkspacePlaces;
  /**
   * Workspaces whose country changed. The phones of their leads must be read again with the dialling rules of the new
   * country.
   */
  readonly phoneRefreshQueue: SubjectJobs<PhoneWalk>;
  /** Listings whose price changed. Leads interested in these listings have an outdated price. */
  readonly priceRefreshQueue: SubjectJobs<PriceWalk>;
  /** Deals with instalments that are to be invoiced on a certain day. */
  readonly invoicingQueue: SubjectJobs<InvoicingState>;
  /** Unpaid invoices with a due day. An agent is notified when the day has passed. */
  readonly overdueQueue: SubjectJobs<InvoicingState>;
  /** Properties whose day of completion changed. Instalments that wait for the completion have an outdated due day. */
  readonly completionQueue: SubjectJobs<CompletionWalk>;
  /** Properties that have reached a milestone. Instalments may wait for the milestone. */
  readonly milestoneQueue: SubjectJobs;
  /** Agents whose leads were reassigned. An earlier request may still store a lead for such an agent. */
  readonly reassignmentQueue: SubjectJobs;
}

/** Folder of the compiled migrations. */
export const migrations = new URL('./migrations/', import.meta.url);

export function createStores(runtime: ServiceRuntime): Stores {
  const counters = new RecordCounters(runtime);
  const collection = createLeadCollection(runtime);
  const taskCollection = createTaskCollection(runtime);
  const followUps = new FollowUps(taskCollection);
  const deals = new Deals(runtime);
  const invoices = new Invoices(runtime);
  const leads = new Leads(runtime, collection, { lead: toLeadJson, entry: toActivityJson }, counters);
  return {
    sandboxResets: new SandboxResets(runtime),
    leads,
    leadPrices: new LeadPrices(runtime, collection, leads),
    leadPhones: new LeadPhones(collection),
    leadSummaries: new LeadSummaries(collection, deals.collectionName),
    leadWriter: new LeadWriter(runtime, collection, { render: toLeadJson, counters, followUps }),
    leadFollowUps: new LeadFollowUps(collection, leads),
    leadDuplicates: new LeadDuplicates(runtime, collection, leads),
    tasks: new Tasks(runtime, taskCollection),
    followUps,
    paymentPlans: new PaymentPlans(runtime),
    deals,
    instalments: new Instalments(runtime),
    invoices,
    payments: new Payments(runtime),
    milestoneUses: new MilestoneUses(runtime),
    commissions: new Commissions(runtime),
    sales: new Sales(runtime),
    counters,
    periodCounters: new PeriodCounters({ counters, leads, deals, invoices }),
    workspacePlaces: new WorkspacePlaces(runtime),
    phoneRefreshQueue: new SubjectJobs<PhoneWalk>(runtime, 'phone_refresh_queue'),
    priceRefreshQueue: new SubjectJobs<PriceWalk>(runtime, 'price_refresh_queue'),
    invoicingQueue: new SubjectJobs<InvoicingState>(runtime, 'invoicing_queue'),
    overdueQueue: new SubjectJobs<InvoicingState>(runtime, 'overdue_queue'),
    completionQueue: new SubjectJobs<CompletionWalk>(runtime, 'completion_queue'),
    milestoneQueue: new SubjectJobs(runtime, 'milestone_queue'),
    reassignmentQueue: new SubjectJobs(runtime, 'reassignment_queue'),
  };
}

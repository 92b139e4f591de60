/**
 * Examples of event data, for previews and tests of chat messages. Templates can use only these fields. A test compares
 * the examples with the contracts of the services that publish the events.
 */
export const eventSamples = {
  lead: {
    id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst',
    external_id: 'CRM-1042',
    name: 'Maria Silva',
    email: 'maria.silva@example.com',
    phone: '+351 910 000 001',
    source: 'website',
    stage: 'qualified',
    score: 76,
    assigned_agent: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
    budget: { min: 200_000, max: 320_000, currency: 'EUR' },
    timeline: '3_months',
    notes: 'Prefers mornings.',
    next_follow_up: '2026-03-08T09:30:00.000Z',
    stage_entered_at: '2026-03-01T09:30:00.000Z',
    entry: { content: 'Rang; wants a garden.', note_type: 'call' },
  },
  task: {
    id: 'task_01k9zq6h3m8v2x4c5b7n9p0rst',
    lead_id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst',
    title: 'Call about the floor plan',
    type: 'call',
    due_at: '2026-03-08T09:30:00.000Z',
    assigned_agent: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
    notes: 'Ask about parking.',
  },
  hold: {
    id: 'hold_01k9zq6h3m8v2x4c5b7n9p0rst',
    unit_id: 'unit_01k9zq6h3m8v2x4c5b7n9p0rst',
    property_id: 'prop_01k9zq6h3m8v2x4c5b7n9p0rst',
    lead_id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst',
    agent_id: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
    status: 'active',
    price: { amount: 1_850_000, currency: 'AED' },
    expires_at: '2026-03-04T09:30:00.000Z',
    deposit: { amount: 50_000, currency: 'AED', due_at: '2026-03-03T20:00:00.000Z' },
    extensions: 0,
  },
  property: {
    id: 'prop_01k9zq6h3m8v2x4c5b7n9p0rst',
    external_id: 'ERP-77',
    name: 'Marina Heights',
    type: 'apartment',
    status: 'planning',
    location: { area: 'Dubai Marina', city: 'Dubai', country: 'AE' },
    pricing: { currency: 'AED', min_price: 950_000, max_price: 4_200_000 },
    completion_date: '2027-06-30',
  },
  milestone: {
    property_id: 'prop_01k9zq6h3m8v2x4c5b7n9p0rst',
    name: 'foundation',
    reached_on: '2027-03-01',
  },
  unit: {
    id: 'unit_01k9zq6h3m8v2x4c5b7n9p0rst',
    external_id: 'ERP-77-1204',
    property_id: 'prop_01k9zq6h3m8v2x4c5b7n9p0rst',
    name: 'Tower A, 1204',
    unit_number: 'A-1204',
    type: '2BR',
    status: 'available',
    bedrooms: 2,
    price: { amount: 1_850_000, currency: 'AED' },
    assigned_agent: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
  },
  agent: {
    id: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
    name: 'Ada Lopez',
    email: 'ada.lopez@example.com',
    role: 'agent',
    status: 'active',
  },
  deal: {
    id: 'deal_01k9zq6h3m8v2x4c5b7n9p0rst',
    lead_id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst',
    property_id: 'prop_01k9zq6h3m8v2x4c5b7n9p0rst',
    unit_id: 'unit_01k9zq6h3m8v2x4c5b7n9p0rst',
    agent_id: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
    value: 450_000,
    currency: 'EUR',
    commission: 13_500,
    payment_plan_id: 'plan_01k9zq6h3m8v2x4c5b7n9p0rst',
    invoiced: 90_000,
    paid: 20_000,
    status: 'closed',
  },
  commission: {
    id: 'com_01k9zq6h3m8v2x4c5b7n9p0rst',
    deal_id: 'deal_01k9zq6h3m8v2x4c5b7n9p0rst',
    agent_id: 'agent_01k9zq6h3m8v2x4c5b7n9p0rst',
    rate: 0.03,
    amount: 13_500,
    currency: 'EUR',
    status: 'earned',
  },
  invoice: {
    id: 'inv_01k9zq6h3m8v2x4c5b7n9p0rst',
    number: 'INV-000042',
    deal_id: 'deal_01k9zq6h3m8v2x4c5b7n9p0rst',
    lead_id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst',
    instalment_id: 'inst_01k9zq6h3m8v2x4c5b7n9p0rst',
    amount: 90_000,
    paid_amount: 20_000,
    balance: 70_000,
    currency: 'EUR',
    status: 'partially_paid',
    due_on: '2026-03-16',
  },
  instalment: {
    id: 'inst_01k9zq6h3m8v2x4c5b7n9p0rst',
    deal_id: 'deal_01k9zq6h3m8v2x4c5b7n9p0rst',
    label: 'On signing',
    percent: 20,
    amount: 90_000,
    currency: 'EUR',
    due_on: '2026-03-16',
    status: 'invoiced',
    invoice_id: 'inv_01k9zq6h3m8v2x4c5b7n9p0rst',
  },
  payment: {
    id: 'pay_01k9zq6h3m8v2x4c5b7n9p0rst',
    invoice_id: 'inv_01k9zq6h3m8v2x4c5b7n9p0rst',
    amount: 20_000,
    currency: 'EUR',
    paid_on: '2026-03-10',
    method: 'bank_transfer',
    reference: 'RF18 5390 0754 7034',
  },
  document: {
    id: 'doc_01k9zq6h3m8v2x4c5b7n9p0rst',
    name: 'Reservation agreement',
    status: 'signed',
    hold_id: 'hold_01k9zq6h3m8v2x4c5b7n9p0rst',
    lead_id: 'lead_01k9zq6h3m8v2x4c5b7n9p0rst',
  },
} as const;

/** Returns the first part of an event's name, which is the kind of record. */
export function getGroup(event: string): string {
  return event.split('.', 1)[0] ?? '';
}

/** Sample events for groups that have no event for a creation. */
const firstEvents: ReadonlyMap<string, string> = new Map([
  ['commission', 'commission.calculated'],
  ['milestone', 'milestone.reached'],
  ['instalment', 'instalment.invoiced'],
  ['payment', 'payment.recorded'],
  ['document', 'document.signed'],
]);

/**
 * Returns an event that matches a choice: the event itself, one event of a group such as `lead.*`, or any event for
 * `*`.
 */
export function toSampleName(choice: string): string {
  if (choice === '*') return 'lead.created';
  if (!choice.endsWith('.*')) return choice;
  const group = getGroup(choice);
  return firstEvents.get(group) ?? `${group}.created`;
}

/** Creates an example of an event, with the payload that a webhook would get. */
export function createSampleEvent(event: string) {
  const data: unknown = Reflect.get(eventSamples, getGroup(event));
  const timestamp = '2026-03-01T09:30:00.000Z';
  return { id: 'evt_01k9zq6h3m8v2x4c5b7n9p0rst', event, timestamp, data: Object(data) };
}

import type { components } from '../../../gen/api.js';
import type { Stage } from '../../api/enums.js';
import { inDays } from '../tasks/due-time.js';

type Schemas = components['schemas'];

const floors = [1, 2, 3, 4];
const perFloor = 3;
const basePrice = 240_000;
const priceStep = 15_000;

/** A property whose name says that it is a sample. */
export const sampleProperty = {
  name: 'Harbour Point (sample)',
  type: 'apartment',
  status: 'under_construction',
  location: { address: '1 Quay Street', area: 'Docklands', city: 'Port Ellis' },
  description: 'A sample property. Reset the sandbox to remove it.',
} as const satisfies Schemas['NewProperty'];

/** Creates twelve units on four floors, with rising prices. */
export function buildSampleUnits(propertyId: string, currency: string): Schemas['NewUnit'][] {
  return floors.flatMap((floor) =>
    Array.from({ length: perFloor }, (_, index) => {
      const number = String(floor * 100 + index + 1);
      const place = (floor - 1) * perFloor + index;
      return {
        property_id: propertyId,
        name: `Apartment ${number}`,
        unit_number: number,
        status: 'available',
        visibility: 'agents',
        bedrooms: index + 1,
        price: { amount: basePrice + place * priceStep, currency },
      };
    }),
  );
}

interface SampleLead {
  readonly name: string;
  readonly source: Schemas['Source'];
  readonly stage: Stage;
  /** Email of another sample, to create a duplicate. By default, the email is derived from the name. */
  readonly email?: string;
  /** Title and type of the lead's task, and the days until it is due. */
  readonly task?: { readonly title: string; readonly type: Schemas['TaskType']; readonly days: number };
}

/** Leads in different stages of a sale. */
export const sampleLeads: readonly SampleLead[] = [
  { name: 'Maria Silva', source: 'website', stage: 'new' },
  { name: 'Noor Haddad', source: 'portal', stage: 'new' },
  {
    name: 'Jonas Weber',
    source: 'referral',
    stage: 'contacted',
    task: { title: 'Send the brochure', type: 'email', days: 0 },
  },
  {
    name: 'Amara Obi',
    source: 'social',
    stage: 'qualified',
    task: { title: 'Call about the budget', type: 'call', days: -1 },
  },
  {
    name: 'Liam Byrne',
    source: 'walk_in',
    stage: 'viewing',
    task: { title: 'Show apartment 201', type: 'viewing', days: 1 },
  },
  {
    name: 'Sofia Rossi',
    source: 'portal',
    stage: 'negotiation',
    task: { title: 'Agree on the price', type: 'meeting', days: 2 },
  },
  { name: 'Chen Wei', source: 'website', stage: 'lost' },
  // This lead wins the sample sale.
  { name: 'Elena Petrov', source: 'referral', stage: 'negotiation' },
  // This lead is a duplicate of the same person, to demonstrate a merge.
  { name: 'M. Silva', source: 'portal', stage: 'contacted', email: 'maria.silva@example.com' },
];

/** The lead that buys a unit. */
export const sampleBuyer = 'Elena Petrov';

const toEmail = (name: string) => `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;

/** Converts a sample to a new lead that is interested in a listing. */
export function toNewLead({ name, source, email = toEmail(name) }: SampleLead, listingId: string): Schemas['NewLead'] {
  return { name, email, source, interested_properties: [listingId], tags: ['sample'] };
}

/** Converts a sample to its lead's task. Returns undefined if the sample has no task. */
export function toNewTask({ task }: SampleLead, leadId: string, now = new Date()): Schemas['NewTask'] | undefined {
  if (task === undefined) return undefined;
  const { title, type, days } = task;
  return { lead_id: leadId, title, type, due_at: inDays(days, now).toISOString() };
}

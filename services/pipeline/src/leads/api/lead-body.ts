import type { Caller } from '@plotline/kit/core/caller';
import { findFineAmounts } from '@plotline/kit/core/currencies';
import type { ProblemDetail } from '@plotline/kit/core/errors';
import { merge } from '@plotline/kit/core/json-object';
import { cleanPhone, isRoundedPhone } from '@plotline/kit/core/normalize-text';
import { parseMoment } from '@plotline/kit/core/time-zone';
import type { Context } from '../../context.js';
import type { Budget, Lead, ListingPrice, Source, Stage } from '../model/lead.js';
import { toListingPrice } from '../model/listing-price.js';

/** Fields of a lead that a client may write. */
export interface LeadBody {
  readonly external_id?: string | null;
  readonly name?: string;
  readonly email?: string;
  readonly phone?: string | null;
  readonly source?: Source;
  readonly stage?: Stage;
  readonly assigned_agent?: string | null;
  readonly interested_properties?: readonly string[] | null;
  readonly budget?: Partial<Budget> | null;
  readonly timeline?: string | null;
  readonly notes?: string | null;
  readonly tags?: readonly string[] | null;
  readonly last_contacted?: string | null;
  readonly next_follow_up?: string | null;
}

/** Body of a new lead. */
export type NewLeadBody = Omit<LeadBody, 'stage'> & { readonly name: string; readonly email: string };

/** Country and time zone with which the values of a body are read. */
export type Origin = Pick<Caller, 'country' | 'timeZone'>;

const timestampFields = ['last_contacted', 'next_follow_up'] as const;

/** Returns the phone in its stored form, with the country whose rules apply to national numbers. */
export function readPhone(phone: string | null, { country }: Pick<Caller, 'country'>) {
  if (phone === null) return { phone, phone_country: null };
  return { phone: cleanPhone(phone), phone_country: country === '' ? null : country };
}

/**
 * Reads the timestamps and the phone of the body. A day becomes its start in the time zone. Null and undefined are not
 * changed.
 */
export function readFields<Body extends LeadBody>(body: Body, origin: Origin) {
  const { last_contacted: contacted, next_follow_up: followUp, phone, ...rest } = body;
  const parse = (text: string | null) => (text === null ? null : parseMoment(text, origin.timeZone));
  return {
    ...rest,
    ...(phone === undefined ? {} : readPhone(phone, origin)),
    ...(contacted === undefined ? {} : { last_contacted: parse(contacted) }),
    ...(followUp === undefined ? {} : { next_follow_up: parse(followUp) }),
  };
}

/** Returns the error for a phone that contains no digits. */
export function findPhoneFaults({ phone }: LeadBody): ProblemDetail[] {
  if (typeof phone !== 'string' || !isRoundedPhone(phone)) return [];
  const advice = 'format the column as text and enter the phones again';
  return [{ field: 'phone', message: `must have all digits, but a spreadsheet has rounded it: ${advice}` }];
}

/** Finds timestamps that the contract's format allows but `Date` doesn't, such as leap seconds. */
export function findTimestampFaults(body: LeadBody): ProblemDetail[] {
  return timestampFields
    .filter((field) => body[field] && Number.isNaN(Date.parse(body[field])))
    .map((field) => ({ field, message: 'must be a valid date-time' }));
}

/**
 * Returns the error for a budget whose minimum is above its maximum. `sent` may contain only one of the two bounds, and
 * the error names a bound that was sent.
 */
export function findBudgetFaults(
  budget: Partial<Budget> | null | undefined,
  sent: Partial<Budget> | null | undefined = budget,
): ProblemDetail[] {
  const { min, max } = budget ?? {};
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  return typeof sent?.min === 'number'
    ? [{ field: 'budget.min', message: 'must be at most budget.max' }]
    : [{ field: 'budget.max', message: `must be at least budget.min, which is ${min}` }];
}

/** Returns the bounds as money. A budget without a currency uses the workspace's currency. */
function toMoney(budget: Partial<Budget> | null | undefined, workspaceCurrency: string) {
  const { min, max, currency } = budget ?? {};
  return { currency: currency ?? workspaceCurrency, amounts: { 'budget.min': min, 'budget.max': max } };
}

/** Finds bounds of a budget with more decimal places than the currency has. */
export function findBudgetAmountFaults(
  budget: Partial<Budget> | null | undefined,
  { currency }: Pick<Caller, 'currency'>,
  known?: Budget | null,
): ProblemDetail[] {
  return findFineAmounts(toMoney(budget, currency), known ? toMoney(known, currency) : undefined);
}

/** References in a lead's body. */
export interface References {
  readonly assigned_agent?: string | null | undefined;
  readonly interested_properties?: readonly string[] | null | undefined;
}

export interface CheckedReferences {
  /** One error for each reference to a missing record. */
  readonly faults: readonly ProblemDetail[];
  /** Known prices of the referenced listings. */
  readonly prices: readonly ListingPrice[];
}

const unknownListing = 'must be the id of a property or unit of this workspace';

function findAgentFaults(status: string | undefined): ProblemDetail[] {
  const field = 'assigned_agent';
  if (status === undefined) return [{ field, message: 'must be the id of an agent of this workspace' }];
  return status === 'inactive' ? [{ field, message: 'must not be a deactivated agent' }] : [];
}

/** Checks the references of many bodies with one call to each peer. Returns one result for each body, in order. */
export async function checkReferences(
  { agents, listings }: Pick<Context, 'agents' | 'listings'>,
  caller: Caller,
  bodies: readonly References[],
): Promise<CheckedReferences[]> {
  const agentIds = bodies.flatMap(({ assigned_agent }) => assigned_agent ?? []);
  const listingIds = bodies.flatMap(({ interested_properties }) => interested_properties ?? []);
  const [foundAgents, foundListings] = await Promise.all([
    agents.find(caller, [...new Set(agentIds)]),
    listings.find(caller, [...new Set(listingIds)]),
  ]);
  const statuses = new Map(foundAgents.map(({ id, status }) => [id, status]));
  const known = new Map(foundListings.map((listing) => [listing.id, listing]));
  // A unit that is hidden from the caller is reported as missing. Its price still counts, so that the score doesn't
  // reveal whether the unit exists.
  const visibleIds = new Set(foundListings.filter(({ hidden }) => !hidden).map(({ id }) => id));
  return bodies.map(({ assigned_agent: agent, interested_properties }) => {
    const ids = interested_properties ?? [];
    const listingFaults = ids.flatMap((id, place) =>
      visibleIds.has(id) ? [] : [{ field: `interested_properties[${place}]`, message: unknownListing }],
    );
    return {
      faults: [...listingFaults, ...(agent ? findAgentFaults(statuses.get(agent)) : [])],
      prices: [...new Set(ids)]
        .flatMap((id) => known.get(id) ?? [])
        .flatMap((listing) => toListingPrice(listing) ?? []),
    };
  });
}

/** Returns the number of characters in a text as people count them, or the number of entries in a list. */
function getSize(value: string | readonly string[] | null | undefined): number {
  return typeof value === 'string' ? [...value].length : (value?.length ?? 0);
}

/**
 * Finds fields that exceed the maximum for new leads. A merge may have created longer values, which may be sent back
 * unchanged.
 */
function findSizeFaults(lead: Lead, { notes, tags, interested_properties: listings }: LeadBody): ProblemDetail[] {
  const sizes = [
    ['notes', getSize(notes), Math.max(10_000, getSize(lead.notes)), 'characters'],
    ['tags', getSize(tags), Math.max(50, lead.tags.length), 'entries'],
    ['interested_properties', getSize(listings), Math.max(100, lead.interested_properties.length), 'entries'],
  ] as const;
  return sizes
    .filter(([, size, limit]) => size > limit)
    .map(([field, , limit, unit]) => ({ field, message: `must have at most ${limit} ${unit}` }));
}

/**
 * Finds the errors in a change that the contract doesn't detect. `ofReferences` are the errors for all references in
 * the body. Accepts a reference that the lead already has, even if its record was deleted. A client can therefore PUT
 * the response of a GET.
 */
export function findUpdateFaults(
  lead: Lead,
  body: LeadBody,
  { caller, ofReferences }: { readonly caller: Caller; readonly ofReferences: readonly ProblemDetail[] },
): readonly ProblemDetail[] {
  const { assigned_agent, interested_properties, budget } = body;
  const known = new Set(lead.interested_properties);
  const dangling = ofReferences.filter(({ field }) => {
    if (field === 'assigned_agent') return assigned_agent !== lead.assigned_agent;
    const place = /^interested_properties\[(\d+)\]$/.exec(field)?.[1];
    return place === undefined || !known.has(interested_properties?.[Number(place)] ?? '');
  });
  const merged = merge({ budget: lead.budget }, { budget });
  return [
    ...findSizeFaults(lead, body),
    ...findPhoneFaults(body),
    ...findTimestampFaults(body),
    ...findBudgetFaults(merged.budget, budget),
    ...findBudgetAmountFaults(merged.budget, caller, lead.budget),
    ...dangling,
  ];
}

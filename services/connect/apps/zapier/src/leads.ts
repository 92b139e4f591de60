import type { Bundle, Create, Search, ZObject } from 'zapier-platform-core';
import { toUrl } from './api.js';
import { leadSample } from './samples.js';

interface Lead extends Record<string, unknown> {
  readonly id: string;
  readonly email?: string;
}

const isGiven = ([, value]: readonly [string, unknown]) => value !== undefined && value !== null && value !== '';

/** Creates a lead. A lead with the same email or phone is returned instead, so that a repeated Zap adds none. */
async function create(z: ZObject, bundle: Bundle) {
  const { tags, ...fields } = bundle.inputData;
  const body = {
    source: 'api',
    ...Object.fromEntries(Object.entries(fields).filter(isGiven)),
    ...(tags ? { tags } : {}),
  };
  const url = toUrl(bundle, '/leads');
  const { data } = await z.request<{ data: Lead }>({ url, method: 'POST', params: { on_duplicate: 'return' }, body });
  return data.data;
}

export const createLead: Create = {
  key: 'create_lead',
  noun: 'Lead',
  display: {
    label: 'Create Lead',
    description: 'Creates a lead, or returns the one that has the same email or phone.',
  },
  operation: {
    perform: create,
    inputFields: [
      { key: 'name', label: 'Name', type: 'string', required: true },
      { key: 'email', label: 'Email', type: 'string', required: true },
      { key: 'phone', label: 'Phone', type: 'string', helpText: 'With the country code, such as `+351 910 000 001`.' },
      {
        key: 'source',
        label: 'Source',
        type: 'string',
        choices: ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'],
      },
      { key: 'notes', label: 'Notes', type: 'text' },
      { key: 'tags', label: 'Tags', type: 'string', list: true },
    ],
    sample: leadSample,
  },
};

/** Finds the leads that have exactly this email. The API's search also matches parts of an email. */
async function findByEmail(z: ZObject, bundle: Bundle) {
  const email = String(bundle.inputData['email'] ?? '').trim();
  const params = { search: email, per_page: 20, sort: 'created_at', order: 'asc' };
  const { data } = await z.request<{ data: Lead[] }>({ url: toUrl(bundle, '/leads'), params });
  return data.data.filter((lead) => lead.email?.toLowerCase() === email.toLowerCase());
}

export const findLead: Search = {
  key: 'find_lead',
  noun: 'Lead',
  display: { label: 'Find Lead by Email', description: 'Finds the oldest lead that has this email.' },
  operation: {
    perform: findByEmail,
    inputFields: [{ key: 'email', label: 'Email', type: 'string', required: true }],
    sample: leadSample,
  },
};

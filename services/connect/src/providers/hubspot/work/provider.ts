import type { CrmProvider } from '../../../vendors/model/provider.js';
import { assertMode, assertScopes, neededScopes } from '../model/account.js';
import { dealFields } from '../model/deal-properties.js';
import { apiVersion, dialect } from '../model/dialect.js';
import { createFakeHubSpot } from '../model/fake-hubspot.js';
import { findMappingFaults, mapLead, mappingFields } from '../model/mapping.js';
import { previewValues } from '../model/preview.js';
import { putContact } from './put-contact.js';
import { putDeal } from './put-deal.js';
import { request } from './request.js';

/** Contacts and deals in HubSpot's CRM. */
export const hubspot: CrmProvider = {
  name: 'hubspot',
  category: 'crm',
  title: 'HubSpot',
  description: 'Your leads become contacts in HubSpot, and won leads become deals.',
  documentationUrl: 'https://developers.hubspot.com/docs/api-reference/crm-contacts-v3/guide',
  apiVersion,
  effects: [
    'Creates or updates a contact when a lead is created or changed.',
    'Creates a deal with amount, stage and owner when a lead is won.',
    'Reads nothing back: a change in HubSpot changes nothing here.',
  ],
  settings: [...mappingFields, ...dealFields],
  credentials: [
    {
      name: 'access_token',
      label: 'Access token',
      type: 'secret',
      required: true,
      help: `Token of a private app with these scopes: ${neededScopes.join(', ')}.`,
      maxLength: 300,
    },
  ],
  dialect,
  fake: createFakeHubSpot(),
  findFaults: ({ settings, credentials }) => {
    const { access_token: token } = credentials;
    const isWrong = token !== undefined && token !== '' && !token.startsWith('pat-');
    const message = 'must be the token of a private app, which begins with pat-';
    return [...findMappingFaults(settings), ...(isWrong ? [{ field: 'credentials.access_token', message }] : [])];
  },
  toHint: ({ access_token: token = '' }) => `pat-…${token.slice(-4)}`,
  check: async (send, { credentials }, connectionId, mode) => {
    const call = { send, credentials, subject: { type: 'connection' as const, id: connectionId } };
    const { access_token: tokenKey } = credentials;
    const token = await request(call, {
      purpose: 'check credentials',
      method: 'POST',
      path: '/oauth/v2/private-apps/get/access-token-info',
      body: { tokenKey },
    });
    assertScopes(token.body);
    const account = await request(call, { purpose: 'read account', method: 'GET', path: '/account-info/v3/details' });
    assertMode(account.body, mode);
    return {};
  },
  hooks: null,
  crm: {
    putContact,
    putDeal,
    preview: async (send, { settings, credentials }, lead) => {
      const call = { send, credentials, subject: { type: 'lead' as const, id: lead.id } };
      const values = mapLead(settings, lead);
      const { body } = await request(call, {
        purpose: 'read properties',
        method: 'POST',
        // A response with all properties would be too long.
        path: '/crm/v3/properties/contacts/batch/read',
        body: { archived: false, inputs: values.map(({ property }) => ({ name: property })) },
      });
      return previewValues(values, body);
    },
  },
};

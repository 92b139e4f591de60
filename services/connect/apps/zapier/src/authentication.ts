import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { toUrl } from './api.js';

/** Tests the key by listing webhooks. That needs the scope that all triggers need. */
async function test(z: ZObject, bundle: Bundle) {
  await z.request({ url: toUrl(bundle, '/webhooks'), params: { per_page: 1 } });
  return { host: new URL(toUrl(bundle, '/')).host };
}

/** Sign-in with an API key of a workspace. */
export const authentication: Authentication = {
  type: 'custom',
  connectionLabel: '{{host}}',
  test,
  fields: [
    {
      key: 'base_url',
      label: 'Address',
      type: 'string',
      required: true,
      placeholder: 'https://api.example.com',
      helpText: 'Address of the API of your Plotline. For test data, use the address of the sandbox.',
    },
    {
      key: 'api_key',
      label: 'API key',
      type: 'password',
      required: true,
      helpText:
        'Create it in Plotline under **Build → API keys**, with the scopes `webhooks`, `read:leads`, `write:leads` and `read:properties`.',
    },
  ],
};

import { type PostExample, testKeptAnswers } from '../support/kept-answers.js';
import type { StartedService } from '../support/started-service.js';
import { useFixture } from '../support/use-fixture.js';
import { startAuth } from './support/auth.js';
import { addMember, type Member } from './support/members.js';

/** Service with a signed-in owner who calls its endpoints. */
async function startWithOwner() {
  const auth = await startAuth();
  const owner = await addMember(auth, (await auth.workspace('Kept answers', 'enterprise')).id);
  const request: StartedService['request'] = async (method, path, { body, headers } = {}) => {
    const { status, headers: answered, data, body: envelope } = await owner.ask(method, path, body, headers);
    return { status, headers: answered, body: data, meta: envelope?.meta };
  };
  return { ...auth, request, owner };
}

describe('The response of auth to a POST with an Idempotency-Key', () => {
  const auth = useFixture(startWithOwner);

  const newKey = (mode: string) => ({ name: 'A key', mode, scopes: ['read:leads'] });
  const newApp = (name: string) => ({
    name,
    redirect_uris: ['https://app.example/callback'],
    scopes: ['read:leads'],
    confidential: true,
  });
  async function rotation(owner: Member, mode: string) {
    const { data } = await owner.ask('POST', '/auth/api-keys', newKey(mode));
    return { path: `/auth/api-keys/${data.id}/rotate`, body: { overlap_days: 0 } };
  }

  const examples: readonly PostExample[] = [
    { operation: 'createApiKey', prepare: async () => ({ path: '/auth/api-keys', body: newKey('live') }) },
    {
      operation: 'createApiKey',
      variant: 'of the sandbox',
      prepare: async () => ({ path: '/auth/api-keys', body: newKey('sandbox') }),
    },
    {
      operation: 'createSavedView',
      prepare: async () => ({ path: '/auth/saved-views', body: { name: 'Overdue', page: 'pipeline', query: '' } }),
    },
    { operation: 'rotateApiKey', prepare: () => rotation(auth().owner, 'live') },
    { operation: 'rotateApiKey', variant: 'of the sandbox', prepare: () => rotation(auth().owner, 'sandbox') },
    { operation: 'resetSandbox', prepare: async () => ({ path: '/auth/sandbox/reset' }) },
    { operation: 'createApp', prepare: async () => ({ path: '/auth/apps', body: newApp('A new app') }) },
    {
      operation: 'rotateAppSecret',
      prepare: async () => {
        const { data } = await auth().owner.ask('POST', '/auth/apps', newApp('An old app'));
        return { path: `/auth/apps/${data.id}/rotate-secret` };
      },
    },
  ];
  // Ignores emails, because the service sends them in the meantime.
  testKeptAnswers('auth', auth, examples, { written: ['mails'] });
});

import type { ConnectionProvider } from '@plotline/dashboard/features/connections/connection-queries';
import {
  findConnectionFaults,
  toConnectionBody,
  toConnectionValues,
} from '@plotline/dashboard/features/connections/connection-values';
import { groupProviders } from '@plotline/dashboard/features/integrations/gallery-categories';
import { expect } from 'chai';

const field = { required: true, help: '', max_length: 100 } as const;
const provider: ConnectionProvider = {
  name: 'stripe',
  category: 'payments',
  title: 'Stripe',
  description: '',
  documentation_url: 'https://docs.stripe.com',
  needs_connection: true,
  simulated: false,
  effects: [],
  settings: [{ ...field, name: 'return_url', label: 'Return address', type: 'url' }],
  credentials: [
    { ...field, name: 'api_key', label: 'API key', type: 'secret' },
    { ...field, name: 'secret', label: 'Signing secret', type: 'secret', required: false },
  ],
};

describe('the values of a connection', () => {
  it('are required for a new connection, but stored credentials need not be entered again', () => {
    const values = toConnectionValues(provider);
    expect(findConnectionFaults(provider, values, true)).to.deep.equal({
      'settings.return_url': 'Enter the return address.',
      'credentials.api_key': 'Enter the API key.',
    });
    expect(Object.keys(findConnectionFaults(provider, values, false))).to.deep.equal(['settings.return_url']);
  });

  it('remove a setting whose field was emptied, but keep a credential whose field was left empty', () => {
    const values = { name: 'Main', settings: { return_url: ' ' }, credentials: { api_key: '', secret: 'new' } };
    expect(toConnectionBody(values)).to.deep.equal({
      name: 'Main',
      settings: { return_url: null },
      credentials: { secret: 'new' },
    });
  });

  it('are grouped by category for the gallery', () => {
    expect(groupProviders([provider, provider]).map(({ title, providers }) => [title, providers.length])).to.deep.equal(
      [['Payments', 2]],
    );
  });
});

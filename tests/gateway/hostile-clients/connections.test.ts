import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useFixturePerTest } from '../../support/use-fixture.js';
import { startGatewayFixture } from '../support/gateway-fixture.js';
import { sendRequest } from '../support/http-client.js';
import { RawClient } from './raw-client.js';

const countOpen = (clients: readonly RawClient[]) => clients.filter(({ isClosed }) => !isClosed).length;

describe('gateway connections from one address', () => {
  const limited = useFixturePerTest(() => startGatewayFixture({}, { MAX_CONNECTIONS_PER_ADDRESS: '20' }));
  const behind = useFixturePerTest(() =>
    startGatewayFixture({}, { MAX_CONNECTIONS_PER_ADDRESS: '20', TRUSTED_PROXIES: 'loopback' }),
  );

  it('are limited across all ports, and can be opened again after others close', async () => {
    const { live, sandbox, auth, private: inner } = limited();
    const clients = Array.from({ length: 60 }, (_, index) => {
      return new RawClient([live, sandbox, auth][index % 3] ?? live);
    });
    await eventually(() => expect(countOpen(clients)).to.equal(20));
    const { text } = await sendRequest(`${inner}/metrics`);
    expect(text).to.match(/^plotline_refused_connections_total\{[^}]*\} 40$/m);
    for (const client of clients) client.close();
    await eventually(async () => expect((await sendRequest(`${live}/openapi.json`)).status).to.equal(200));
  });

  it('are not limited for a trusted proxy', async () => {
    const clients = Array.from({ length: 60 }, () => new RawClient(behind().live));
    expect((await sendRequest(`${behind().live}/openapi.json`)).status).to.equal(200);
    expect(countOpen(clients)).to.equal(60);
    for (const client of clients) client.close();
  });
});

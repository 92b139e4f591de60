import { createServer } from 'node:http';
import { createClientAddresses, findWideTrust } from '@plotline/gateway/limits/client-address';
import { expect } from 'chai';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { sendRequest } from '../support/http-client.js';

/** Returns the client address of a request over loopback with that header. */
async function readAddress(trustedProxies: string, forwardedFor: string): Promise<string> {
  const addresses = createClientAddresses(trustedProxies);
  const server = createServer((request, response) => response.end(addresses.read(request)));
  const url = `http://127.0.0.1:${await listenAnywhere(server)}`;
  try {
    return (await sendRequest(url, { headers: { 'x-forwarded-for': forwardedFor } })).text;
  } finally {
    server.close();
  }
}

describe('gateway createClientAddresses', () => {
  const cases: [trusted: string, forwardedFor: string, address: string][] = [
    ['', '203.0.113.7', '127.0.0.1'],
    ['0', '203.0.113.7', '127.0.0.1'],
    ['1', '203.0.113.7', '203.0.113.7'],
    ['1', '198.51.100.1, 10.0.0.9', '10.0.0.9'],
    ['2', '198.51.100.1, 203.0.113.7, 10.0.0.9', '203.0.113.7'],
    ['2', '203.0.113.7', '203.0.113.7'],
    ['loopback', '198.51.100.1, 10.0.0.9', '10.0.0.9'],
    ['loopback, 10.0.0.9', '198.51.100.1, 10.0.0.9', '198.51.100.1'],
  ];
  for (const [trusted, forwardedFor, address] of cases) {
    it(`uses ${address} from "${forwardedFor}" when it trusts "${trusted}"`, async () => {
      expect(await readAddress(trusted, forwardedFor)).to.equal(address);
    });
  }

  it('reports ranges that let clients choose their address', () => {
    expect(findWideTrust('uniquelocal')).to.deep.equal(['uniquelocal']);
    expect(findWideTrust('loopback, 10.0.0.0/8')).to.deep.equal(['10.0.0.0/8']);
    for (const sound of ['', '1', 'loopback', '10.1.2.0/24,192.0.2.7']) expect(findWideTrust(sound)).to.deep.equal([]);
  });
});

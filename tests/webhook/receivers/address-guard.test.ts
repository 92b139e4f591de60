import { Resolver } from 'node:dns/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AddressRefused, HostUnknown, resolveHost } from '@plotline/kit/network/address-guard';
import { parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { parsePortRanges } from '@plotline/kit/network/port-ranges';
import { expect } from 'chai';
import { startNameServer } from '../../support/replicas/name-server.js';
import { rejectionOf } from '../support/rejection-of.js';
import { createGuard } from '../support/sending.js';

const publicAddress = { address: '93.184.216.34', family: 4 };
const privateAddress = { address: '10.1.2.3', family: 4 };

describe('createAddressGuard', () => {
  it('resolves a name that has only public addresses', async () => {
    const guard = createGuard({}, async () => [publicAddress]);
    expect(await guard.resolve(new URL('http://example.com'))).to.deep.equal([publicAddress]);
  });

  it('refuses a name with one private address among public ones', async () => {
    const guard = createGuard({}, async () => [publicAddress, privateAddress]);
    expect(await rejectionOf(guard.resolve(new URL('http://example.com')))).to.be.instanceOf(AddressRefused);
  });

  for (const literal of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '169.254.169.254', '168.63.129.16']) {
    it(`refuses the literal ${literal} without a DNS query`, async () => {
      const guard = createGuard({}, () => Promise.reject(new Error('asked')));
      expect(await rejectionOf(guard.resolve(new URL(`http://${literal}`)))).to.be.instanceOf(AddressRefused);
    });
  }

  it('resolves private addresses if they are allowed', async () => {
    const guard = createGuard({ allowPrivate: true }, async () => [privateAddress]);
    expect(await guard.resolve(new URL('http://internal.example'))).to.deep.equal([privateAddress]);
    expect(await guard.resolve(new URL('http://127.0.0.1'))).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
  });

  it('rejects an unknown name with HostUnknown', async () => {
    const guard = createGuard({}, () => Promise.reject(new Error('ENOTFOUND')));
    expect(await rejectionOf(guard.resolve(new URL('http://nowhere.example')))).to.be.instanceOf(HostUnknown);
  });

  for (const port of [1, 22, 25, 444, 1023]) {
    it(`refuses port ${port} without a DNS query`, async () => {
      const guard = createGuard({}, () => Promise.reject(new Error('asked')));
      const error = await rejectionOf(guard.resolve(new URL(`http://example.com:${port}/`)));
      expect(error).to.be.instanceOf(AddressRefused);
      expect(error).to.have.property('message', 'The port is not one of 443, 80, 1024-65535.');
    });
  }

  for (const url of [
    'https://example.com/',
    'http://example.com/',
    'https://example.com:8443/',
    'http://example.com:1024/',
  ]) {
    it(`allows the port of ${url}`, async () => {
      expect(await createGuard({}, async () => [publicAddress]).resolve(new URL(url))).to.deep.equal([publicAddress]);
    });
  }

  it("refuses the operator's own ranges, even if private addresses are allowed", async () => {
    const denied = parseAddressRanges('93.184.216.0/24, 2606:4700::/32');
    const guard = createGuard({ denied, allowPrivate: true }, async () => [publicAddress]);
    const urls = [
      'http://name.example',
      'http://93.184.216.1',
      'http://[2606:4700::1]',
      'http://[::ffff:93.184.216.9]',
    ];
    for (const url of [...urls, 'http://[64:ff9b::93.184.216.9]']) {
      expect(await rejectionOf(guard.resolve(new URL(url))), url).to.be.instanceOf(AddressRefused);
    }
    expect(await guard.resolve(new URL('http://93.184.217.1'))).to.have.length(1);
  });

  it('leaves name resolution to a proxy, and checks literals and ports itself', async () => {
    const guard = createGuard({ isProxied: true }, () => Promise.reject(new Error('asked')));
    expect(await guard.resolve(new URL('https://internal.example/'))).to.deep.equal([]);
    for (const url of ['http://10.0.0.1/', 'http://internal.example:22/']) {
      expect(await rejectionOf(guard.resolve(new URL(url))), url).to.be.instanceOf(AddressRefused);
    }
  });
});

describe('the addresses of a host name', () => {
  const ipv4 = { address: '93.184.216.34', family: 4 };
  const ipv6 = { address: '2606:4700::1', family: 6 };
  const none = () => Promise.reject(new Error('ENODATA'));

  it('are the IPv4 addresses when the name server does not answer IPv6 queries', async () => {
    const nameServer = await startNameServer({ isSilentFor: 'AAAA' });
    nameServer.set('receiver.example', [ipv4.address]);
    // Longer than a test's timeout.
    const resolver = new Resolver({ timeout: 600_000, tries: 1 });
    resolver.setServers([nameServer.address]);
    try {
      expect(await resolveHost('receiver.example', resolver)).to.deep.equal([ipv4]);
    } finally {
      resolver.cancel();
      await nameServer.stop();
    }
  });

  it('include both families if both have addresses, in any order of responses', async () => {
    const resolver = { resolve4: async () => sleep(5, [ipv4.address]), resolve6: async () => [ipv6.address] };
    expect(await resolveHost('receiver.example', resolver)).to.deep.equal([ipv4, ipv6]);
  });

  it('are the addresses of the other family if the first response has none', async () => {
    const resolver = { resolve4: none, resolve6: () => sleep(600, [ipv6.address]) };
    expect(await resolveHost('receiver.example', resolver)).to.deep.equal([ipv6]);
  });

  it('are empty if neither family has addresses', async () => {
    expect(await rejectionOf(resolveHost('receiver.example', { resolve4: none, resolve6: none }))).to.be.an('error');
  });
});

describe('parseAddressRanges', () => {
  for (const text of [
    'somewhere',
    '10.0.0.0/33',
    '10.0.0.0/8/9',
    '2001:db8::/129',
    '10.0.0/8',
    '10.0.0.0/',
    '10.0.0.0/-1',
  ]) {
    it(`refuses ${text}`, () => {
      expect(() => parseAddressRanges(text)).to.throw('must be an address or a range');
    });
  }
});

describe('parsePortRanges', () => {
  for (const text of ['', '0', '65536', '443,', '9-1', 'https', '1-2-3']) {
    it(`refuses ${text || '(empty)'}`, () => {
      expect(() => parsePortRanges(text)).to.throw('must be a port or a range');
    });
  }
});

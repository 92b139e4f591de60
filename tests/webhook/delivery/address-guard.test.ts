import { AddressRefused, HostUnknown } from '@plotline/webhook/delivery/address-guard';
import { parseAddressRanges } from '@plotline/webhook/delivery/address-ranges';
import { parsePortRanges } from '@plotline/webhook/delivery/port-ranges';
import { expect } from 'chai';
import { rejectionOf } from '../support/rejection-of.js';
import { createGuard } from '../support/sending.js';

const publicAddress = { address: '93.184.216.34', family: 4 };
const privateAddress = { address: '10.1.2.3', family: 4 };

describe('createAddressGuard', () => {
  it('resolves a name that has public addresses alone', async () => {
    const guard = createGuard({}, async () => [publicAddress]);
    expect(await guard.resolve(new URL('http://example.com'))).to.deep.equal([publicAddress]);
  });

  it('refuses a name with one private address among public ones', async () => {
    const guard = createGuard({}, async () => [publicAddress, privateAddress]);
    expect(await rejectionOf(guard.resolve(new URL('http://example.com')))).to.be.instanceOf(AddressRefused);
  });

  for (const literal of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '169.254.169.254', '168.63.129.16']) {
    it(`refuses the literal ${literal} without asking a name server`, async () => {
      const guard = createGuard({}, () => Promise.reject(new Error('asked')));
      expect(await rejectionOf(guard.resolve(new URL(`http://${literal}`)))).to.be.instanceOf(AddressRefused);
    });
  }

  it('resolves private addresses where they are allowed', async () => {
    const guard = createGuard({ allowPrivate: true }, async () => [privateAddress]);
    expect(await guard.resolve(new URL('http://internal.example'))).to.deep.equal([privateAddress]);
    expect(await guard.resolve(new URL('http://127.0.0.1'))).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
  });

  it('rejects an unknown name with HostUnknown', async () => {
    const guard = createGuard({}, () => Promise.reject(new Error('ENOTFOUND')));
    expect(await rejectionOf(guard.resolve(new URL('http://nowhere.example')))).to.be.instanceOf(HostUnknown);
  });

  for (const port of [1, 22, 25, 444, 1023]) {
    it(`refuses port ${port} without asking a name server`, async () => {
      const guard = createGuard({}, () => Promise.reject(new Error('asked')));
      const error = await rejectionOf(guard.resolve(new URL(`http://example.com:${port}/`)));
      expect(error).to.be.instanceOf(AddressRefused);
      expect(error).to.have.property('message', 'The port is none of 443, 80, 1024-65535.');
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

  it("refuses the operator's own ranges, also where private addresses are allowed", async () => {
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

  it('leaves names to a proxy, and judges literals and ports itself', async () => {
    const guard = createGuard({ isProxied: true }, () => Promise.reject(new Error('asked')));
    expect(await guard.resolve(new URL('https://internal.example/'))).to.deep.equal([]);
    for (const url of ['http://10.0.0.1/', 'http://internal.example:22/']) {
      expect(await rejectionOf(guard.resolve(new URL(url))), url).to.be.instanceOf(AddressRefused);
    }
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

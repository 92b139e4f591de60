import type { LookupAddress } from 'node:dns';
import { AddressRefused, createAddressGuard, HostUnknown } from '@plotline/webhook/delivery/address-guard';
import { expect } from 'chai';
import { rejectionOf } from '../support/rejection-of.js';

const publicAddress = { address: '93.184.216.34', family: 4 };
const privateAddress = { address: '10.1.2.3', family: 4 };

describe('createAddressGuard', () => {
  it('resolves a name that has public addresses alone', async () => {
    const guard = createAddressGuard(false, async () => [publicAddress]);
    expect(await guard.resolve('example.com')).to.deep.equal([publicAddress]);
  });

  it('refuses a name with one private address among public ones', async () => {
    const guard = createAddressGuard(false, async () => [publicAddress, privateAddress]);
    expect(await rejectionOf(guard.resolve('example.com'))).to.be.instanceOf(AddressRefused);
  });

  for (const literal of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '::1', '169.254.169.254']) {
    it(`refuses the literal ${literal} without asking a name server`, async () => {
      const guard = createAddressGuard(false, () => Promise.reject(new Error('asked')));
      expect(await rejectionOf(guard.resolve(literal))).to.be.instanceOf(AddressRefused);
    });
  }

  it('resolves private addresses where they are allowed', async () => {
    const guard = createAddressGuard(true, async () => [privateAddress]);
    expect(await guard.resolve('internal.example')).to.deep.equal([privateAddress]);
    expect(await guard.resolve('127.0.0.1')).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
  });

  it('rejects an unknown name with HostUnknown', async () => {
    const guard = createAddressGuard(false, () => Promise.reject(new Error('ENOTFOUND')));
    expect(await rejectionOf(guard.resolve('nowhere.example'))).to.be.instanceOf(HostUnknown);
  });

  it('gives a socket the checked addresses, and an error once the name was rebound', async () => {
    const answers = [[publicAddress], [privateAddress]];
    const guard = createAddressGuard(false, async () => answers.shift() ?? []);
    const look = () =>
      new Promise<string | LookupAddress[]>((resolve, reject) => {
        guard.lookup('example.com', { all: true }, (error, found) => (error ? reject(error) : resolve(found)));
      });
    expect(await look()).to.deep.equal([publicAddress]);
    expect(await rejectionOf(look())).to.be.instanceOf(AddressRefused);
  });
});

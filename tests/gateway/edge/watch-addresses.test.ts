import { watchAddresses } from '@plotline/gateway/edge/watch-addresses';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { lookUpAt } from '../../support/replicas/look-up.mjs';
import { type NameServer, startNameServer } from '../../support/replicas/name-server.js';

const name = 'service.test';

describe('watchAddresses', () => {
  let names: NameServer;
  let restore: () => void;
  let told: (readonly string[])[];
  let stop: () => void;

  beforeEach(async () => {
    names = await startNameServer();
    restore = lookUpAt(names.address);
    told = [];
    stop = () => undefined;
  });
  afterEach(async () => {
    stop();
    restore();
    await names.stop();
  });

  const watch = (hostname: string) => {
    stop = watchAddresses(hostname, (addresses) => void told.push(addresses), 5);
  };

  it('reports all addresses of a name once, in any order, and again when they change', async () => {
    names.set(name, ['127.0.0.2', '127.0.0.3']);
    watch(name);
    await eventually(() => expect(told).to.deep.equal([['127.0.0.2', '127.0.0.3']]));
    const asked = names.questionCount;
    names.set(name, ['127.0.0.3', '127.0.0.2']);
    await eventually(() => expect(names.questionCount).to.be.greaterThan(asked + 2));
    names.set(name, ['127.0.0.3', '127.0.0.4']);
    await eventually(() => expect(told.at(-1)).to.deep.equal(['127.0.0.3', '127.0.0.4']));
    expect(told).to.have.length(2);
  });

  it('reports no change while the name is not found', async () => {
    names.set(name, ['127.0.0.2']);
    watch(name);
    await eventually(() => expect(told).to.have.length(1));
    names.set(name, []);
    const asked = names.questionCount;
    await eventually(() => expect(names.questionCount).to.be.greaterThan(asked + 2));
    names.set(name, ['127.0.0.3']);
    await eventually(() => expect(told.at(-1)).to.deep.equal(['127.0.0.3']));
    expect(told).to.have.length(2);
  });

  it('reports an IP address unchanged, without a look-up', () => {
    for (const host of ['127.0.0.1', '[::1]']) watch(host);
    expect(told).to.deep.equal([['127.0.0.1'], ['::1']]);
    expect(names.questionCount).to.equal(0);
  });
});

import { expect } from 'chai';
import nock from 'nock';

// Importing nock affects the requests of the whole process, including other tests.
nock.restore();

/**
 * Lets nock answer all requests of the tests in the calling suite, but of no other tests. Each expected request must be
 * sent.
 */
export function useNock(): void {
  before(() => {
    nock.activate();
    nock.disableNetConnect();
  });
  afterEach(() => {
    const pending = nock.pendingMocks();
    nock.cleanAll();
    expect(pending).to.deep.equal([]);
  });
  after(() => {
    nock.enableNetConnect();
    nock.restore();
  });
}

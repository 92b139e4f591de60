import { expect } from 'chai';
import nock from 'nock';

// Importing nock changes the requests of the whole process, including those of other tests.
nock.restore();

/** Lets nock answer all requests of the tests around the call, and of no others. Each expected request must be sent. */
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

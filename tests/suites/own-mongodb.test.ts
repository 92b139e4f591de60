import { expect } from 'chai';
import { newDatabaseName } from '../support/test-runtime.js';
import { isTestDatabase, requireMongoUrl } from './own-mongodb.js';

describe('your own MongoDB for tests', () => {
  it('is the server in MONGO_URL, which is required', () => {
    expect(requireMongoUrl({ MONGO_URL: 'mongodb://db' })).to.equal('mongodb://db');
    for (const MONGO_URL of [undefined, ''])
      expect(() => requireMongoUrl({ MONGO_URL })).to.throw('tests/mongodb/compose.yml');
  });

  it('loses only test databases', () => {
    for (const mode of ['live', 'sandbox']) expect(isTestDatabase(`${newDatabaseName('auth')}_${mode}`)).to.equal(true);
    for (const name of ['admin', 'plotline_auth_live', 'test_live', 'test_auth', 'my_test_auth_0123456789ab_live']) {
      expect(isTestDatabase(name), name).to.equal(false);
    }
  });
});

import { toUnitEnvironment } from '@plotline/single/unit-environment';
import { expect } from 'chai';

describe('the environment of a unit in the shared process', () => {
  const environment = {
    LOG_LEVEL: 'info',
    HTTP_PORT: '1',
    TEAM__HTTP_PORT: '4104',
    AUTH__HTTP_PORT: '4101',
    AUTH__AUTH_SEAL_SECRET_FILE: '/run/secrets/auth_seal_secret',
    AUTH_GRPC: '127.0.0.1:4201',
  };

  it("has the shared variables, which the unit's own variables override", () => {
    expect(toUnitEnvironment(environment, 'team')).to.deep.equal({
      LOG_LEVEL: 'info',
      HTTP_PORT: '4104',
      AUTH_GRPC: '127.0.0.1:4201',
    });
  });

  it('has no variable of another unit', () => {
    expect(toUnitEnvironment(environment, 'auth')).to.include({
      AUTH_SEAL_SECRET_FILE: '/run/secrets/auth_seal_secret',
    });
    expect(toUnitEnvironment(environment, 'webhook')).to.not.have.any.keys('AUTH_SEAL_SECRET_FILE', 'TEAM__HTTP_PORT');
  });
});

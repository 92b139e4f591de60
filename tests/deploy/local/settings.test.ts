import { readSettings } from '@plotline/local/settings';
import { expect } from 'chai';

describe('the settings of the local launcher', () => {
  it('are the documented ports when the environment says nothing', () => {
    const settings = readSettings({});
    expect([settings.api, settings.sandbox, settings.auth, settings.private]).to.deep.equal([8080, 8081, 8082, 8090]);
    expect(settings.services.auth).to.deep.equal({ http: 4101, grpc: 5101 });
    expect(settings.services.webhook).to.deep.equal({ http: 4105, grpc: 5105 });
    expect([settings.mongo, settings.rabbitmq, settings.redis]).to.deep.equal([28010, 28020, 28030]);
  });

  it('take each port from its variable', () => {
    const settings = readSettings({
      PLOTLINE_API_PORT: '9000',
      PLOTLINE_TEAM_GRPC_PORT: '9001',
      PLOTLINE_REDIS_PORT: ' 9002 ',
    });
    expect([settings.api, settings.services.team.grpc, settings.redis]).to.deep.equal([9000, 9001, 9002]);
  });

  for (const value of ['0', '65536', '-1', '80a', '1e3', '80.5']) {
    it(`refuse the port "${value}" and name its variable`, () => {
      expect(() => readSettings({ PLOTLINE_WEBHOOK_HTTP_PORT: value })).to.throw('PLOTLINE_WEBHOOK_HTTP_PORT');
    });
  }
});

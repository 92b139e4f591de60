import { listRequiredPorts, readPorts } from '@plotline/local/supervise/ports';
import { expect } from 'chai';

describe('the ports of the local launcher', () => {
  it('are the documented ones when the environment sets none', () => {
    const ports = readPorts({});
    const { api, sandbox, auth, simulator } = ports;
    expect([api, sandbox, auth, ports.private, simulator]).to.deep.equal([8080, 8081, 8082, 8090, 8083]);
    expect(ports.services.auth).to.deep.equal({ http: 4101, grpc: 4201 });
    expect(ports.services.webhook).to.deep.equal({ http: 4105, grpc: 4205 });
    expect(ports.services.transfer).to.deep.equal({ http: 4106, grpc: 4206 });
    expect([ports.mongo, ports.rabbitmq, ports.redis]).to.deep.equal([28010, 28020, 28030]);
  });

  it('take each port from its variable', () => {
    const ports = readPorts({
      PLOTLINE_API_PORT: '9000',
      PLOTLINE_TEAM_GRPC_PORT: '9001',
      PLOTLINE_REDIS_PORT: ' 9002 ',
    });
    expect([ports.api, ports.services.team.grpc, ports.redis]).to.deep.equal([9000, 9001, 9002]);
  });

  it('are all moved by PLOTLINE_PORT_OFFSET, except those with their own variable', () => {
    const moved = listRequiredPorts(readPorts({ PLOTLINE_PORT_OFFSET: '1000' }), {}).map(({ port }) => port);
    expect(moved).to.deep.equal(listRequiredPorts(readPorts({}), {}).map(({ port }) => port + 1000));
    const ports = readPorts({ PLOTLINE_PORT_OFFSET: '1000', PLOTLINE_API_PORT: '80' });
    expect([ports.api, ports.sandbox, ports.redis]).to.deep.equal([80, 9081, 29_030]);
  });

  it('are unique for each copy that is offset by a multiple of 1000', () => {
    const ports = [0, 1_000, 2_000, 3_000].flatMap((offset) =>
      listRequiredPorts(readPorts({ PLOTLINE_PORT_OFFSET: String(offset) }), {}).map(({ port }) => port),
    );
    expect(new Set(ports).size).to.equal(ports.length);
  });

  for (const value of ['-1', '37001', '1e3', 'some']) {
    it(`can't use the offset "${value}"; the error names its variable`, () => {
      expect(() => readPorts({ PLOTLINE_PORT_OFFSET: value })).to.throw('PLOTLINE_PORT_OFFSET');
    });
  }

  for (const value of ['0', '65536', '-1', '80a', '1e3', '80.5']) {
    it(`can't use the port "${value}"; the error names its variable`, () => {
      expect(() => readPorts({ PLOTLINE_WEBHOOK_HTTP_PORT: value })).to.throw('PLOTLINE_WEBHOOK_HTTP_PORT');
    });
  }
});

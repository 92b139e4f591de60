import { toConsecutivePorts } from '@plotline/local/supervise/free-ports';
import { createGatewayEnvironment, createServiceEnvironment } from '@plotline/local/supervise/program-environment';
import { expect } from 'chai';
import { privateKeyOf } from '../../../support/caller-keys.js';

const callerKeys = {
  gateway: privateKeyOf('gateway'),
  auth: privateKeyOf('auth'),
  inventory: privateKeyOf('inventory'),
  pipeline: privateKeyOf('pipeline'),
  team: privateKeyOf('team'),
  webhook: privateKeyOf('webhook'),
  transfer: privateKeyOf('transfer'),
  connect: privateKeyOf('connect'),
  operator: privateKeyOf('operator'),
};

describe('the environment of the programs', () => {
  const input = {
    inherited: {
      PATH: '/bin',
      npm_config_x: '1',
      NODE_OPTIONS: '--inspect',
      PLOTLINE_API_PORT: '1',
      MONGO_URL: 'mongodb://other',
      WEBHOOK_SEAL_SECRET: 'inherited',
      KEY_HASH_SECRET_PREVIOUS: 'inherited',
    },
    ports: toConsecutivePorts(20_000),
    stores: { mongoUrl: 'mongodb://db', getAmqpUrl: (user: string) => `amqp://${user}@mq`, redisUrl: 'redis://cache' },
    secrets: {
      callerKeys,
      answerSeal: { current: 'answers', previous: 'former' },
      webhookSeal: { current: 'webhooks', previous: 'former' },
      keyHash: { current: 'hash', previous: '' },
      authSeal: { current: 'auth', previous: '' },
      transferLink: { current: 'links', previous: '' },
      connectSeal: { current: 'credentials', previous: '' },
    },
    mailDirectory: '/data/mail',
    filesDirectory: '/data/files',
  };
  const ports = { HTTP_PORT: 20_006, GRPC_PORT: 20_011 };

  it('gives a service its ports, its database, the broker and its peers', () => {
    const environment = createServiceEnvironment(input, 'pipeline', ports);
    const { CALLER_PUBLIC_KEYS: publicKeys = '' } = environment;
    expect(Object.keys(JSON.parse(publicKeys))).to.have.members(Object.keys(callerKeys));
    expect(environment).to.deep.equal({
      PATH: '/bin',
      NODE_ENV: 'production',
      LOG_LEVEL: 'info',
      AMQP_URL: 'amqp://pipeline@mq',
      CALLER_KEY: callerKeys.pipeline,
      CALLER_PUBLIC_KEYS: publicKeys,
      ANSWER_SEAL_SECRET: 'answers',
      ANSWER_SEAL_SECRET_PREVIOUS: 'former',
      LISTEN_HOST: '127.0.0.1',
      HTTP_PORT: '20006',
      GRPC_PORT: '20011',
      MONGO_URL: 'mongodb://db',
      MONGO_DATABASE: 'plotline_pipeline',
      AUTH_GRPC: '127.0.0.1:20012',
      INVENTORY_GRPC: '127.0.0.1:20013',
      PIPELINE_GRPC: '127.0.0.1:20014',
      TEAM_GRPC: '127.0.0.1:20015',
      WEBHOOK_GRPC: '127.0.0.1:20016',
      TRANSFER_GRPC: '127.0.0.1:20017',
      CONNECT_GRPC: '127.0.0.1:20018',
    });
  });

  it('gives transfer its file folder and the address for downloads', () => {
    const expected = {
      FILES_DIRECTORY: '/data/files',
      API_BASE_URL: 'http://localhost:20000',
      AUTH_BASE_URL: 'http://localhost:20002',
    };
    expect(createServiceEnvironment(input, 'transfer', ports)).to.include(expected);
  });

  it('lets only connect simulate vendors, and no service in production', () => {
    const create = (inherited: NodeJS.ProcessEnv) =>
      createServiceEnvironment({ ...input, inherited }, 'connect', ports);
    expect(create({})).to.include({
      CONNECT_FAKE_VENDORS: 'true',
      CONNECT_SIMULATOR_URL: 'http://localhost:20011',
      NODE_ENV: 'development',
    });
    expect(create({ NODE_ENV: 'production' })).to.include({ CONNECT_FAKE_VENDORS: 'false', NODE_ENV: 'production' });
    expect(create({ CONNECT_FAKE_VENDORS: 'false' })).to.include({ NODE_ENV: 'production' });
    expect(createServiceEnvironment(input, 'team', ports)).to.not.have.any.keys('CONNECT_FAKE_VENDORS');
  });

  it('lets auth store emails in a folder, or gives auth alone the mail server if one is set', () => {
    const auth = createServiceEnvironment(input, 'auth', ports);
    expect(auth).to.include({ MAIL_DIRECTORY: '/data/mail', SIGN_UP: 'on' });
    expect(auth).to.not.have.property('SMTP_URL');
    const withServer = { ...input, inherited: { SMTP_URL: 'smtps://user:password@mail', SIGN_UP: 'off' } };
    const set = createServiceEnvironment(withServer, 'auth', ports);
    expect(set).to.include({ SMTP_URL: 'smtps://user:password@mail', SIGN_UP: 'off' });
    expect(set).to.not.have.property('MAIL_DIRECTORY');
    expect(createServiceEnvironment(withServer, 'team', ports)).to.not.have.property('SMTP_URL');
  });

  it('gives each secret only to its users, and only webhook access to private addresses', () => {
    const secretsOf = (environment: NodeJS.ProcessEnv) =>
      Object.keys(environment).filter((name) => /SECRET|CALLER_KEY/.test(name));
    const common = ['CALLER_KEY', 'ANSWER_SEAL_SECRET', 'ANSWER_SEAL_SECRET_PREVIOUS'];
    const auth = createServiceEnvironment(input, 'auth', ports);
    const webhook = createServiceEnvironment(input, 'webhook', ports);
    const transfer = createServiceEnvironment(input, 'transfer', ports);
    const connect = createServiceEnvironment(input, 'connect', ports);
    const team = createServiceEnvironment(input, 'team', ports);
    expect(secretsOf(auth)).to.have.members([...common, 'KEY_HASH_SECRET', 'AUTH_SEAL_SECRET']);
    expect(secretsOf(webhook)).to.have.members([...common, 'WEBHOOK_SEAL_SECRET', 'WEBHOOK_SEAL_SECRET_PREVIOUS']);
    expect(secretsOf(transfer)).to.have.members([...common, 'TRANSFER_LINK_SECRET']);
    expect(secretsOf(connect)).to.have.members([...common, 'CONNECT_SEAL_SECRET']);
    expect(secretsOf(team)).to.have.members(common);
    expect(secretsOf(createGatewayEnvironment(input))).to.have.members(['CALLER_KEY']);
    expect(webhook).to.include({ WEBHOOK_ALLOW_PRIVATE: 'true' });
    expect(team).to.not.have.any.keys('WEBHOOK_ALLOW_PRIVATE');
    expect(team).to.include({ CALLER_KEY: callerKeys.team });
    const gateway = createGatewayEnvironment(input);
    expect(gateway).to.include({ CALLER_KEY: callerKeys.gateway }).and.not.have.any.keys('MONGO_URL');
  });

  it('gives auth and gateway the public addresses', () => {
    const publicUrls = {
      AUTH_BASE_URL: 'http://localhost:20002',
      API_BASE_URL: 'http://localhost:20000',
      SANDBOX_BASE_URL: 'http://localhost:20001',
    };
    expect(createServiceEnvironment(input, 'auth', ports)).to.include(publicUrls);
    expect(createGatewayEnvironment(input)).to.include(publicUrls);
  });

  it('gives the gateway its listeners and the addresses behind it', () => {
    expect(createGatewayEnvironment(input)).to.include({
      API_PORT: '20000',
      SANDBOX_PORT: '20001',
      AUTH_PORT: '20002',
      PRIVATE_PORT: '20003',
      AUTH_URL: 'http://127.0.0.1:20004',
      WEBHOOK_URL: 'http://127.0.0.1:20008',
      TRANSFER_URL: 'http://127.0.0.1:20009',
      AUTH_GRPC: '127.0.0.1:20012',
      AMQP_URL: 'amqp://gateway@mq',
      REDIS_URL: 'redis://cache',
    });
  });

  it('has the addresses of all processes of a peer, and gives each gateway its own ports', () => {
    const replicas = [toConsecutivePorts(21_000)];
    const both = 'ipv4:127.0.0.1:20013,127.0.0.1:21013';
    expect(createServiceEnvironment({ ...input, replicas }, 'pipeline', ports)).to.include({ INVENTORY_GRPC: both });
    const serviceUrls = toServiceUrls('http://127.0.0.1:9');
    expect(createGatewayEnvironment({ ...input, replicas, serviceUrls }, replicas[0])).to.include({
      API_PORT: '21000',
      TEAM_URL: 'http://127.0.0.1:9',
      AUTH_GRPC: 'ipv4:127.0.0.1:20012,127.0.0.1:21012',
    });
  });
});

function toServiceUrls(url: string) {
  return { auth: url, inventory: url, pipeline: url, team: url, webhook: url, transfer: url, connect: url };
}

import { createMissingServersError, MISSING_RABBITMQ, MISSING_REDIS } from '@plotline/local/stores/find-server';
import { findMissing } from '@plotline/local/stores/start-stores';
import { expect } from 'chai';

describe('the check for missing servers', () => {
  it('accepts a server whose URL is in the environment', () => {
    expect(findMissing({ PATH: '', AMQP_URL: 'amqp://mq', REDIS_URL: 'redis://cache' })).to.deep.equal([]);
  });

  it('reports a server that is neither configured nor on the PATH', () => {
    expect(findMissing({ PATH: '/nowhere', AMQP_URL: 'amqp://mq' })).to.deep.equal([MISSING_REDIS]);
  });

  it('reports all missing servers together, with the docker compose line and the variables', () => {
    const { message } = createMissingServersError([MISSING_REDIS, MISSING_RABBITMQ], '');
    expect(message).to.include('redis-server and rabbitmq-server');
    expect(message).to.include('docker compose up -d mongo rabbitmq redis');
    expect(message).to.include('REDIS_URL=').and.contain('AMQP_URL=');
  });
});

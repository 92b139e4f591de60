import { Parts } from '@plotline/local/supervise/parts';
import { expect } from 'chai';

describe('the parts of a system', () => {
  function partsThatNoteTheirStop(names: readonly string[], failing?: string) {
    const parts = new Parts();
    const stopped: string[] = [];
    for (const name of names) {
      const stop = async (): Promise<void> => {
        await new Promise((resolve) => setImmediate(resolve));
        stopped.push(name);
        if (name === failing) throw new Error(`${name} does not stop`);
      };
      parts.add({ name, url: '', origin: 'the environment', processIds: () => [], stop });
    }
    return { parts, stopped };
  }

  it('are stopped gateway first, then every instance of the services, then the stores', async () => {
    const { parts, stopped } = partsThatNoteTheirStop([
      'mongo',
      'rabbitmq',
      'redis',
      'auth',
      'pipeline',
      'gateway',
      'pipeline-2',
    ]);
    await parts.stop();
    expect(stopped[0]).to.equal('gateway');
    expect(stopped.slice(1, 4)).to.have.members(['auth', 'pipeline', 'pipeline-2']);
    expect(stopped.slice(4)).to.have.members(['mongo', 'rabbitmq', 'redis']);
  });

  it('are all stopped when one of the stores fails to', async () => {
    const { parts, stopped } = partsThatNoteTheirStop(['mongo', 'rabbitmq', 'redis'], 'mongo');
    expect(await parts.stop().then(() => '', String)).to.contain('not every part');
    expect(stopped).to.have.members(['mongo', 'rabbitmq', 'redis']);
  });

  it('say which there are when one is asked for that is not there, or that cannot be taken down', () => {
    const { parts } = partsThatNoteTheirStop(['mongo']);
    expect(() => parts.get('mango')).to.throw('mongo');
    expect(() => parts.supervised('mongo')).to.throw('the environment');
  });

  it('number further instances of a service', () => {
    const { parts } = partsThatNoteTheirStop(['pipeline', 'pipeline-2']);
    expect(parts.nextInstanceName('pipeline')).to.equal('pipeline-3');
    expect(parts.nextInstanceName('auth')).to.equal('auth-2');
  });
});

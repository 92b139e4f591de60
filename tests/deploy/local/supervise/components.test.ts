import { Components } from '@plotline/local/supervise/components';
import { expect } from 'chai';

describe('the components of a system', () => {
  function partsThatNoteTheirStop(names: readonly string[], failing?: string) {
    const components = new Components();
    const stopped: string[] = [];
    for (const name of names) {
      const stop = async (): Promise<void> => {
        await new Promise((resolve) => setImmediate(resolve));
        stopped.push(name);
        if (name === failing) throw new Error(`${name} does not stop`);
      };
      components.add({ name, url: '', origin: 'the environment', processIds: () => [], stop });
    }
    return { components, stopped };
  }

  it('stop in order: gateways, all service instances, then the stores', async () => {
    const { components, stopped } = partsThatNoteTheirStop([
      'mongo',
      'rabbitmq',
      'redis',
      'auth',
      'pipeline',
      'gateway',
      'gateway-2',
      'pipeline-2',
    ]);
    await components.stop();
    expect(stopped.slice(0, 2)).to.have.members(['gateway', 'gateway-2']);
    expect(stopped.slice(2, 5)).to.have.members(['auth', 'pipeline', 'pipeline-2']);
    expect(stopped.slice(5)).to.have.members(['mongo', 'rabbitmq', 'redis']);
  });

  it('all stop, even if one of the stores fails to stop', async () => {
    const { components, stopped } = partsThatNoteTheirStop(['mongo', 'rabbitmq', 'redis'], 'mongo');
    expect(await components.stop().then(() => '', String)).to.include('not every component');
    expect(stopped).to.have.members(['mongo', 'rabbitmq', 'redis']);
  });

  it("are listed in the error about a component that is missing or can't be taken down", () => {
    const { components } = partsThatNoteTheirStop(['mongo']);
    expect(() => components.get('mango')).to.throw('mongo');
    expect(() => components.supervised('mongo')).to.throw('the environment');
  });

  it('have a number from the second instance of a service onwards', () => {
    const { components } = partsThatNoteTheirStop(['pipeline', 'pipeline-2']);
    expect(components.createInstanceName('pipeline')).to.equal('pipeline-3');
    expect(components.createInstanceName('auth')).to.equal('auth-2');
  });
});

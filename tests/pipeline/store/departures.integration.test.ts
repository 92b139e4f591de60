import type { Departure } from '@plotline/pipeline/store/departures';
import { expect } from 'chai';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

const scope = { workspaceId: 'ws_one', mode: 'live' } as const;
const [earlier, later] = [new Date('2026-11-21T08:00:00Z'), new Date('2026-11-21T09:00:00Z')];

function departure(heirId: string | null, at: Date): Departure {
  return { agent_id: 'agent_x', heir_id: heirId, at, request_id: 'req_1' };
}

/** Every order that they can come in. */
function orders<T>(all: readonly T[]): T[][] {
  if (all.length === 0) return [[]];
  return all.flatMap((first, place) => orders(all.toSpliced(place, 1)).map((rest) => [first, ...rest]));
}

describe('the latest departure of an agent', () => {
  let pipeline: Pipeline;
  beforeEach(async () => {
    pipeline = await startPipeline();
  });
  afterEach(() => pipeline.stop());

  /** The heir of the latest departure once all were noted, for each order. */
  async function heirs(departures: readonly Departure[]) {
    const found: unknown[] = [];
    for (const [place, order] of orders(departures).entries()) {
      const own = { ...scope, workspaceId: `ws_${place}` };
      for (const each of order) await pipeline.context.departures.note(own, each);
      found.push((await pipeline.context.departures.latest(own, 'agent_x'))?.heir_id);
    }
    return new Set(found);
  }

  it('is the one of the latest time, whatever the order they come in, and the heir counts who was named with it', async () => {
    const named = [departure('agent_y', earlier), departure('agent_z', later)];
    const unnamed = [departure(null, earlier), departure(null, later)];
    expect([...(await heirs([...named, ...unnamed]))]).to.deep.equal(['agent_z']);
  });

  it('names nobody when the latest deactivation named nobody', async () => {
    const found = await heirs([departure('agent_y', earlier), departure(null, earlier), departure(null, later)]);
    expect([...found]).to.deep.equal([null]);
  });

  it('is found by those who come at the same moment', async () => {
    const { departures } = pipeline.context;
    const told = [departure('agent_y', earlier), departure(null, earlier), departure('agent_z', later)];
    for (let round = 0; round < 20; round += 1) {
      const own = { ...scope, workspaceId: `ws_${round}` };
      await Promise.all([...told, ...told].map((each) => departures.note(own, each)));
      expect((await departures.latest(own, 'agent_x'))?.heir_id).to.equal('agent_z');
    }
  });

  it('is not swept on behalf of an earlier one, nor where it names nobody', async () => {
    const { departures } = pipeline.context;
    await departures.note(scope, departure('agent_y', earlier));
    await departures.watch(scope, departure('agent_y', earlier), earlier, later);
    expect(await departures.due('live', later, 10)).to.have.length(1);
    await departures.note(scope, departure('agent_z', later));
    await departures.watch(scope, departure('agent_y', earlier), earlier, later);
    expect(await departures.due('live', later, 10)).to.have.length(0);
    await departures.note({ ...scope, workspaceId: 'ws_two' }, departure(null, later));
    await departures.watch({ ...scope, workspaceId: 'ws_two' }, departure('agent_y', later), earlier, later);
    expect(await departures.due('live', later, 10)).to.have.length(0);
  });
});

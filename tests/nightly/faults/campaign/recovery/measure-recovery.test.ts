import { expect } from 'chai';
import { computeRecovery } from './measure-recovery.js';
import type { Probe } from './probe-routes.js';

describe('the recovery time after a kill', () => {
  const probe = (sentAt: number, parts: Partial<Probe> = {}): Probe => ({
    route: 'list leads',
    sentAt,
    endedAt: sentAt + 20,
    status: 200,
    ...parts,
  });
  const compute = (probes: readonly Probe[], arrivals: ReadonlyMap<string, number> = new Map()) =>
    computeRecovery('pipeline', 10_000, probes, arrivals);

  it('is 0 when no probe after the kill fails', () => {
    expect(compute([probe(9_000, { status: 503 }), probe(10_500)])).to.include({ routesSeconds: 0, eventsSeconds: 0 });
  });

  it('lasts until the end of the last probe that fails, hangs or gets no response', () => {
    const failed = probe(11_000, { status: 503, route: 'create lead' });
    expect(compute([failed, probe(12_000)])).to.include({ routesSeconds: 1.02, slowestRoute: 'create lead' });
    expect(compute([failed, probe(11_500, { endedAt: 14_000 })]).routesSeconds).to.equal(4);
    expect(compute([failed, probe(10_500, { endedAt: 12_500, status: null })]).routesSeconds).to.equal(2.5);
  });

  it('lasts until the last late event has arrived, or forever when one never does', () => {
    const created = probe(10_480, { route: 'create lead', status: 201, recordId: 'lead_1' });
    expect(compute([created], new Map([['lead_1', 10_900]])).eventsSeconds).to.equal(0);
    expect(compute([created], new Map([['lead_1', 13_000]])).eventsSeconds).to.equal(3);
    expect(compute([created]).eventsSeconds).to.equal(Number.POSITIVE_INFINITY);
  });
});

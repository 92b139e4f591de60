import { fileURLToPath } from 'node:url';
import { listOperations, mergeChanges, readChange, readChanges } from '@plotline/gateway/changes/notice';
import { readContract } from '@plotline/gateway/contract/merge';
import { formatEnvelope } from '@plotline/kit/broker/message';
import { expect } from 'chai';

const services = fileURLToPath(new URL('../../../services', import.meta.url));
const timestamp = new Date('2026-03-01T09:30:00.000Z');

function read(name: string, data: object) {
  const payload = formatEnvelope({ id: 'evt_1', event: name, timestamp, workspace_id: 'ws_1', data });
  return readChange({ name, payload, mode: 'live' });
}

describe('gateway readChange', () => {
  const at = { updated_at: timestamp.toISOString() };
  const cases: [name: string, data: object, expected: object][] = [
    [
      'lead.updated',
      { id: 'lead_1', name: 'Noor', updated_at: '2026-03-01T09:29:59.000Z' },
      { resource: 'leads', id: 'lead_1', updated_at: '2026-03-01T09:29:59.000Z' },
    ],
    ['lead.note_added', { lead_id: 'lead_1', entry: { id: 'act_1' } }, { resource: 'leads', id: 'lead_1', ...at }],
    ['milestone.reached', { property_id: 'prop_1', name: 'roof' }, { resource: 'milestones', id: 'prop_1', ...at }],
    ['agent.access_changed', { agent_id: 'agent_1' }, { resource: 'agents', id: 'agent_1', ...at }],
    ['webhook.disabled', { webhook_id: 'wh_1' }, { resource: 'webhooks', id: 'wh_1', ...at }],
    ['job.completed', { job_id: 'job_1', kind: 'import' }, { resource: 'imports', id: 'job_1', ...at }],
    ['job.failed', { job_id: 'job_2', kind: 'undo', about: 'job_1' }, { resource: 'imports', id: 'job_1', ...at }],
    ['job.cancelled', { job_id: 'job_1', kind: 'export' }, { resource: 'exports', id: 'job_1', ...at }],
  ];
  for (const [name, data, expected] of cases) {
    it(`takes only the kind, the id and the time from ${name}`, () => {
      expect(read(name, data)?.notice).to.deep.equal({ type: name, ...expected });
    });
  }

  it('reports both leads of a merge', () => {
    const data = { id: 'lead_1', merged_id: 'lead_2', lead: { id: 'lead_1' } };
    const payload = formatEnvelope({ id: 'evt_1', event: 'lead.merged', timestamp, workspace_id: 'ws_1', data });
    const told = readChanges({ name: 'lead.merged', payload, mode: 'live' });
    expect(told.map(({ notice }) => notice.id)).to.deep.equal(['lead_1', 'lead_2']);
  });

  it('ignores records that no page shows', () => {
    expect(read('job.completed', { job_id: 'job_1', kind: 'resend' })).to.equal(null);
    expect(read('session.ended', { id: 'session_1' })).to.equal(null);
  });

  it('restricts units that not everyone may view, or whose visibility is unknown', () => {
    const isRestricted = (visibility?: string) => read('unit.updated', { id: 'unit_1', visibility })?.isRestricted;
    expect(['public', 'agents', 'team', 'private', undefined].map(isRestricted)).to.deep.equal([
      false,
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('gateway mergeChanges', () => {
  const changesOf = (count: number) =>
    Array.from({ length: count }, (_, index) => read('lead.updated', { id: `lead_${index}` })).flatMap(
      (one) => one ?? [],
    );

  it('keeps the last change of each record', () => {
    const twice = [...changesOf(2), ...changesOf(2)];
    expect(mergeChanges(twice).map(({ notice }) => notice.id)).to.deep.equal(['lead_0', 'lead_1']);
  });

  it('replaces many changes of the same kind with a single change without an id', () => {
    const unit = read('unit.sold', { id: 'unit_1' });
    const merged = mergeChanges([...changesOf(21), ...(unit ? [unit] : [])]);
    expect(merged.map(({ notice: { resource, id } }) => [resource, id])).to.deep.equal([
      ['leads', null],
      ['units', 'unit_1'],
    ]);
  });
});

describe('gateway listOperations', () => {
  it('lists only operations in the contract', () => {
    const known = new Set(readContract(services).routes.map(({ operation }) => operation.operationId));
    expect([...listOperations.values()].filter((name) => !known.has(name))).to.deep.equal([]);
  });
});

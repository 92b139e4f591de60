import { expect } from 'chai';
import type { Effect, Operation } from '../history/operation.js';
import { madeUpAttempt, madeUpLoss, madeUpOperation } from '../made-up/operations.js';
import { madeUpLead, madeUpSnapshot } from '../made-up/snapshot.js';
import type { Snapshot } from '../snapshot/snapshot.js';
import { checkAcknowledgedWrites } from './acknowledged-writes.js';

describe('the campaign check of acknowledged writes', () => {
  const name = 'w0-live/lead';
  const create: Effect = { kind: 'create', resource: 'lead', name, fields: { name, notes: 'first' } };
  const creation = (parts: Partial<Operation> = {}) =>
    madeUpOperation({
      name: 'createLead',
      method: 'POST',
      key: 'key',
      effects: [create],
      answer: { status: 201, data: { id: 'lead_1' }, at: 1_010 },
      ...parts,
    });
  const lead = madeUpLead({ name, notes: 'first' });

  function messages(operations: readonly Operation[], parts: Partial<Snapshot>): string[] {
    return checkAcknowledgedWrites(operations, madeUpSnapshot(parts)).map(({ message }) => message);
  }

  it('accepts an acknowledged record that exists, and an unacknowledged record whether or not it exists', () => {
    expect(messages([creation()], { leads: [lead] })).to.deep.equal([]);
    const lost = madeUpLoss({ key: 'key', effects: [create] });
    expect(messages([lost], { leads: [lead] })).to.deep.equal([]);
    expect(messages([lost], {})).to.deep.equal([]);
  });

  it('reports a missing acknowledged record', () => {
    expect(messages([creation()], {}).join()).to.include('is not there');
  });

  it('reports a second record made by a retry, acknowledged or not', () => {
    const leads = [lead, { ...lead, id: 'lead_2' }];
    expect(messages([creation()], { leads }).join()).to.include('2 times');
    expect(messages([madeUpLoss({ key: 'key', effects: [create] })], { leads }).join()).to.include('2 times');
  });

  it('reports a record whose id differs from the acknowledged id', () => {
    expect(messages([creation()], { leads: [{ ...lead, id: 'lead_2' }] }).join()).to.include('not lead_1');
  });

  it('reports a stored record that was refused', () => {
    const refused = creation({
      attempts: [madeUpAttempt({ status: 422 })],
      answer: { status: 422, data: null, at: 1_010 },
    });
    expect(messages([refused], { leads: [lead] }).join()).to.include('refused');
  });

  describe('for fields', () => {
    const put = (notes: string, sentAt: number, parts: Partial<Operation> = {}) =>
      madeUpOperation({
        effects: [{ kind: 'write', resource: 'lead', id: 'lead_1', fields: { notes } }],
        attempts: [madeUpAttempt({ sentAt })],
        ...parts,
      });
    const see = (notes: string, ...operations: readonly Operation[]) =>
      messages([creation(), ...operations], { leads: [{ ...lead, notes }] });
    const lost = (notes: string, sentAt: number) =>
      madeUpLoss({ effects: [{ kind: 'write', resource: 'lead', id: 'lead_1', fields: { notes } }] }, sentAt);

    it('accepts the last acknowledged value, or either value of two simultaneous writes', () => {
      expect(see('b', put('a', 2_000), put('b', 3_000))).to.deep.equal([]);
      expect(see('a', put('a', 2_000), put('b', 2_005))).to.deep.equal([]);
    });

    it('reports a value that is older than the last acknowledged one', () => {
      expect(see('a', put('a', 2_000), put('b', 3_000))).to.have.length(1);
      expect(see('first', put('a', 2_000))).to.have.length(1);
    });

    it('accepts the value of a later unacknowledged write, but not long after that write has ended', () => {
      expect(see('b', put('a', 2_000), lost('b', 3_000))).to.deep.equal([]);
      expect(see('a', put('a', 2_000), lost('b', 3_000))).to.deep.equal([]);
      expect(see('b', lost('b', 2_000), put('a', 60_000))).to.have.length(1);
    });

    it('reports the value of a refused write', () => {
      const refused = put('b', 3_000, { attempts: [madeUpAttempt({ sentAt: 3_000, status: 412 })] });
      expect(see('b', put('a', 2_000), refused)).to.have.length(1);
    });
  });

  it('reports a note that is lost, duplicated, or stored although it was refused', () => {
    const note = (parts: Partial<Operation> = {}) =>
      madeUpOperation({ key: 'key', effects: [{ kind: 'note', leadId: 'lead_1', content: 'Called.' }], ...parts });
    const seen = (operation: Operation, count: number) => {
      const entries = Array.from({ length: count }, (_, place) => ({
        id: `act_${place}`,
        type: 'note',
        content: 'Called.',
      }));
      return messages([operation], { timelines: new Map([['lead_1', entries]]) }).length;
    };
    expect([0, 1, 2].map((count) => seen(note(), count))).to.deep.equal([1, 0, 1]);
    const refused = note({ attempts: [madeUpAttempt({ status: 409 })] });
    expect([0, 1].map((count) => seen(refused, count))).to.deep.equal([0, 1]);
    const lost = madeUpLoss({ key: 'key', effects: note().effects });
    expect([0, 1, 2].map((count) => seen(lost, count))).to.deep.equal([0, 0, 1]);
  });

  it('reports a deleted record that still exists, in a list or by its id', () => {
    const deletion = madeUpOperation({ effects: [{ kind: 'delete', resource: 'lead', id: 'lead_1' }] });
    expect(messages([creation(), deletion], {})).to.deep.equal([]);
    expect(messages([creation(), deletion], { leads: [lead] }).join()).to.include('though deleted');
    expect(messages([], { deletedReads: new Map([['/v1/leads/lead_1', 200]]) })).to.have.length(1);
  });
});

import { toAuditJson } from '@plotline/auth/audit/api/list-audit-entries';
import { expect } from 'chai';

const actorOf = (actor: { readonly type: string; readonly id: string; readonly name: string }) => {
  const at = new Date('2026-01-01T00:00:00Z');
  const entry = { _id: 'act_1', subject: 'user_1', type: 'signed_in', description: 'Signed in.', at };
  return toAuditJson({ ...entry, actor }).actor;
};

describe('an entry in the audit log', () => {
  it('shows the actor, or says that the actor was not signed in', () => {
    expect(actorOf({ type: 'user', id: 'user_1', name: 'Ada' })).to.include({ name: 'Ada' });
    expect(actorOf({ type: 'system', id: 'visitor', name: 'visitor' })).to.deep.equal({
      type: 'system',
      id: 'visitor',
      name: 'Someone not signed in',
    });
  });
});

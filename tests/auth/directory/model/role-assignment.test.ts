import {
  applyReport,
  assertComplete,
  isActiveSince,
  isStale,
  type RoleReport,
  replaceAssignment,
} from '@plotline/auth/directory/model/role-assignment';
import { expect } from 'chai';
import { faultyFields } from '../../../support/refusal-of.js';

const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const report = (agent_version: number, change: Partial<RoleReport> = {}): RoleReport => ({
  agent_id: 'agent_1',
  agent_version,
  role: 'agent',
  status: 'active',
  active_since: at(5).getTime(),
  deactivated_at: 0,
  ...change,
});
const stored = replaceAssignment(null, report(3));

describe('a role assignment', () => {
  it('is replaced by reports with the same or a newer version', () => {
    const later = applyReport(stored, report(4, { status: 'inactive', deactivated_at: at(9).getTime() }));
    expect(later).to.include({ status: 'inactive', agent_version: 4 });
    expect(later.deactivated_at).to.deep.equal(at(9));
    expect(applyReport(stored, report(3, { sandbox_agent_id: 'agent_2' }))).to.include({ sandbox_agent_id: 'agent_2' });
  });

  it('ignores a late report with an older version', () => {
    expect(applyReport(stored, report(2, { role: 'owner' }))).to.equal(stored);
  });

  it('keeps the time of the last activity, and returns the same object when nothing changes', () => {
    expect(applyReport(stored, report(3))).to.equal(stored);
    expect(replaceAssignment({ ...stored, last_active: at(7) }, report(9)).last_active).to.deep.equal(at(7));
  });

  it('gives access only to credentials created after the agent became active, and to none while the agent is inactive', () => {
    expect(isActiveSince(stored, at(5))).to.equal(true);
    expect(isActiveSince(stored, at(4))).to.equal(false);
    expect(isActiveSince({ ...stored, active_since: null }, at(1))).to.equal(true);
    for (const status of ['invited', 'inactive', 'unknown']) {
      expect(isActiveSince({ ...stored, status }, at(9)), status).to.equal(false);
    }
  });

  it('is stale when it differs from the agent, even if its version is newer because the agent was restored from a backup', () => {
    const changed = (...told: Parameters<typeof report>) => replaceAssignment(stored, report(...told));
    expect(isStale(stored, changed(9)), 'only the profile changed').to.equal(false);
    expect(isStale(stored, changed(9, { role: 'viewer' }))).to.equal(true);
    expect(isStale(stored, changed(2))).to.equal(true);
    expect([isStale(null, stored), isStale(stored, null), isStale(null, null)]).to.deep.equal([true, true, false]);
  });

  it('is not created from a report that lacks an agent or a version', async () => {
    expect(await faultyFields(() => assertComplete(report(0)))).to.deep.equal(['agent_version']);
    expect(await faultyFields(() => assertComplete(report(1, { agent_id: '' })))).to.deep.equal(['agent_id']);
  });
});

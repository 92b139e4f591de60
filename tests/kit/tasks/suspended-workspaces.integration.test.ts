import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { SubjectJobs } from '@plotline/kit/tasks/subject-jobs';
import { SuspendedWorkspaces } from '@plotline/kit/tasks/suspended-workspaces';
import { expect } from 'chai';
import { createCollections, createTestRuntime, removeRuntime } from '../../support/test-runtime.js';

const now = new Date(Date.UTC(2026, 2, 1, 9, 30));

describe('SuspendedWorkspaces', () => {
  let runtime: ServiceRuntime;
  let suspensions: SuspendedWorkspaces;
  let jobs: SubjectJobs;
  beforeEach(async () => {
    runtime = await createTestRuntime('suspensions', () => now);
    suspensions = new SuspendedWorkspaces(runtime);
    jobs = new SubjectJobs(runtime, 'queue', suspensions);
    await createCollections(runtime);
  });
  afterEach(() => removeRuntime(runtime));

  const enqueue = (tenant: Tenant) =>
    jobs.enqueue(tenant, { subjectIds: ['unit_1'], requestId: 'req_1', since: now, resumeAt: now });

  async function listDue(): Promise<string[]> {
    const turns = await jobs.findTurns('live', now, 10, 5);
    return [...turns.keys()].sort();
  }

  it("holds back a suspended workspace's work until it is resumed", async () => {
    for (const workspaceId of ['ws_one', 'ws_two']) await enqueue({ workspaceId, mode: 'live' });
    await suspensions.record('ws_one', 2, true);
    expect(await listDue()).to.deep.equal(['ws_two']);
    await suspensions.record('ws_one', 3, false);
    expect(await listDue()).to.deep.equal(['ws_one', 'ws_two']);
  });

  it('keeps the latest state when events are repeated or arrive in the wrong order', async () => {
    await suspensions.record('ws_one', 3, false);
    await suspensions.record('ws_one', 2, true);
    expect(await suspensions.list()).to.deep.equal([]);
    await suspensions.record('ws_one', 4, true);
    await suspensions.record('ws_one', 4, true);
    await suspensions.record('ws_one', 3, false);
    expect(await suspensions.list()).to.deep.equal(['ws_one']);
  });

  it('applies the events of a workspace', async () => {
    const { handle, bindings } = suspensions.createConsumer('transfer');
    expect(bindings).to.have.members(['workspace.suspended', 'workspace.resumed']);
    const tell = (event: string, version: number) => {
      const envelope = { id: 'evt_1', event, timestamp: now, workspace_id: 'ws_one', version, data: { id: 'ws_one' } };
      return handle({ id: 'evt_1', name: event, mode: 'live', payload: JSON.stringify(envelope), requestId: 'req_1' });
    };
    await tell('workspace.suspended', 2);
    expect(await suspensions.list()).to.deep.equal(['ws_one']);
    await tell('workspace.resumed', 3);
    expect(await suspensions.list()).to.deep.equal([]);
  });
});

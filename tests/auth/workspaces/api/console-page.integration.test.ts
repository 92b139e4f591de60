import { consolePath } from '@plotline/auth/workspaces/api/console-page';
import { listConsoleEntries } from '@plotline/auth/workspaces/api/list-console-entries';
import { setPlan, suspend } from '@plotline/auth/workspaces/model/change-workspace';
import type { ConsoleEntry } from '@plotline/auth/workspaces/model/console-entry';
import { isPublicAuthPath } from '@plotline/gateway/public/auth-paths';
import { createSystemCaller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';

describe("the operators' page of workspaces", () => {
  const auth = useFixture(startAuth);

  it('shows plan, state and usage without scripts or forms, and escapes names', async () => {
    const { id } = await auth().workspace('<b>Harbour</b>', 'professional');
    const command = { caller: createSystemCaller({ workspaceId: id, mode: 'live' }, 'operator', 'request-1') };
    const description = { type: 'suspended', description: 'Suspended.' };
    await auth().context.workspaces.change(command, (one, at) => suspend(one, 'abuse', at), description);
    const response = await fetch(auth().url + consolePath);
    expect(response.status).to.equal(200);
    expect(response.headers.get('content-security-policy')).to.include("default-src 'none'");
    const page = await response.text();
    expect(page).to.include(id).and.to.include('&lt;b&gt;Harbour&lt;/b&gt;').and.to.include('suspended (abuse)');
    expect(page).to.not.match(/<(?:script|form|input|button)/);
  });

  it('has a path that the gateway does not forward', () => {
    expect(isPublicAuthPath(consolePath)).to.equal(false);
  });

  it("lists every workspace once, with data from the other services, even while they don't respond", async () => {
    const names = Array.from({ length: 10 }, (_, place) => `Listed ${place}`);
    for (const name of names) await auth().workspace(name);
    const { workspaces, runtime } = auth().context;
    const failing = new Set<string>();
    const readUsage = async ({ workspaceId }: { readonly workspaceId: string }) => {
      if (failing.has(workspaceId)) throw new Error('No answer.');
      return { leads: 7 };
    };
    const first = await workspaces.findByName('Listed 0');
    for (const { id } of first) failing.add(id);
    const entries: ConsoleEntry[] = [];
    for await (const entry of listConsoleEntries({ workspaces, readUsage, runtime })) entries.push(entry);
    const listed = entries.filter(({ name }) => names.includes(name));
    expect(listed.map(({ name }) => name).sort()).to.deep.equal(names);
    expect(listed.find(({ name }) => name === 'Listed 0')?.usage).to.equal(null);
    expect(listed.find(({ name }) => name === 'Listed 1')?.usage).to.deep.equal({ leads: 7 });
  });

  it('shows a changed plan', async () => {
    const { id } = await auth().workspace('Growing');
    const command = { caller: createSystemCaller({ workspaceId: id, mode: 'live' }, 'operator', 'request-2') };
    await auth().context.workspaces.change(command, (one) => setPlan(one, 'enterprise'));
    for await (const entry of listConsoleEntries(auth().context)) {
      if (entry.id === id) expect(entry).to.include({ plan: 'enterprise', state: 'active', suspension_reason: null });
    }
  });
});

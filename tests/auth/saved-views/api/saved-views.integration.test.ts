import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { addMember, type Member } from '../../support/members.js';

const view = { name: 'Overdue', page: 'pipeline', query: 'status=active&sort=next_follow_up' };

describe('/auth/saved-views', () => {
  const auth = useFixture(startAuth);
  let workspaces = 0;
  const newWorkspace = () => {
    workspaces += 1;
    return auth().workspace(`Harbour Homes ${workspaces}`);
  };
  const newMember = async (role = 'viewer') => addMember(auth(), (await newWorkspace()).id, role);
  const list = async (by: Member, query = '') => (await by.ask('GET', `/auth/saved-views${query}`)).data;
  const namesOf = (views: readonly { readonly name: string }[]) => views.map(({ name }) => name);

  it("stores a person's views by page and name, for every role", async () => {
    const member = await newMember();
    const { status, data } = await member.ask('POST', '/auth/saved-views', { ...view, name: ' Overdue ' });
    expect(status).to.equal(201);
    expect(data).to.deep.include(view);
    expect(data.id).to.match(/^view_/);
    await member.ask('POST', '/auth/saved-views', { ...view, page: 'deals', name: 'Open' });
    await member.ask('POST', '/auth/saved-views', { ...view, name: 'All', query: '' });
    expect(namesOf(await list(member))).to.deep.equal(['Open', 'All', 'Overdue']);
    expect(namesOf(await list(member, '?page=pipeline'))).to.deep.equal(['All', 'Overdue']);
  });

  it('keeps views in the sandbox separate, even if their names are equal', async () => {
    const member = await newMember();
    const sandboxView = { ...view, page: 'sandbox/pipeline', query: 'agent_id=agent_1' };
    for (const one of [view, sandboxView]) {
      expect((await member.ask('POST', '/auth/saved-views', one)).status).to.equal(201);
    }
    for (const one of [view, sandboxView]) {
      const [only, ...others] = await list(member, `?page=${one.page}`);
      expect(only).to.deep.include(one);
      expect(others).to.deep.equal([]);
    }
  });

  it('changes and deletes a view, and refuses a change based on an outdated version', async () => {
    const member = await newMember();
    const created = await member.ask('POST', '/auth/saved-views', view);
    const path = `/auth/saved-views/${created.data.id}`;
    const etag = created.headers.get('etag') ?? '';
    const { status, data } = await member.ask('PUT', path, { query: 'stage=won' }, { 'if-match': etag });
    expect([status, data.query, data.name]).to.deep.equal([200, 'stage=won', 'Overdue']);
    expect((await member.ask('PUT', path, { query: '' }, { 'if-match': etag })).status).to.equal(412);
    expect((await member.ask('DELETE', path)).status).to.equal(204);
    expect((await member.ask('DELETE', path)).status).to.equal(404);
    expect(await list(member)).to.deep.equal([]);
  });

  it("shows only the person's own views in the workspace", async () => {
    const { id } = await newWorkspace();
    const [member, colleague] = [await addMember(auth(), id), await addMember(auth(), id)];
    const { data } = await member.ask('POST', '/auth/saved-views', view);
    const path = `/auth/saved-views/${data.id}`;
    for (const other of [colleague, await newMember('owner')]) {
      expect(await list(other)).to.deep.equal([]);
      expect((await other.ask('PUT', path, { name: 'Mine' })).status).to.equal(404);
      expect((await other.ask('DELETE', path)).status).to.equal(404);
    }
    expect(await list(member)).to.deep.equal([data]);
    expect(
      (await member.ask('GET', '/auth/audit?type=created')).data.map(
        (one: { credential: { id: string } }) => one.credential.id,
      ),
    ).to.not.include(data.id);
  });

  it('shows a shared view to everyone, and lets owners and admins change it', async () => {
    const { id } = await newWorkspace();
    const [agent, owner, colleague] = [
      await addMember(auth(), id, 'agent'),
      await addMember(auth(), id, 'owner'),
      await addMember(auth(), id, 'agent'),
    ];
    await colleague.ask('POST', '/auth/saved-views', { ...view, name: 'Mine' });
    const { data } = await agent.ask('POST', '/auth/saved-views', { ...view, shared: true });
    expect(data).to.deep.include({ shared: true, own: true, agent_id: agent.agentId });
    const path = `/auth/saved-views/${data.id}`;
    expect(await list(colleague)).to.deep.include({ ...data, own: false });
    expect(namesOf(await list(colleague))).to.deep.equal(['Mine', 'Overdue']);
    expect(await list(await newMember('owner'))).to.deep.equal([]);
    expect((await colleague.ask('PUT', path, { name: 'Ours' })).status).to.equal(403);
    expect((await colleague.ask('DELETE', path)).status).to.equal(403);
    expect((await owner.ask('PUT', path, { name: 'Ours' })).data).to.include({ name: 'Ours', own: false });
    expect((await owner.ask('PUT', path, { shared: false })).status).to.equal(200);
    expect(await list(owner)).to.deep.equal([]);
    expect(namesOf(await list(agent))).to.deep.equal(['Ours']);
  });

  it("doesn't let viewers share views", async () => {
    const viewer = await newMember('viewer');
    expect((await viewer.ask('POST', '/auth/saved-views', { ...view, shared: true })).status).to.equal(403);
    const { data } = await viewer.ask('POST', '/auth/saved-views', view);
    expect((await viewer.ask('PUT', `/auth/saved-views/${data.id}`, { shared: true })).status).to.equal(403);
    expect(await list(viewer)).to.deep.equal([data]);
  });

  it('allows fifty views, and requires unique names on a page', async () => {
    const member = await newMember();
    await member.ask('POST', '/auth/saved-views', view);
    const taken = await member.ask('POST', '/auth/saved-views', view);
    expect([taken.status, taken.error.reason]).to.deep.equal([409, 'saved_view_name_taken']);
    for (let count = 1; count < 50; count += 1) {
      expect((await member.ask('POST', '/auth/saved-views', { ...view, name: `View ${count}` })).status).to.equal(201);
    }
    const last = (await list(member)).at(-1);
    await member.ask('DELETE', `/auth/saved-views/${last.id}`);
    const atOnce = await Promise.all(
      Array.from({ length: 8 }, (_, place) =>
        member.ask('POST', '/auth/saved-views', { ...view, name: `At once ${place}` }),
      ),
    );
    expect(atOnce.filter(({ status }) => status === 201)).to.have.length(1);
    const further = await member.ask('POST', '/auth/saved-views', { ...view, name: 'One too many' });
    expect([further.status, further.error.reason]).to.deep.equal([409, 'saved_view_limit_reached']);
    const other = (await list(member)).at(-1);
    const renamed = await member.ask('PUT', `/auth/saved-views/${other.id}`, { name: 'Overdue' });
    expect([renamed.status, renamed.error.reason]).to.deep.equal([409, 'saved_view_name_taken']);
  });

  it('refuses overlong, blank and unknown values, and reports the field', async () => {
    const member = await newMember();
    for (const [field, value] of [
      ['name', ' '],
      ['name', 'x'.repeat(101)],
      ['page', 'The board'],
      ['query', 'x'.repeat(2_001)],
      ['query', 5],
    ] as const) {
      const { status, error } = await member.ask('POST', '/auth/saved-views', { ...view, [field]: value });
      expect([status, error.details[0].field]).to.deep.equal([422, field]);
    }
  });
});

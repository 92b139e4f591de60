import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('the last active owner of a workspace', () => {
  const team = useFixture(startTeam);
  let workspaces = 0;
  let as: { readonly workspaceId: string };
  beforeEach(() => {
    workspaces += 1;
    as = { workspaceId: `ws_owners_${workspaces}` };
  });

  const owner = (status: 'invited' | 'active' | 'inactive' = 'active') => team().agent(as, { role: 'owner' }, status);
  const deactivate = (id: string, body: object = {}) =>
    team().request('POST', `/v1/agents/${id}/deactivate`, { body, as });
  const demote = (id: string) => team().request('PUT', `/v1/agents/${id}`, { body: { role: 'admin' }, as });
  const activeOwners = async () =>
    (await team().request('GET', '/v1/agents?role=owner&status=active&fields=name', { as })).meta.total;

  it('can neither be deactivated nor be given another role', async () => {
    const { id } = await owner();
    for (const answer of [await deactivate(id), await demote(id)]) {
      expect([answer.status, answer.body.code]).to.deep.equal([409, 'CONFLICT']);
    }
    expect((await team().request('GET', `/v1/agents/${id}`, { as })).body).to.include({
      role: 'owner',
      status: 'active',
    });
    expect((await team().events(id)).map(({ event }) => event)).to.deep.equal(['agent.created']);
  });

  it('counts as the last one even if there are invited or inactive owners, other roles and owners of other workspaces', async () => {
    const { id } = await owner();
    await owner('invited');
    const second = await owner();
    expect((await deactivate(second.id)).status).to.equal(200);
    await team().agent(as, { role: 'admin' });
    await team().agent({ workspaceId: 'ws_owners_elsewhere' }, { role: 'owner' });
    expect((await deactivate(id)).status).to.equal(409);
    expect((await demote(id)).status).to.equal(409);
  });

  it('can be changed in other fields', async () => {
    const { id } = await owner();
    expect((await team().request('PUT', `/v1/agents/${id}`, { body: { name: 'Boss' }, as })).status).to.equal(200);
  });

  it('can be deactivated when there is another active owner', async () => {
    const first = await owner();
    const assignee = await owner();
    expect((await deactivate(first.id, { reassign_leads_to: assignee.id })).status).to.equal(200);
    expect((await demote(assignee.id)).status).to.equal(409);
  });

  it('remains when two owners are deactivated or demoted concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      as = { workspaceId: `ws_owners_${workspaces}_${round}` };
      const [first, second] = [await owner(), await owner()];
      const ways = round % 2 === 0 ? [deactivate, deactivate] : [deactivate, demote];
      const answers = await Promise.all([ways[0]?.(first.id), ways[1]?.(second.id)]);
      expect(answers.map((answer) => answer?.status).sort()).to.deep.equal([200, 409]);
      const refused = answers.find((answer) => answer?.status === 409);
      expect(refused?.body.message).to.equal(
        'The workspace would have no active owner. Make someone else an owner first.',
      );
      expect(await activeOwners()).to.equal(1);
    }
  });

  it('remains when five owners are deactivated concurrently, while the other four become inactive', async () => {
    const owners = await Promise.all(Array.from({ length: 5 }, () => owner()));
    const answers = await Promise.all(owners.map(({ id }) => deactivate(id)));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 200, 200, 200, 409]);
    expect(await activeOwners()).to.equal(1);
  });
});

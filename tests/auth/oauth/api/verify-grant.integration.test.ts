import { createSystemCaller } from '@plotline/kit/core/caller';
import { VerificationServiceService as Verification } from '@plotline/protos/plotline/auth/v1/verification';
import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { eventually } from '../../../support/eventually.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuthorization, type TestPerson } from '../../support/authorization.js';

const day = 24 * 3_600_000;

describe('VerifyGrant', () => {
  const server = useFixture(startAuthorization);

  async function newGrant(person: TestPerson): Promise<string> {
    const tokens = await server().tokens(person, await server().client(person.workspace.id));
    return String(decodeJwt(tokens.access_token)['grant_id']);
  }

  async function expectRefused(grantId: string): Promise<void> {
    const { code, message } = await refusalOf(() => server().verifyGrant(grantId));
    expect([code, message]).to.deep.equal(['UNAUTHORIZED', 'The credential is not valid.']);
  }

  it("returns the person, the granted scopes, the expiry, and the workspace with the person's current role", async () => {
    const person = await server().person('agent');
    const grantId = await newGrant(person);
    await server().agents.put(person.workspace.id, person.agentId, {
      role: 'viewer',
      sandbox_id: 'agent_of_the_sandbox',
      active_since: 1_700_000_000_000,
    });
    const identity = await server().verifyGrant(grantId);
    expect(identity).to.deep.include({
      credential_id: grantId,
      person_id: person.personId,
      name: 'Ada Lopez',
      scopes: ['read:leads'],
      memberships: [
        {
          workspace_id: person.workspace.id,
          plan: 'professional',
          currency: 'EUR',
          country: '',
          time_zone: 'UTC',
          settings: {},
          agent_id: person.agentId,
          role: 'viewer',
          sandbox_agent_id: 'agent_of_the_sandbox',
          needs_two_factor: undefined,
          active_since: 1_700_000_000_000,
          suspension: undefined,
        },
      ],
    });
    expect(identity?.expires_at).to.be.within(Date.now() + 30 * day - 60_000, Date.now() + 30 * day);
  });

  it('records the first use once in the audit log, with address and person, for simultaneous calls', async () => {
    const person = await server().person('owner');
    const audit = async (grantId: string) => {
      const headers = { cookie: person.cookie };
      return (await server().ask('GET', `/auth/audit?credential=${grantId}&type=first_used`, { headers })).data;
    };
    const [grantId, unused] = [await newGrant(person), await newGrant(person)];
    await Promise.all(Array.from({ length: 10 }, () => server().verifyGrant(grantId, '203.0.113.7')));
    await eventually(async () => expect(await audit(grantId)).to.have.length(1));
    await server().verifyGrant(grantId, '203.0.113.8');
    const lines = await audit(grantId);
    expect(lines).to.have.length(1);
    expect(lines[0]).to.include({ address: '203.0.113.7', description: 'An app used its access for the first time.' });
    expect(lines[0].credential).to.include({ type: 'grant', id: grantId });
    expect(lines[0].actor).to.include({ type: 'user', id: person.personId });
    expect(await audit(unused)).to.deep.equal([]);
  });

  it('refuses a grant if the person is not active, or was inactive at any time since the consent', async () => {
    const person = await server().person('agent');
    const grantId = await newGrant(person);
    const put = (change: object) => server().agents.put(person.workspace.id, person.agentId, change);
    await put({ status: 'inactive' });
    await expectRefused(grantId);
    await put({ status: 'active', active_since: Date.now() + 1_000 });
    await expectRefused(grantId);
  });

  it('returns a person who lacks the required second factor only on request', async () => {
    const person = await server().person('admin');
    const grantId = await newGrant(person);
    const caller = createSystemCaller({ workspaceId: person.workspace.id, mode: 'live' }, 'tests', 'req_tests');
    await server().context.workspaces.change({ caller }, (now) => ({ ...now, require_two_factor: true }));
    await expectRefused(grantId);
    const request = { grant_id: grantId, address: '', with_missing_factor: true };
    const { identity } = await server().rpc(Verification.verifyGrant, request, { deadline: Date.now() + 10_000 });
    expect(identity?.memberships).to.have.length(1);
    expect(identity?.memberships[0]).to.include({ workspace_id: person.workspace.id, needs_two_factor: true });
  });

  it('refuses an unknown or ended grant', async () => {
    const grantId = await newGrant(await server().person('agent'));
    for (const unknown of ['', 'grant_unknown', `${grantId}x`]) await expectRefused(unknown);
    server().passTime(30 * day);
    await expectRefused(grantId);
  });
});

import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuthorization, type TestClient, type TestPerson } from '../../support/authorization.js';

describe('simultaneous requests with codes and refresh tokens', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  before(async () => {
    person = await server().person('agent');
    client = await server().client(person.workspace.id);
  });

  it('redeem a code once out of 100 attempts, and then end its grant', async () => {
    const code = await server().code(person, client);
    const replies = await Promise.all(Array.from({ length: 100 }, () => server().redeem(client, code)));
    const statuses = replies.map(({ status, body }) => (status === 200 ? 200 : `${status} ${body.error}`));
    expect(statuses.filter((status) => status === 200)).to.have.length(1);
    expect(statuses.filter((status) => status === '400 invalid_grant')).to.have.length(99);
    const { body: tokens } = replies.find(({ status }) => status === 200) ?? expect.fail('none succeeded');
    const grantId = String(decodeJwt(tokens.access_token)['grant_id']);
    expect((await refusalOf(() => server().verifyGrant(grantId))).code).to.equal('UNAUTHORIZED');
    expect((await server().refresh(client, tokens.refresh_token)).body.error).to.equal('invalid_grant');
  });

  it('get one working successor for 20 refreshes with the same token', async () => {
    const tokens = await server().tokens(person, client);
    const refresh = () => server().refresh(client, tokens.refresh_token);
    const replies = await Promise.all(Array.from({ length: 20 }, refresh));
    expect(replies.map(({ status }) => status)).to.deep.equal(Array.from({ length: 20 }, () => 200));
    const successors = new Set(replies.map(({ body }) => body.refresh_token));
    expect(successors.size).to.equal(1);
    const [successor = ''] = successors;
    expect((await server().refresh(client, successor)).status).to.equal(200);
  });
});

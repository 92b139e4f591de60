import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { oauthClients } from '../../../support/oauth-clients/all.js';
import { fetchAt } from '../../../support/oauth-clients/client-run.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { issuer, startAuthorization, type TestPerson } from '../../support/authorization.js';

// openid-client uses the callback's address without its query as the redirect URI.
const redirectUri = 'https://portal.example/callback';

describe('unmodified OAuth client libraries', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  before(async () => {
    person = await server().person('agent');
  });

  for (const [name, run] of Object.entries(oauthClients)) {
    it(`${name} gets and refreshes tokens, and introspects and revokes them if it can`, async () => {
      const { url } = server();
      const { client_id, client_secret } = await server().client(person.workspace.id, { redirect_uris: [redirectUri] });
      const result = await run({
        issuer,
        base: url,
        fetch: fetchAt(issuer, url),
        clientId: client_id,
        clientSecret: client_secret,
        redirectUri,
        scope: 'read:leads write:leads',
        browse: ({ searchParams }) =>
          server().decide(person, { client_id, client_secret }, Object.fromEntries(searchParams)),
      });
      const { accessTokens, refreshToken, scope = 'read:leads write:leads', wasActive = true, isRevoked } = result;
      expect([scope, wasActive]).to.deep.equal(['read:leads write:leads', true]);
      const [first, next] = accessTokens.map((token) => String(decodeJwt(token)['grant_id']));
      expect(next).to.equal(first);
      if (isRevoked) expect((await refusalOf(() => server().verifyGrant(first ?? ''))).code).to.equal('UNAUTHORIZED');
      const last = await server().refresh({ client_id, client_secret }, refreshToken);
      expect(last.status).to.equal(isRevoked ? 400 : 200);
    });
  }
});

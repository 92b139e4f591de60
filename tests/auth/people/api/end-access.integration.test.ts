import { expect } from 'chai';
import { decodeJwt } from 'jose';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { expectRefusal, startAuthorization, type TestClient, type TestPerson } from '../../support/authorization.js';

const newPassword = 'harbour lights at nine';

describe('the access of apps to an account', () => {
  const server = useFixture(startAuthorization);
  let person: TestPerson;
  let client: TestClient;
  beforeEach(async () => {
    person = await server().person();
    client = await server().client((await server().person()).workspace.id);
  });

  const grantOf = (tokens: { readonly access_token: string }) => String(decodeJwt(tokens.access_token)['grant_id']);
  const askReset = async ({ email }: TestPerson) => {
    await server().ask('POST', '/auth/password-resets', { body: { email } });
    return (await server().mailbox.last(email, /new password/)).token;
  };
  const redeemReset = async (token: string) => {
    const body = { token, password: newPassword };
    const { status } = await server().ask('POST', '/auth/password-resets/redeem', { body });
    expect(status).to.equal(204);
  };
  const reset = async (of: TestPerson) => redeemReset(await askReset(of));
  const change = async ({ email, cookie, csrf }: TestPerson) => {
    const current_password = `password of ${email.split('@')[0]}`;
    const body = { current_password, new_password: newPassword };
    const { status } = await server().ask('POST', '/auth/password', {
      body,
      headers: { cookie, 'x-csrf-token': csrf },
    });
    expect(status).to.equal(201);
  };

  for (const [title, replacePassword] of [
    ['with the link in a mail', reset],
    ['by the person who knows it', change],
  ] as const) {
    it(`ends when the password is changed ${title}, and notifies gateways and the audit log`, async () => {
      const [tokens, second] = [await server().tokens(person, client), await server().tokens(person, client)];
      const other = await server().person();
      const kept = await server().tokens(other, client);
      await replacePassword(person);
      for (const ended of [tokens, second]) {
        expect((await refusalOf(() => server().verifyGrant(grantOf(ended)))).code).to.equal('UNAUTHORIZED');
        expectRefusal(await server().refresh(client, ended.refresh_token), 'invalid_grant');
      }
      const events = await server().events(person.personId);
      const revoked = events.filter(({ event }) => event === 'grant.revoked');
      expect(revoked.map(({ data }) => data['id'])).to.have.members([grantOf(tokens), grantOf(second)]);
      const descriptions = (await server().journal(person.personId)).map(({ description }) => description);
      expect(descriptions.some((text) => text.endsWith('the access of all apps were ended.'))).to.equal(true);
      expect(await server().verifyGrant(grantOf(kept))).to.include({ person_id: other.personId });
      expect((await server().refresh(client, kept.refresh_token)).status).to.equal(200);
    });

    it(`is not granted for a code that was issued before the password is changed ${title}`, async () => {
      const code = await server().code(person, client);
      await replacePassword(person);
      expectRefusal(await server().redeem(client, code), 'invalid_grant');
    });
  }

  it('also ends when a code is redeemed at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const somebody = await server().person();
      const [token, code] = [await askReset(somebody), await server().code(somebody, client)];
      const [redeemed] = await Promise.all([server().redeem(client, code), redeemReset(token)]);
      if (redeemed.status === 200) {
        expectRefusal(await server().refresh(client, redeemed.body.refresh_token), 'invalid_grant');
      } else {
        expectRefusal(redeemed, 'invalid_grant');
      }
    }
  });
});

import { expect } from 'chai';
import { startAuth } from '../../auth/support/auth.js';
import { createMember } from '../../auth/support/member.js';
import { signIn } from '../../auth/support/people.js';
import { givenSecrets } from '../../support/secrets/given-secrets.js';
import { searchSystem } from '../../support/secrets/search-system.js';
import { testStores } from '../../support/test-stores.js';
import { useFixture } from '../../support/use-fixture.js';

describe('the stores after all integration tests of this run', () => {
  const auth = useFixture(startAuth);

  it('contain no service secret, in data or logs', async () => {
    const { login } = await createMember(auth());
    const { token } = (await signIn(auth(), login, { prefer: 'return=token' })).data;
    const secrets = givenSecrets();
    expect([...secrets.keys()]).to.include.members([login.password, token]);
    const { findings, searched } = await searchSystem(testStores(), secrets);
    process.stdout.write(`searched ${searched} characters for ${secrets.size} secrets\n`);
    expect(searched).to.be.above(0);
    expect(findings).to.deep.equal([]);
  });
});

import { expect } from 'chai';
import { readMetric } from '../../../support/read-metric.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';
import { signIn } from '../../support/people.js';

describe('sign-in metrics', () => {
  const auth = useFixture(startAuth);
  const read = (name: string, labels?: Readonly<Record<string, string>>) =>
    readMetric(auth().runtime.metrics.registry, `plotline_${name}`, labels);

  it("count sign-ins by outcome, without people's names", async () => {
    const { login } = await createMember(auth());
    const from = { 'x-forwarded-for': '198.51.100.7' };
    expect((await signIn(auth(), login, from)).status).to.equal(201);
    const wrong = { ...login, password: 'not the password' };
    for (let attempt = 0; attempt < 10; attempt += 1) await signIn(auth(), wrong, from);
    expect((await signIn(auth(), login, from)).status).to.equal(429);
    const counts = ['signed_in', 'wrong_credentials', 'blocked'].map((outcome) =>
      read('sign_in_attempts_total', { outcome }),
    );
    expect(await Promise.all(counts)).to.deep.equal([1, 10, 1]);
    expect(await auth().runtime.metrics.registry.metrics()).to.not.include(login.email);
  });
});

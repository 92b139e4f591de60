import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { readMetric } from '../../../support/read-metric.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAuth } from '../../support/auth.js';
import { createMember } from '../../support/member.js';

describe('email metrics', () => {
  const auth = useFixture(startAuth);
  const read = (name: string, labels?: Readonly<Record<string, string>>) =>
    readMetric(auth().runtime.metrics.registry, `plotline_${name}`, labels);
  const countFailed = () => read('mail_attempts_total', { outcome: 'failed' });

  it('count attempts by outcome, and report the number of waiting emails', async () => {
    const { login } = await createMember(auth());
    auth().mailbox.onMail = () => Promise.reject(new Error('The mail server is down.'));
    await auth().ask('POST', '/auth/password-resets', { body: { email: login.email } });
    await eventually(async () => expect(await countFailed()).to.equal(1));
    expect(await read('mails_queued')).to.equal(1);
    auth().mailbox.onMail = () => Promise.resolve();
    const sent = (await read('mail_attempts_total', { outcome: 'sent' })) ?? 0;
    auth().passTime(120_000);
    await auth().mailbox.last(login.email, /new password/);
    await eventually(async () =>
      expect(await read('mail_attempts_total', { outcome: 'sent' })).to.be.greaterThan(sent),
    );
  });
});

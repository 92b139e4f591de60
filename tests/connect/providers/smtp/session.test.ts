import { createUseSession } from '@plotline/connect/providers/smtp/work/session';
import { VendorFailure } from '@plotline/connect/vendors/model/vendor-failure';
import { createAddressGuard } from '@plotline/kit/network/address-guard';
import { parseAddressRanges } from '@plotline/kit/network/address-ranges';
import { parsePortRanges } from '@plotline/kit/network/port-ranges';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { rejectionOf } from '../../../webhook/support/rejection-of.js';
import { mailUser, startMailServer } from '../../support/mail-server.js';

describe('a session with a mail server', () => {
  const server = useFixture(startMailServer);

  it('times out when the server stops responding while it accepts an email', async () => {
    const ports = parsePortRanges('1-65535');
    const guard = createAddressGuard({ allowPrivate: true, denied: parseAddressRanges(''), ports, isProxied: false });
    const useSession = createUseSession({ guard, requiresTls: false, timeoutMs: 1_000 });
    const settings = { host: '127.0.0.1', port: String(server().port) };
    server().hangs = true;
    const work = useSession(
      { settings, credentials: mailUser },
      (session) =>
        new Promise((resolve, reject) => {
          const envelope = { from: 'sales@harbour.example', to: ['noor@example.com'] };
          session.send(envelope, Buffer.from('Subject: Hello\r\n\r\nHello'), (error) => {
            if (error) reject(error);
            else resolve(undefined);
          });
        }),
    );
    const failure = await rejectionOf(work);
    expect(failure).to.be.instanceOf(VendorFailure).and.include({ code: 'outcome_unknown' });
    expect(server().mails).to.have.length(1);
  });
});

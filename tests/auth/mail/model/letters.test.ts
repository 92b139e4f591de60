import { quoteName, toMail } from '@plotline/auth/mail/model/letter';
import * as letters from '@plotline/auth/mail/model/letters';
import * as notices from '@plotline/auth/mail/model/notices';
import { expect } from 'chai';

const url = 'https://auth.example/auth/confirm?token=abc';

describe('a letter', () => {
  it('is plain text with the link on a line of its own, and the same as HTML', () => {
    const mail = toMail(
      'ada@example.com',
      letters.writeInvitation(url, 'Ada <b>', { name: 'Tom & Co', isVerified: true }),
    );
    expect(mail).to.include({ to: 'ada@example.com', subject: 'Join Tom & Co on Plotline' });
    expect(mail.text.split('\n')).to.include(url);
    expect(mail.html).to.include(`<a href="${url}">Accept the invitation</a>`);
    expect(mail.html).to.include('Ada &lt;b&gt;').and.include('Tom &amp; Co').and.not.include('<b>');
  });

  it('names a workspace in the subject of an invitation only when its owner is known', () => {
    const shown = { name: 'You won a prize', isVerified: false };
    const { subject, text } = toMail('ada@example.com', letters.writeInvitation(url, 'Ada', shown));
    expect(subject).to.equal("You're invited to a workspace on Plotline");
    expect(text).to.include('You won a prize');
  });

  it('explains to owners what happens to the keys of a person who has left', () => {
    const left = { name: 'Carol', by: 'Olga', keys: ['Website', 'Import'], areRevoked: false };
    const tell = (change: object) =>
      toMail('a@example.com', notices.writeAgentDeactivated(url, 'Harbour', { ...left, ...change })).text;
    expect(tell({})).to.include('Olga deactivated Carol').and.include('still work: “Website”, “Import”');
    expect(tell({ areRevoked: true })).to.include('were revoked: “Website”, “Import”');
    expect(tell({ keys: [] })).to.include('created no API keys');
  });

  it('has a link only when it requires an action', () => {
    const signUp = { name: 'Ada', workspace_name: 'Harbour' };
    for (const letter of [
      letters.writeSignUp(url, signUp),
      letters.writeAccountExists(url),
      letters.writePasswordReset(url),
      letters.writeEmailChange(url),
    ]) {
      expect(toMail('a@example.com', letter).text).to.include(url);
    }
    for (const letter of [
      letters.writeEmailChanged('new@example.com'),
      notices.writePasswordChanged(),
      notices.writeWrongCodes(),
    ]) {
      expect(toMail('a@example.com', letter).html).to.not.include('<a ');
    }
  });
});

describe('a name chosen by a stranger', () => {
  it('is one line of limited length, without addresses that mail programs turn into links', () => {
    expect(quoteName('St. John’s  Homes')).to.equal('St. John’s  Homes');
    expect(quoteName('a\r\nBcc: b\u202e')).to.equal('a Bcc: b');
    expect(quoteName('x'.repeat(200))).to.have.length(81);
    for (const name of ['www.evil.example', 'https://evil.example/login']) {
      expect(quoteName(name)).to.not.match(/\w[.:/]+\w/);
      expect(quoteName(name).replaceAll('\u200b', '')).to.equal(name);
    }
  });
});

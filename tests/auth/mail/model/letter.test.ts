import { quoteName, toMail } from '@plotline/auth/mail/model/letter';
import { expect } from 'chai';

const url = 'https://auth.example/auth/confirm?token=abc';

describe('an email to a person', () => {
  it('is sent as plain text with the link on its own line, and as HTML with the same content', () => {
    const letter = {
      subject: 'Join Tom & Co',
      paragraphs: ['Hello Ada <b>,', 'You are invited to Tom & Co:'],
      link: { label: 'Accept the invitation', url },
      closing: ['The link works once.'],
    };
    const mail = toMail('ada@example.com', letter);
    expect(mail).to.include({ to: 'ada@example.com', subject: 'Join Tom & Co' });
    expect(mail.text.split('\n')).to.include(url);
    expect(mail.html).to.include(`<a href="${url}">Accept the invitation</a>`);
    expect(mail.html).to.include('Ada &lt;b&gt;').and.include('Tom &amp; Co').and.not.include('<b>');
  });
});

describe('a name chosen by a stranger', () => {
  it('is shortened to one line, without addresses that mail programs turn into links', () => {
    expect(quoteName('St. John’s  Homes')).to.equal('St. John’s  Homes');
    expect(quoteName('a\r\nBcc: b\u202e')).to.equal('a Bcc: b');
    expect(quoteName('x'.repeat(200))).to.have.length(81);
    for (const name of ['www.evil.example', 'https://evil.example/login']) {
      expect(quoteName(name)).to.not.match(/\w[.:/]+\w/);
      expect(quoteName(name).replaceAll('\u200b', '')).to.equal(name);
    }
  });
});

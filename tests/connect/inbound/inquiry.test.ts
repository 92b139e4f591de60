import { readInquiry } from '@plotline/connect/inbound/model/inquiry';
import { expect } from 'chai';
import { portalMails } from '../support/mails/portal-mails.js';

const mail = (change: object = {}) => ({
  from: { name: '', address: 'someone@example.com' },
  replyTo: null,
  subject: 'Hello',
  text: 'Hello',
  ...change,
});

describe('readInquiry', () => {
  for (const [portal, { mail: sent, expected }] of Object.entries(portalMails)) {
    it(`reads an email in the style of ${portal}`, () => {
      expect(readInquiry(sent)).to.deep.equal(expected);
    });
  }

  it('recognizes the domains of a portal and their subdomains, and no others', () => {
    const text = 'Email: noor@example.com';
    const from = (address: string) => readInquiry(mail({ from: { name: '', address }, text }));
    expect(from('a@leads.bayut.com')).to.include({ portal: 'Bayut', name: 'noor' });
    expect(from('a@notbayut.com')).to.equal(null);
    expect(from('a@bayut.com.attacker.example')).to.equal(null);
  });

  it('finds no inquiry in an email without a name and an address', () => {
    expect(readInquiry(mail())).to.equal(null);
    expect(readInquiry(mail({ text: 'Name: Noor' }))).to.equal(null);
    expect(readInquiry(mail({ text: 'Email: noor@example.com' }))).to.equal(null);
    expect(readInquiry(mail({ text: 'Name: Noor\nEmail: not an address' }))).to.equal(null);
  });

  it("never uses a portal's address as the lead's address", () => {
    const from = { name: '', address: 'a@rightmove.co.uk' };
    expect(readInquiry(mail({ from, replyTo: { name: '', address: 'b@rightmove.co.uk' } }))).to.equal(null);
  });

  it('omits an invalid phone number, and cuts long values', () => {
    const text = `Name: ${'N'.repeat(500)}\nEmail: noor@example.com\nPhone: call me\nMessage: ${'m'.repeat(5_000)}`;
    const inquiry = readInquiry(mail({ text }));
    expect(inquiry?.phone).to.equal('');
    expect(inquiry?.name).to.have.length(200);
    expect(inquiry?.message.length).to.be.at.most(2_000);
  });
});

import { readInbound, readMessageId } from '@plotline/connect/providers/postmark/model/inbound';
import { readDelivery } from '@plotline/connect/providers/postmark/model/reports';
import { htmlToText } from '@plotline/connect/vendors/work/html-to-text';
import { expect } from 'chai';
import { bounceEvent, deliveryEvent, inboundEvent, openEvent } from '../../support/postmark.js';

const read = (change: object) => readInbound(inboundEvent(change), htmlToText);

describe('a mail that Postmark posts', () => {
  it("is identified by the Message-ID of its sender, or else by Postmark's id", () => {
    const Headers = [{ Name: 'message-id', Value: ' <1@x> ' }];
    expect(readMessageId(inboundEvent({ Headers }))).to.equal('<1@x>');
    expect(readMessageId(inboundEvent({ Headers: [], MessageID: 'pm-1' }))).to.equal('pm-1');
    expect(readMessageId(inboundEvent({ Headers: 'none', MessageID: 'pm-2' }))).to.equal('pm-2');
  });

  it('has an address for replies only when the mail has one', () => {
    expect(read({ ReplyTo: '"Noor" <Noor@Example.com>' })?.replyTo).to.deep.equal({
      name: 'Noor',
      address: 'noor@example.com',
    });
    expect(read({ ReplyTo: 'noor@example.com' })?.replyTo?.address).to.equal('noor@example.com');
    for (const ReplyTo of ['', 'a@x.example, b@x.example', 'nobody']) expect(read({ ReplyTo })?.replyTo).to.equal(null);
  });

  it('has its text without control characters, cut to its limit', () => {
    const mail = read({ TextBody: `a\u0000b\u202e\r\nc${'d'.repeat(30_000)}`, Subject: 'x\ny' });
    expect(mail?.text.startsWith('ab\nc')).to.equal(true);
    expect(mail?.text).to.have.length(20_000);
  });

  it('has the text of its HTML when it has no text, without scripts', () => {
    const HtmlBody =
      '<table><tr><td>Name:</td><td>Noor</td></tr><tr><td>Phone:</td><td>1</td></tr></table><script>x</script>';
    const text = read({ TextBody: ' ', HtmlBody })?.text ?? '';
    expect(text).to.match(/Name:\s*Noor/);
    expect(text).to.match(/Phone:\s*1/);
    expect(text).to.not.include('x');
  });

  it('is ignored without a sender', () => {
    expect(read({ FromFull: undefined })).to.equal(null);
    expect(read({ FromFull: { Email: '' } })).to.equal(null);
  });
});

describe('an event of Postmark about a sent mail', () => {
  it('has the state, the time and the reason', () => {
    expect(readDelivery(deliveryEvent('eml_1'))).to.deep.include({
      emailId: 'eml_1',
      status: 'delivered',
      reason: null,
    });
    expect(readDelivery(openEvent('eml_1'))).to.deep.include({ status: 'opened' });
    expect(readDelivery(bounceEvent('eml_1'))).to.deep.include({
      ...{ status: 'bounced', reason: 'HardBounce' },
      at: new Date('2026-03-02T10:00:09Z'),
    });
  });

  it('is ignored when the mail may still arrive, or has none of our ids', () => {
    const ignored = [
      bounceEvent('eml_1', { Type: 'Transient' }),
      deliveryEvent('eml_1', { Metadata: {} }),
      { RecordType: 'x' },
    ];
    for (const event of ignored) expect(readDelivery(event)).to.deep.equal({ kind: 'other' });
  });

  it("has no time when Postmark's time can't be read", () => {
    expect(readDelivery(deliveryEvent('eml_1', { DeliveredAt: 'soon' }))).to.deep.include({ at: null });
  });
});

import { readInbound, readMessageId } from '@plotline/connect/providers/postmark/model/inbound';
import { readDelivery } from '@plotline/connect/providers/postmark/model/reports';
import { htmlToText } from '@plotline/connect/vendors/work/html-to-text';
import { expect } from 'chai';
import { bounceEvent, deliveryEvent, inboundEvent, openEvent } from '../../support/postmark.js';

const read = (change: object) => readInbound(inboundEvent(change), htmlToText);

describe('an email that Postmark posts', () => {
  it("is identified by its sender's Message-ID, or otherwise by Postmark's id", () => {
    const Headers = [{ Name: 'message-id', Value: ' <1@x> ' }];
    expect(readMessageId(inboundEvent({ Headers }))).to.equal('<1@x>');
    expect(readMessageId(inboundEvent({ Headers: [], MessageID: 'pm-1' }))).to.equal('pm-1');
    expect(readMessageId(inboundEvent({ Headers: 'none', MessageID: 'pm-2' }))).to.equal('pm-2');
  });

  it('has a reply address only when the email has one', () => {
    expect(read({ ReplyTo: '"Noor" <Noor@Example.com>' })?.replyTo).to.deep.equal({
      name: 'Noor',
      address: 'noor@example.com',
    });
    expect(read({ ReplyTo: 'noor@example.com' })?.replyTo?.address).to.equal('noor@example.com');
    for (const ReplyTo of ['', 'a@x.example, b@x.example', 'nobody']) expect(read({ ReplyTo })?.replyTo).to.equal(null);
  });

  it('keeps its text without control characters, cut to the limit', () => {
    const mail = read({ TextBody: `a\u0000b\u202e\r\nc${'d'.repeat(30_000)}`, Subject: 'x\ny' });
    expect(mail?.text.startsWith('ab\nc')).to.equal(true);
    expect(mail?.text).to.have.length(20_000);
  });

  it('takes its text from its HTML, without scripts, when it has no plain text', () => {
    const HtmlBody =
      '<table><tr><td>Name:</td><td>Noor</td></tr><tr><td>Phone:</td><td>1</td></tr></table><script>x</script>';
    const text = read({ TextBody: ' ', HtmlBody })?.text ?? '';
    expect(text).to.match(/Name:\s*Noor/);
    expect(text).to.match(/Phone:\s*1/);
    expect(text).to.not.include('x');
  });

  it('is ignored if it has no sender', () => {
    expect(read({ FromFull: undefined })).to.equal(null);
    expect(read({ FromFull: { Email: '' } })).to.equal(null);
  });
});

describe('a Postmark event about a sent email', () => {
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

  it('is ignored when the email may still arrive, or has none of our ids', () => {
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

import { createSampleDigest, renderDigest, toShownEvent } from '@plotline/webhook/channels/model/digest-text';
import { createSampleEvent } from '@plotline/webhook/channels/model/event-samples';
import { expect } from 'chai';

const digest = { name: 'Morning mail', schedule: { time_zone: 'Europe/Lisbon' } };
const since = new Date('2026-07-01T07:00:00Z');
const until = new Date('2026-07-02T07:00:00Z');
const latest = [toShownEvent({ ...createSampleEvent('lead.won'), timestamp: '2026-07-02T06:30:00.000Z' })];

describe('the text of a digest', () => {
  it('counts events by kind, most frequent first, and shows the latest ones in its time zone', () => {
    const counts = new Map([
      ['lead.won', 1],
      ['lead.created', 3],
    ]);
    expect(renderDigest(digest, { since, until, counts, isCut: false, latest })).to.deep.equal({
      subject: 'Morning mail: 4 events',
      paragraphs: [
        'Events from 1 July, 08:00 to 2 July, 08:00 (Europe/Lisbon):',
        'Lead created: 3\nLead won: 1',
        'The latest 1:',
        '2 July, 07:30 – Lead won: Maria Silva',
      ],
    });
  });

  it('says when there were more events than it counts', () => {
    const counts = new Map([['lead.won', 1]]);
    const { subject, paragraphs } = renderDigest(digest, { since, until, counts, isCut: true, latest });
    expect(subject).to.equal('Morning mail: 1 event');
    expect(paragraphs[2]).to.equal(
      'There were too many events to count all of them. The counts cover only the latest ones.',
    );
    expect(paragraphs[3]).to.equal('One by one:');
  });

  it('has an example for each of its events', () => {
    const { paragraphs } = renderDigest(digest, createSampleDigest(['unit.sold', 'invoice.paid'], until));
    expect(paragraphs[1]).to.equal('Unit sold: 1\nInvoice paid: 1');
    expect(paragraphs.at(-1)).to.equal(
      '2 July, 08:00 – Unit sold: Tower A, 1204\n2 July, 08:00 – Invoice paid: INV-000042',
    );
  });
});

import { leadIn, payloadFor, withoutRecord } from '@plotline/webhook/domain/payload';
import { expect } from 'chai';

const published =
  '{"id":"evt_1","event":"lead.updated","timestamp":"2026-03-01T09:30:00.000Z","workspace_id":"ws_1",' +
  '"data":{"name":"Zoë","budget":1.50},"previous":{"name":"Zoe"}}';

describe('the payload', () => {
  it('is the published text, byte for byte', () => {
    expect(payloadFor('v2', published)).to.equal(published);
  });

  it('has, in the deprecated version, created_at for timestamp and neither id nor workspace_id', () => {
    expect(JSON.parse(payloadFor('v1', published))).to.deep.equal({
      event: 'lead.updated',
      created_at: '2026-03-01T09:30:00.000Z',
      data: { name: 'Zoë', budget: 1.5 },
      previous: { name: 'Zoe' },
    });
  });

  it('names the lead whose data it carries: of events about leads alone', () => {
    const data = { id: 'lead_1', name: 'Zoë' };
    expect(leadIn('lead.won', data)).to.equal('lead_1');
    expect(leadIn('deal.created', data)).to.equal(null);
    expect(leadIn('lead.won', {})).to.equal(null);
  });

  it('without the record keeps what the event says of itself, and the id', () => {
    const event = { id: 'evt_1', event: 'lead.updated', timestamp: 'now', workspace_id: 'ws_1' };
    const full = { ...event, data: { id: 'lead_1', name: 'Zoë' }, previous: { name: 'Zoe' } };
    const redacted = withoutRecord(JSON.stringify(full));
    expect(JSON.parse(redacted)).to.deep.equal({ ...event, data: { id: 'lead_1' } });
    expect(withoutRecord(redacted)).to.equal(redacted);
  });
});

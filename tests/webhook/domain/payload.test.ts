import { erasedLead, leadIn, payloadFor, withoutRecord, workspaceOf } from '@plotline/webhook/domain/payload';
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

  it('tells the workspace of an event, and is refused when it has none', () => {
    expect(workspaceOf(published)).to.equal('ws_1');
    for (const text of ['{}', '[]', 'null', '{"workspace_id":1}', 'no json']) {
      expect(() => workspaceOf(text), text).to.throw();
    }
  });

  it('names the lead whose data it carries: of events about leads alone', () => {
    const text = '{"data":{"id":"lead_1","name":"Zoë"}}';
    expect(leadIn('lead.won', text)).to.equal('lead_1');
    expect(leadIn('deal.created', text)).to.equal(null);
    expect(leadIn('lead.won', '{"data":null}')).to.equal(null);
  });

  it('of an erasure names the lead, and is refused when it does not', () => {
    expect(erasedLead('{"data":{"lead_id":"lead_1"}}')).to.equal('lead_1');
    for (const text of ['{}', '{"data":{}}', '{"data":{"lead_id":1}}']) expect(() => erasedLead(text), text).to.throw();
  });

  it('without the record keeps what the event says of itself, and the id', () => {
    const event = { id: 'evt_1', event: 'lead.updated', timestamp: 'now', workspace_id: 'ws_1' };
    const full = { ...event, data: { id: 'lead_1', name: 'Zoë' }, previous: { name: 'Zoe' } };
    const redacted = withoutRecord(JSON.stringify(full));
    expect(JSON.parse(redacted)).to.deep.equal({ ...event, data: { id: 'lead_1' } });
    expect(withoutRecord(redacted)).to.equal(redacted);
  });
});

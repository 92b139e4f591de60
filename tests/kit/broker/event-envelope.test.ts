import { formatEnvelope, parseEnvelope, readText, readTexts } from '@plotline/kit/broker/event-envelope';
import { expect } from 'chai';

const fields = {
  id: 'evt_1',
  event: 'lead.updated',
  timestamp: new Date('2026-03-01T09:30:00.000Z'),
  workspace_id: 'ws_1',
  data: { id: 'lead_1', name: 'Zoë' },
  previous: { name: 'Zoe' },
};

describe('the envelope of an event', () => {
  it('is read as it was written', () => {
    expect(parseEnvelope(formatEnvelope(fields))).to.deep.equal(fields);
  });

  it('has its fields in the order of the contract, and no previous where nothing changed', () => {
    expect(formatEnvelope({ ...fields, data: {}, previous: undefined })).to.equal(
      '{"id":"evt_1","event":"lead.updated","timestamp":"2026-03-01T09:30:00.000Z","workspace_id":"ws_1","data":{}}',
    );
  });

  it('has no data and no previous fields where the payload has none', () => {
    for (const data of [null, undefined, 1]) {
      const payload = formatEnvelope({ ...fields, data, previous: undefined });
      expect(parseEnvelope(payload)).to.deep.include({ data: {}, previous: {} });
    }
  });

  it('is refused when it is none', () => {
    const incomplete = ['id', 'event', 'timestamp', 'workspace_id'].map((name) =>
      JSON.stringify({ ...fields, [name]: undefined }),
    );
    for (const text of ['{}', '[]', 'null', '{"workspace_id":1}', 'no json', ...incomplete]) {
      expect(() => parseEnvelope(text), text).to.throw();
    }
  });
});

describe('readText and readTexts', () => {
  it('read what is there', () => {
    expect(readText({ lead_id: 'lead_1' }, 'lead_id')).to.equal('lead_1');
    expect(readTexts({ ids: ['unit_1', 'prop_1'] }, 'ids')).to.deep.equal(['unit_1', 'prop_1']);
  });

  it('refuse what is no text or is not there', () => {
    for (const data of [{}, { ids: 1 }, { ids: [1] }, { ids: 'unit_1' }]) {
      expect(() => readTexts(data, 'ids'), JSON.stringify(data)).to.throw();
    }
    for (const data of [{}, { lead_id: 1 }, { lead_id: null }]) {
      expect(() => readText(data, 'lead_id'), JSON.stringify(data)).to.throw();
    }
  });
});

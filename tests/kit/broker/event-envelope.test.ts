import {
  formatEnvelope,
  parseEnvelope,
  readField,
  readOptionalText,
  readText,
  readTexts,
} from '@plotline/kit/broker/message';
import { expect } from 'chai';

const fields = {
  id: 'evt_1',
  event: 'lead.updated',
  timestamp: new Date('2026-03-01T09:30:00.000Z'),
  workspace_id: 'ws_1',
  data: { id: 'lead_1', name: 'Zoë' },
  previous: { name: 'Zoe' },
};

describe('formatEnvelope and parseEnvelope', () => {
  it('are inverses of each other', () => {
    expect(parseEnvelope(formatEnvelope(fields))).to.deep.equal(fields);
  });

  it("write the fields in the contract's order, and omit previous if nothing changed", () => {
    expect(formatEnvelope({ ...fields, data: {}, previous: undefined })).to.equal(
      '{"id":"evt_1","event":"lead.updated","timestamp":"2026-03-01T09:30:00.000Z","workspace_id":"ws_1","data":{}}',
    );
  });

  it('read missing data and missing previous values as empty', () => {
    for (const data of [null, undefined, 1]) {
      const payload = formatEnvelope({ ...fields, data, previous: undefined });
      expect(parseEnvelope(payload)).to.deep.include({ data: {}, previous: {} });
    }
  });

  it('refuse anything but an envelope', () => {
    const incomplete = ['id', 'event', 'timestamp', 'workspace_id'].map((name) =>
      JSON.stringify({ ...fields, [name]: undefined }),
    );
    for (const text of ['{}', '[]', 'null', '{"workspace_id":1}', 'no json', ...incomplete]) {
      expect(() => parseEnvelope(text), text).to.throw();
    }
  });
});

describe('readText and readTexts', () => {
  it('read present values', () => {
    expect(readText({ lead_id: 'lead_1' }, 'lead_id')).to.equal('lead_1');
    expect(readTexts({ ids: ['unit_1', 'prop_1'] }, 'ids')).to.deep.equal(['unit_1', 'prop_1']);
  });

  it('refuse missing values and values that are not text', () => {
    for (const data of [{}, { ids: 1 }, { ids: [1] }, { ids: 'unit_1' }]) {
      expect(() => readTexts(data, 'ids'), JSON.stringify(data)).to.throw();
    }
    for (const data of [{}, { lead_id: 1 }, { lead_id: null }]) {
      expect(() => readText(data, 'lead_id'), JSON.stringify(data)).to.throw();
    }
  });
});

describe('readField and readOptionalText', () => {
  it('read a field of an object in an event', () => {
    expect(readField({ response_code: 500 }, 'response_code')).to.equal(500);
    expect(readOptionalText({ error: 'timed out' }, 'error')).to.equal('timed out');
  });

  it('return nothing for a value that is not an object, or for a field of another type', () => {
    for (const value of [null, undefined, 'text', 1, ['error'], {}]) {
      expect(readField(value, 'error'), JSON.stringify(value)).to.equal(undefined);
      expect(readOptionalText(value, 'error'), JSON.stringify(value)).to.equal(null);
    }
    expect(readOptionalText({ error: 500 }, 'error')).to.equal(null);
    expect(readField({}, 'toString')).to.equal(undefined);
  });
});

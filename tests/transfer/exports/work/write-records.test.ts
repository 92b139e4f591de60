import { gunzipSync } from 'node:zlib';
import { exportMediaTypes } from '@plotline/transfer/exports/model/export';
import { type ExportOptions, writeRecords } from '@plotline/transfer/exports/work/write-records';
import { openFile } from '@plotline/transfer/formats/work/open-file';
import { formatCell, formatCsv } from '@plotline/transfer/formats/work/write-csv';
import { defaultConversion } from '@plotline/transfer/imports/model/conversion';
import { guessMapping } from '@plotline/transfer/imports/model/mapping';
import { createRecordMapper } from '@plotline/transfer/imports/model/to-record';
import { expect } from 'chai';
import { collect, readText } from '../../support/file-content.js';

async function* toTexts(records: readonly object[]): AsyncGenerator<string> {
  for (const record of records) yield JSON.stringify(record);
}

const lead = {
  external_id: 'CRM-1',
  name: '=HYPERLINK("http://x.example";"Ann")',
  email: 'ann@example.com',
  phone: '+351 910 000 001',
  source: 'website',
  interested_properties: ['unit_1', 'prop_2'],
  assigned_agent: 'agent_1',
  budget: { min: 1.234, max: 320_000, currency: 'EUR' },
  notes: 'two\r\nlines, "quoted"; and\ttabs',
  tags: ['vip', 'a;b', 'c;=1', '[x]'],
  next_follow_up: '2026-03-08T09:30:00.000Z',
};
const unit = {
  property_id: 'prop_1',
  name: "'=Unit;'=1; +2",
  bedrooms: 2,
  bathrooms: 2.5,
  size: { interior: 118.125, unit: 'sqm' },
  price: { amount: 1_850_000, currency: 'AED' },
  features: ['east', '-2 floors'],
  assigned_agent: 'agent_1',
  gallery: ['https://x.example/a,b.jpg', 'https://x.example/c.jpg'],
};
const property = {
  name: 'Zoë – 海',
  location: { city: 'Köln', coordinates: { lat: -25.081, lng: 55.14 } },
  media: { floor_plans: ['https://x.example/1;2.pdf'] },
  completion_date: '2027-06-30',
};

describe('an export as CSV', () => {
  for (const [resource, record] of [
    ['leads', lead],
    ['units', unit],
    ['properties', property],
  ] as const) {
    for (const hasByteOrderMark of [true, false]) {
      it(`restores ${resource} when it is imported, ${hasByteOrderMark ? 'with' : 'without'} a byte order mark`, async () => {
        const names = { property_name: 'Quay', assigned_agent_name: 'Ada', interested_property_names: ['Quay'] };
        const answered = { id: 'x_1', created_at: '2026-03-01T09:30:00.000Z', ...record, ...names };
        const content = writeRecords(toTexts([answered, answered]), { resource, format: 'csv', hasByteOrderMark });
        const file = await openFile(content, { resource, format: 'csv' });
        const description = { resource, format: 'csv', mapping: guessMapping(resource, file.columns ?? []) } as const;
        const map = createRecordMapper(description, { conversion: defaultConversion, evidence: [], timeZone: 'UTC' });
        const records = (await collect(file.records)).map(({ values }) => map(values));
        const { created_at } = answered;
        const expected = resource === 'leads' ? { ...record, created_at } : record;
        expect(records).to.deep.equal([
          { record: expected, faults: [] },
          { record: expected, faults: [] },
        ]);
      });
    }
  }

  it('has lines as in RFC 4180, a header, and no cell that is a formula', async () => {
    const names = { lead_name: '+Ann', property_name: null };
    const deal = { id: 'deal_1', lead_id: 'x;=1', value: -5, currency: '@EUR', status: 'a "b", c', ...names };
    const text = await readText(writeRecords(toTexts([deal]), { resource: 'deals', format: 'csv' }));
    expect(text).to.equal(
      'id,lead_id,lead_name,lead_email,property_id,property_name,unit_id,unit_name,agent_id,agent_name,agent_email,' +
        'value,currency,commission,payment_plan_id,invoiced,paid,status,closed_at,cancelled_at,created_at,' +
        'updated_at\r\n' +
        `deal_1,x;'=1,'+Ann,,,,,,,,,-5,'@EUR,,,,,"a ""b"", c",,,,\r\n`,
    );
  });

  it('has a header even if there are no records', async () => {
    const text = await readText(writeRecords(toTexts([]), { resource: 'commissions', format: 'csv' }));
    expect(text).to.equal(
      'id,deal_id,agent_id,agent_name,agent_email,rate,amount,currency,status,created_at,updated_at\r\n',
    );
  });

  it('writes other values as JSON', () => {
    expect(formatCsv([[formatCell({ a: 1 }), formatCell(true), formatCell([1])]])).to.equal('"{""a"":1}",true,[1]\r\n');
  });
});

describe('an export as JSON', () => {
  const records = [{ id: 'a', name: 'Zoë\n' }, { id: 'b' }];

  it('is an array of records', async () => {
    for (const some of [records, records.slice(0, 1), []]) {
      const text = await readText(writeRecords(toTexts(some), { resource: 'leads', format: 'json' }));
      expect(JSON.parse(text)).to.deep.equal(some);
    }
  });

  it('has one record per line as JSON lines', async () => {
    const text = await readText(writeRecords(toTexts(records), { resource: 'leads', format: 'jsonl' }));
    expect(text).to.equal(`${records.map((record) => JSON.stringify(record)).join('\n')}\n`);
  });
});

describe('an export of any format', () => {
  for (const format of ['csv', 'json', 'jsonl'] as const) {
    const options: ExportOptions = { resource: 'leads', format };
    it(`is written while it is read, many records at a time, plain or compressed: ${exportMediaTypes[format]}`, async () => {
      const records = Array.from({ length: 5000 }, (_, place) => ({ id: `lead_${place}`, name: 'x'.repeat(50) }));
      let read = 0;
      async function* counted() {
        for await (const text of toTexts(records)) {
          read += 1;
          yield text;
        }
      }
      const pieces: Buffer[] = [];
      for await (const piece of writeRecords(counted(), options)) {
        if (pieces.length < 2) expect(read).to.be.below(2000);
        pieces.push(piece);
      }
      const plain = Buffer.concat(pieces);
      const packed = Buffer.concat(await collect(writeRecords(toTexts(records), { ...options, isCompressed: true })));
      expect(gunzipSync(packed).equals(plain)).to.equal(true);
    });

    it(`fails with the error of its records, even if it is compressed: ${format}`, async () => {
      async function* failing(): AsyncGenerator<string> {
        yield '{}';
        throw new Error('snapshot gone');
      }
      for (const isCompressed of [false, true]) {
        let message = '';
        try {
          await collect(writeRecords(failing(), { ...options, isCompressed }));
        } catch (error) {
          message = String(error);
        }
        expect(message).to.match(/snapshot gone/);
      }
    });
  }
});

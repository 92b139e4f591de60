import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

describe('GET /v1/imports/:id/errors', () => {
  const service = useFixture(() => startTransferService());
  const csv = [
    'Full name;E-mail;Budget from;Colour',
    'Ada;ada@example.com;5;red',
    'Ben;ben.example.com;7;"blue; or\ngreen"',
    'Cy;cy@example.com;many;',
    "'=1+1;nobody;;-2",
    '',
  ].join('\n');

  it('lists every failed row with its errors and values, in the order of the file, in pages', async () => {
    const { id, rows } = await service().importFile('/v1/leads/import', csv);
    expect(rows).to.include({ created: 1, failed: 3 });
    const { body, meta } = await service().request('GET', `/v1/imports/${id}/errors`);
    expect(meta).to.include({ total: 3, total_pages: 1 });
    expect(body.map(({ row, field }: { row: number; field: string }) => [row, field])).to.deep.equal([
      [3, 'email'],
      [4, 'budget.min'],
      [5, 'email'],
    ]);
    expect(body[0]).to.deep.include({
      message: 'must be an e-mail address',
      details: [{ field: 'email', message: 'must be an e-mail address' }],
      values: { 'Full name': 'Ben', 'E-mail': 'ben.example.com', 'Budget from': '7', Colour: 'blue; or\ngreen' },
    });
    const second = await service().request('GET', `/v1/imports/${id}/errors?per_page=2&page=2&order=desc`);
    expect(second.body.map(({ row }: { row: number }) => row)).to.deep.equal([3]);
    const walk = await service().request('GET', `/v1/imports/${id}/errors?per_page=2&cursor=`);
    const next = encodeURIComponent(walk.meta.next_cursor);
    const rest = await service().request('GET', `/v1/imports/${id}/errors?per_page=2&cursor=${next}`);
    expect([...walk.body, ...rest.body].map(({ row }: { row: number }) => row)).to.deep.equal([3, 4, 5]);
  });

  it('returns the requested fields, and refuses unknown fields and other orders', async () => {
    const { id } = await service().importFile('/v1/leads/import', csv);
    const list = (query: string) => service().request('GET', `/v1/imports/${id}/errors?${query}`);
    expect((await list('fields=row,field&sort=row&order=desc&per_page=2')).body).to.deep.equal([
      { row: 5, field: 'email' },
      { row: 4, field: 'budget.min' },
    ]);
    for (const parameter of ['fields', 'sort']) {
      const refused = await list(`${parameter}=created_at`);
      expect([refused.status, refused.body.details?.[0].field]).to.deep.equal([422, parameter]);
    }
  });

  it('returns a CSV file with all original columns that can be corrected and sent again', async () => {
    const { id, mapping } = await service().importFile('/v1/leads/import', csv);
    const { body, headers } = await service().request('GET', `/v1/imports/${id}/errors?format=csv`);
    expect(headers.get('content-type')).to.equal('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).to.include(`${id}-errors.csv`);
    expect(body.split('\r\n')).to.deep.equal([
      'Full name,E-mail,Budget from,Colour,row,error',
      'Ben,ben.example.com,7,"blue; or\ngreen",3,email must be an e-mail address',
      `Cy,cy@example.com,many,,4,${body.match(/"budget\.min [^\r]+/)?.[0]}`,
      "'=1+1,nobody,,'-2,5,email must be an e-mail address",
      '',
    ]);
    const byHeader = await service().request('GET', `/v1/imports/${id}/errors`, { headers: { accept: 'text/csv' } });
    expect(byHeader.body).to.equal(body);
    const mended = body.replace('ben.example', 'ben@example').replace('many', '9').replace('nobody', 'n@example.com');
    const again = await service().importFile('/v1/leads/import', mended);
    expect(again.rows).to.deep.include({ total: 3, created: 3, failed: 0 });
    expect(again.mapping).to.deep.equal(mapping);
    expect(service().records.stored.slice(-3)).to.deep.equal([
      { name: 'Ben', email: 'ben@example.com', budget: { min: 7 } },
      { name: 'Cy', email: 'cy@example.com', budget: { min: 9 } },
      { name: '=1+1', email: 'n@example.com' },
    ]);
  });

  it('returns a complete CSV file, even if a missing column has the name of an inherited property', async () => {
    const mapping = { name: 'name', email: 'email', constructor: 'notes' };
    const lines = '{"name": "Ada", "email": "ada"}\n';
    const query = `?mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    const { id } = await service().importFile(`/v1/leads/import${query}`, lines, { type: 'application/jsonl' });
    const { body } = await service().request('GET', `/v1/imports/${id}/errors?format=csv`);
    expect(body.split('\r\n')).to.deep.equal([
      'name,email,constructor,row,error',
      'Ada,ada,,1,email must be an e-mail address',
      '',
    ]);
  });

  it('returns CSV with the fields as columns if the file had no header', async () => {
    const lines = '{"name": "Ada", "email": "ada", "budget": {"min": 5}, "tags": ["a", "b"]}\nno JSON\n';
    const { id } = await service().importFile('/v1/leads/import', lines, { type: 'application/jsonl' });
    const { body } = await service().request('GET', `/v1/imports/${id}/errors?format=csv`);
    const mended = body.split('\r\n').slice(0, 2).join('\r\n').replace(',ada,', ',ada@example.com,');
    await service().importFile('/v1/leads/import', `${mended}\r\n`);
    const stored = { name: 'Ada', email: 'ada@example.com', budget: { min: 5 }, tags: ['a', 'b'] };
    expect(service().records.stored.at(-1)).to.deep.equal(stored);
  });
});

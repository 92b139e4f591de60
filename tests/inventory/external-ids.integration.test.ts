import { expect } from 'chai';
import { useFixture } from '../support/use-fixture.js';
import { fieldsOf, person, propertyBody, startInventory, unitBody } from './support/inventory.js';

describe('external_id of listings', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;

  before(async () => {
    propertyId = (await inventory().create('/v1/properties', propertyBody)).id;
  });

  const kinds = [
    {
      path: '/v1/properties',
      event: 'property',
      body: (): object => propertyBody,
      required: ['name', 'type', 'location'],
    },
    {
      path: '/v1/units',
      event: 'unit',
      body: (): object => unitBody(propertyId),
      required: ['property_id', 'name', 'price'],
    },
  ];
  for (const { path, event, body, required } of kinds) {
    const put = (externalId: string, fields: object, options = {}) =>
      inventory().request('PUT', `${path}/external/${encodeURIComponent(externalId)}`, { body: fields, ...options });
    const get = (externalId: string, options = {}) =>
      inventory().request('GET', `${path}/external/${encodeURIComponent(externalId)}`, options);
    const names = async (id: string) =>
      (await inventory().events(id)).map(({ event: name }: { event: string }) => name);

    it(`${path}: is set, changed and cleared, and included in reads, lists and events`, async () => {
      const { id } = await inventory().create(path, { ...body(), external_id: 'A/Ü 1' });
      expect((await inventory().request('GET', `${path}/${id}`)).body.external_id).to.equal('A/Ü 1');
      const list = `${path}?external_id=none,A/%C3%9C 1&fields=external_id&sort=name`;
      expect((await inventory().request('GET', list)).body).to.deep.equal([{ id, external_id: 'A/Ü 1' }]);
      await inventory().request('PUT', `${path}/${id}`, { body: { external_id: 'B' } });
      const cleared = await inventory().request('PUT', `${path}/${id}`, { body: { external_id: null } });
      expect(cleared.body.external_id).to.equal(null);
      const [, changed, last] = await inventory().events(id);
      expect([changed.previous.external_id, last.previous.external_id]).to.deep.equal(['A/Ü 1', 'B']);
      expect((await inventory().request('GET', `${path}?external_id=A,B`)).body).to.deep.equal([]);
    });

    it(`${path}: is refused with 409 and the id of the record that has it, until that record is deleted`, async () => {
      const first = await inventory().create(path, { ...body(), external_id: 'taken' });
      const other = await inventory().create(path, body());
      const fields = { ...body(), external_id: 'taken' };
      for (const answer of [
        await inventory().request('POST', path, { body: fields }),
        await inventory().request('PUT', `${path}/${other.id}`, { body: { external_id: 'taken' } }),
      ]) {
        expect([answer.status, answer.body.reason, answer.body.data]).to.deep.equal([
          409,
          'external_id_in_use',
          { id: first.id },
        ]);
      }
      await inventory().request('DELETE', `${path}/${first.id}`);
      expect((await inventory().request('POST', path, { body: fields })).status).to.equal(201);
    });

    it(`${path}: is given to only one of 50 simultaneously created records`, async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () =>
          inventory().request('POST', path, { body: { ...body(), external_id: 'race' } }),
        ),
      );
      const counts = [201, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length);
      expect(counts).to.deep.equal([1, 49]);
    });

    it(`${path}: PUT by external_id creates with the defaults of POST, then updates, then changes nothing`, async () => {
      const made = await put('a/b c', body());
      expect(made.status).to.equal(201);
      const posted = await inventory().create(path, body());
      expect(made.body).to.deep.include({ external_id: 'a/b c', status: posted.status });
      const again = await put('a/b c', { ...body(), external_id: 'a/b c' });
      expect([again.status, again.body]).to.deep.equal([200, made.body]);
      const changed = await put('a/b c', { name: 'Another' });
      expect([changed.status, changed.body.name, changed.body.id]).to.deep.equal([200, 'Another', made.body.id]);
      expect(changed.headers.get('etag')).to.match(/^"2-/);
      expect((await get('a/b c')).body).to.deep.equal(changed.body);
      expect(await names(made.body.id)).to.deep.equal([`${event}.created`, `${event}.updated`]);
    });

    it(`${path}: PUT by external_id reports missing fields, and refuses invalid or different external ids`, async () => {
      const missing = await put('bad', {});
      expect([missing.status, fieldsOf(missing.body)]).to.deep.equal([422, required]);
      expect(fieldsOf((await put('bad', { ...body(), external_id: 'other' })).body)).to.deep.equal(['external_id']);
      expect(fieldsOf((await put('x'.repeat(256), body())).body)).to.deep.equal(['external_id']);
      expect((await get('bad')).status).to.equal(404);
    });

    it(`${path}: PUT by external_id creates once for 10 simultaneous requests, and honours preconditions`, async () => {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, place) => put('ten', { ...body(), name: `${place}` })),
      );
      expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
      expect(new Set(answers.map(({ body: record }) => record.id)).size).to.equal(1);
      const tag = (await get('ten')).headers.get('etag') ?? '';
      expect((await put('ten', { name: 'x' }, { headers: { 'if-match': tag } })).status).to.equal(200);
      expect((await put('ten', { name: 'y' }, { headers: { 'if-match': tag } })).status).to.equal(412);
      expect((await put('ten', { name: 'y' }, { headers: { 'if-none-match': '*' } })).status).to.equal(412);
    });

    it(`${path}: PUT by external_id refuses the ETag of a deleted record that had the id before`, async () => {
      const former = await put('anew', body());
      const tag = former.headers.get('etag') ?? '';
      await inventory().request('DELETE', `${path}/${former.body.id}`);
      const latter = await put('anew', body());
      expect((await put('anew', { name: 'x' }, { headers: { 'if-match': tag } })).status).to.equal(412);
      expect((await get('anew')).body).to.deep.equal(latter.body);
    });

    it(`${path}: PUT by external_id requires a role that may create and update`, async () => {
      expect((await put('role', body(), { as: person('agent', 'agent_amira') })).status).to.equal(403);
      expect((await put('role', body(), { as: person('admin') })).status).to.equal(201);
    });
  }

  it('does not reveal a hidden unit to a person who may not view it', async () => {
    await inventory().create('/v1/units', unitBody(propertyId, { external_id: 'hidden', visibility: 'private' }));
    const as = person('agent', 'agent_amira');
    expect((await inventory().request('GET', '/v1/units/external/hidden', { as })).status).to.equal(404);
    expect((await inventory().request('GET', '/v1/units?external_id=hidden', { as })).body).to.deep.equal([]);
    expect((await inventory().request('GET', '/v1/units/external/hidden')).status).to.equal(200);
  });

  it('is not stored by a PUT with an unknown property', async () => {
    const { status, body } = await inventory().request('PUT', '/v1/units/external/lost', {
      body: unitBody('prop_none'),
    });
    expect([status, fieldsOf(body)]).to.deep.equal([422, ['property_id']]);
  });

  it('causes a row error in bulk calls if a unit or an earlier row already has it', async () => {
    const holder = await inventory().create('/v1/units', unitBody(propertyId, { external_id: 'row' }));
    const units = ['row-1', 'row', null, 'row-1'].map((external_id) => unitBody(propertyId, { external_id }));
    const whole = await inventory().request('POST', '/v1/units/bulk', { body: { units } });
    expect([whole.status, whole.body.details]).to.deep.equal([
      422,
      [
        { field: 'units[1].external_id', message: `belongs to the unit ${holder.id}` },
        { field: 'units[3].external_id', message: 'belongs to units[0]' },
      ],
    ]);
    const partial = await inventory().request('POST', '/v1/units/bulk?partial=true', { body: { units } });
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 422, 201, 422]);
  });

  it('is given to only one unit by simultaneous bulk calls', async () => {
    const units = [unitBody(propertyId, { external_id: 'bulk race' }), unitBody(propertyId)];
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => inventory().request('POST', '/v1/units/bulk?partial=true', { body: { units } })),
    );
    const made = answers.filter(({ body }) => body[0].status === 201);
    expect([made.length, answers.every(({ body }) => body[1].status === 201)]).to.deep.equal([1, true]);
  });
});

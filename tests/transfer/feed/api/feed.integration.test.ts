import { readdir } from 'node:fs/promises';
import { FeedFiles } from '@plotline/transfer/feed/work/feed-files';
import { expect } from 'chai';
import { person } from '../../../inventory/support/inventory.js';
import { eventually } from '../../../support/eventually.js';
import { useFixture } from '../../../support/use-fixture.js';
import { follow } from '../../support/finished-export.js';
import { assertKyero } from '../../support/kyero-schema.js';
import { startTransferBesideInventory } from '../../support/transfer-beside-inventory.js';
import { parseXml, type XmlElement } from '../../support/xml-tree.js';

const minute = 60_000;
const hostile = `<b>"A" & 'B'</b> ]]> \u0007 é 🏡`;

function textOf(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return element?.text;
  return textOf(
    element?.children.find((child) => child.name === name),
    ...rest,
  );
}

describe('the feed', () => {
  let aheadMs = 0;
  const fixture = useFixture(() => startTransferBesideInventory(() => new Date(Date.now() + aheadMs)));
  const transfer = () => fixture().transfer;
  afterEach(() => {
    aheadMs = 0;
  });

  async function newFeed(as: object) {
    const { status, body } = await transfer().request('POST', '/v1/feed', { as });
    expect(status).to.equal(201);
    return body;
  }

  async function readUnits(link: string): Promise<{ id: string; name: string }[]> {
    const response = await follow(transfer(), link);
    expect(response.status).to.equal(200);
    return JSON.parse(await response.text()).units;
  }

  it('contains the available public units of properties that are not archived, in the documented formats', async () => {
    const as = { workspaceId: 'ws_feed' };
    const { inventory } = fixture();
    const location = {
      area: 'Ria',
      city: 'Faro',
      country: 'PT',
      address: 'Rua 1',
      coordinates: { lat: 37.01, lng: -7.9 },
    };
    const property = await inventory.property({ name: 'Quay', description: hostile, location }, as);
    const gone = await inventory.property({ name: 'Old', status: 'archived' }, as);
    const shown = await inventory.unit(
      property.id,
      {
        name: hostile,
        visibility: 'public',
        unit_number: '1-2',
        bedrooms: 2,
        bathrooms: 1.5,
        size: { interior: 1_000, unit: 'sqft' },
        price: { amount: 99_999.6, currency: 'EUR' },
        features: ['Sea & sun'],
        gallery: ['https://example.com/a.jpg?x=1&y=2'],
        assigned_agent: 'agent_amira',
        external_id: 'CRM-1',
      },
      as,
    );
    const price = { amount: 400_000, currency: 'EUR' };
    const plain = await inventory.unit(property.id, { name: 'Plain', visibility: 'public', price }, as);
    for (const visibility of ['agents', 'team', 'private']) await inventory.unit(property.id, { visibility }, as);
    for (const status of ['reserved', 'sold', 'off_market', 'rented']) {
      await inventory.unit(property.id, { visibility: 'public', status }, as);
    }
    await inventory.unit(gone.id, { visibility: 'public' }, as);
    const { xml_url, json_url } = await newFeed(as);
    const text = await (await follow(transfer(), xml_url)).text();
    const root = parseXml(text);
    assertKyero(root);
    const listed = root.children.filter(({ name }) => name === 'property');
    expect(listed.map((one) => textOf(one, 'id'))).to.deep.equal([shown.id, plain.id]);
    const [first] = listed;
    expect(textOf(first, 'desc', 'en')).to.include(hostile.replace('\u0007', ''));
    expect(
      ['price', 'ref', 'town', 'province', 'country', 'beds', 'baths'].map((name) => textOf(first, name)),
    ).to.deep.equal(['100000', '1-2', 'Ria', 'Faro', 'Portugal', '2', '1']);
    expect(textOf(first, 'surface_area', 'built')).to.equal('93');
    expect(textOf(first, 'images', 'image', 'url')).to.equal('https://example.com/a.jpg?x=1&y=2');
    const units = await readUnits(json_url);
    expect(units.map(({ id, name }) => [id, name])).to.deep.equal([
      [shown.id, hostile],
      [plain.id, 'Plain'],
    ]);
    for (const secret of ['agent_amira', 'CRM-1', 'visibility', 'assigned_agent']) {
      expect(text + JSON.stringify(units)).not.to.include(secret);
    }
  });

  it('reports its health: omitted units with the reasons, and values that differ', async () => {
    const as = { workspaceId: 'ws_health' };
    const { inventory } = fixture();
    const health = (caller: object = as) => transfer().request('GET', '/v1/feed/health', { as: caller });
    expect((await health()).status).to.equal(404);
    const { id } = await inventory.property({ name: 'Quay' }, as);
    const euros = { amount: 99_000, currency: 'EUR' };
    const unit = (fields: object) => inventory.unit(id, { visibility: 'public', price: euros, ...fields }, as);
    await unit({ name: 'Good', size: { interior: 1_250, unit: 'sq. ft.' } });
    const odd = await unit({ name: 'Odd', size: { interior: 5, unit: 'rods' } });
    const dirhams = await unit({ name: 'Dirhams', price: { amount: 1, currency: 'AED' } });
    const { xml_url, json_url } = await newFeed(as);
    const first = (await health()).body;
    expect(first.units).to.deep.equal({ listed: 2, left_out: 1, changed: 1 });
    expect(first.left_out).to.have.length(1);
    const left = { reason: 'currency', count: 1, units: [{ id: dirhams.id, name: 'Dirhams', value: 'AED' }] };
    expect(first.left_out[0]).to.deep.include(left);
    const changed = { reason: 'size_unit_not_understood', field: 'size.unit', count: 1 };
    expect(first.changed_values[0]).to.deep.include({
      ...changed,
      units: [{ id: odd.id, name: 'Odd', value: 'rods' }],
    });
    const xml = await (await follow(transfer(), xml_url)).text();
    expect(xml.match(/<built>\d+<\/built>/g)).to.deep.equal(['<built>116</built>']);
    expect(xml).not.to.include(dirhams.id);
    expect(first).to.include({ size: Buffer.byteLength(xml), written_at: first.changed_at });
    expect(await readUnits(json_url)).to.have.length(3);
    aheadMs = 2 * minute;
    await inventory.request('PUT', `/v1/units/${dirhams.id}`, { body: { price: euros }, as });
    const second = (await health()).body;
    expect([second.units.listed, second.left_out]).to.deep.equal([3, []]);
    expect(second.written_at > first.written_at).to.equal(true);
    expect((await health({ ...as, ...person('agent') })).body.reason).to.equal('role_not_allowed');
  });

  it('has the same ETag and time until it changes, and is at most five minutes old', async () => {
    const as = { workspaceId: 'ws_age' };
    const { id } = await fixture().inventory.property({}, as);
    await fixture().inventory.unit(id, { name: 'A', visibility: 'public' }, as);
    const { json_url } = await newFeed(as);
    const { headers } = await follow(transfer(), json_url);
    const [tag, changed] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    const status = async (given: Record<string, string>) =>
      (await follow(transfer(), json_url, { headers: given })).status;
    expect(await status({ 'if-none-match': tag })).to.equal(304);
    expect(await status({ 'if-modified-since': changed })).to.equal(304);
    expect(await status({ 'if-none-match': '"another"', 'if-modified-since': changed })).to.equal(200);
    aheadMs = 6 * minute;
    expect(await status({ 'if-none-match': tag, 'if-modified-since': changed })).to.equal(304);
    await fixture().inventory.unit(id, { name: 'B', visibility: 'public' }, as);
    expect((await readUnits(json_url)).map(({ name }) => name)).to.deep.equal(['A']);
    aheadMs = 12 * minute;
    expect((await readUnits(json_url)).map(({ name }) => name)).to.deep.equal(['A', 'B']);
    await fixture().inventory.unit(id, { name: 'C', visibility: 'public' }, as);
    aheadMs = 14 * minute;
    // The feed is served unchanged while it is regenerated.
    expect(await readUnits(json_url)).to.have.length(2);
    await eventually(async () => expect(await readUnits(json_url)).to.have.length(3));
  });

  it('is generated once for simultaneous requests', async () => {
    const as = { workspaceId: 'ws_flight' };
    await fixture().inventory.property({}, as);
    const { id, xml_url } = await newFeed(as);
    const tenant = { ...as, mode: 'live' } as const;
    const asLookedUp = await transfer().context.feeds.get(tenant);
    if (!asLookedUp) throw new Error('The feed is not stored.');
    const answers = await Promise.all(Array.from({ length: 20 }, () => follow(transfer(), xml_url)));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    // Simulates a request that arrives late.
    await new FeedFiles(transfer().context).get(tenant, asLookedUp, 'xml');
    const made = await readdir(transfer().folder);
    expect(made.filter((name) => name.startsWith(id))).to.have.length(1);
  });

  it('has addresses for one mode, which stop working when it gets new ones or is deleted', async () => {
    const as = { workspaceId: 'ws_rotate' };
    const statusOf = async (link: string) => (await follow(transfer(), link)).status;
    const first = await newFeed(as);
    expect([await statusOf(first.xml_url), await statusOf(first.json_url)]).to.deep.equal([200, 200]);
    const second = await newFeed(as);
    expect(second).to.deep.include({ id: first.id, created_at: first.created_at });
    expect([await statusOf(first.xml_url), await statusOf(second.xml_url)]).to.deep.equal([404, 200]);
    const shown = await transfer().request('GET', '/v1/feed', { as });
    expect(shown.body).to.deep.equal({ ...second, xml_url: null, json_url: null });
    expect(second.xml_url.endsWith(`${shown.body.token_last4}.xml`)).to.equal(true);
    const sandbox = { ...as, mode: 'sandbox' } as const;
    expect((await transfer().request('GET', '/v1/feed', { as: sandbox })).status).to.equal(404);
    expect((await newFeed(sandbox)).xml_url).to.match(/\/feeds\/test_\w+\.xml$/);
    expect((await transfer().request('DELETE', '/v1/feed', { as })).status).to.equal(204);
    expect((await transfer().request('DELETE', '/v1/feed', { as })).status).to.equal(404);
    expect(await statusOf(second.xml_url)).to.equal(404);
    for (const name of ['x.xml', `${second.xml_url.slice(0, -4)}`.split('/').at(-1), 'live_x.json.xml', '.xml']) {
      expect(await statusOf(`https://auth.example.com/feeds/${name}`), name).to.equal(404);
    }
  });

  it('is deleted only if it has the version in If-Match', async () => {
    const as = { workspaceId: 'ws_stale' };
    await newFeed(as);
    const read = await transfer().request('GET', '/v1/feed', { as });
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    await newFeed(as);
    const refused = await transfer().request('DELETE', '/v1/feed', { as, headers });
    expect([refused.status, refused.body.reason]).to.deep.equal([412, 'record_changed']);
    const current = await transfer().request('GET', '/v1/feed', { as });
    const ofNow = { 'if-match': current.headers.get('etag') ?? '' };
    expect((await transfer().request('DELETE', '/v1/feed', { as, headers: ofNow })).status).to.equal(204);
  });

  it('can be managed only by owners and admins who may write properties', async () => {
    const refused = async (method: string, as: object) =>
      (await transfer().request(method, '/v1/feed', { as })).body.reason;
    expect(await refused('POST', person('agent'))).to.equal('role_not_allowed');
    expect(await refused('DELETE', person('viewer'))).to.equal('role_not_allowed');
    expect(await refused('POST', { scopes: ['read:properties'] })).to.equal('missing_scope');
    expect(await refused('GET', { scopes: ['write:properties'] })).to.equal('missing_scope');
  });
});

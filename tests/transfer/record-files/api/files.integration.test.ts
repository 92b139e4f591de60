import type { RecordFinder } from '@plotline/transfer/peers/record-finder';
import { expect } from 'chai';
import sharp from 'sharp';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';
import { createPhoto } from '../support/pictures.js';

const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n';
const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

describe('files of records', () => {
  const hidden = new Set(['unit_private', 'lead_of_others']);
  const recordFinder: RecordFinder = {
    findVisible: async (_caller, _resource, ids) => new Set(ids.filter((id) => !hidden.has(id))),
  };
  let now = new Date('2026-11-30T09:20:00Z');
  const transfer = useFixture(() => startTransferService({ recordFinder }, () => now));

  async function upload(query: string, content: string | Uint8Array<ArrayBuffer>, options: object = {}) {
    const file = { type: 'application/octet-stream', content };
    return transfer().request('POST', `/v1/files?${query}`, { file, ...options });
  }

  /** Reads an address from the answer. Sends the request to the service instead of the public host. */
  const read = (url: string) => fetch(url.replace('https://api.example.com', transfer().url));

  it('keeps a photo upright, without the location where it was taken, in three sizes that anyone can read', async () => {
    const { status, body } = await upload('property_id=prop_1&kind=photo&name=Lobby.jpg', await createPhoto());
    expect(status).to.equal(201);
    expect(body).to.deep.include({ property_id: 'prop_1', kind: 'photo', name: 'Lobby.jpg', type: 'image/jpeg' });
    // The phone was held upright, so width and height are swapped.
    expect([body.width, body.height, body.url_expires_at]).to.deep.equal([400, 800, null]);
    expect(body.url).to.match(/^https:\/\/api\.example\.com\/media\/file_live_[0-9A-Za-z]{36}\.jpg$/);
    for (const url of [body.url, body.thumbnails.small, body.thumbnails.large]) {
      const response = await read(url);
      expect(response.status, url).to.equal(200);
      expect(response.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
      expect(response.headers.get('content-disposition')).to.equal("inline; filename*=UTF-8''Lobby.jpg");
      const bytes = Buffer.from(await response.arrayBuffer());
      expect(bytes.includes('Plotphone')).to.equal(false);
      expect((await sharp(bytes).metadata()).exif).to.equal(undefined);
    }
    const small = await sharp(Buffer.from(await (await read(body.thumbnails.small)).arrayBuffer())).metadata();
    expect([small.format, small.width, small.height]).to.deep.equal(['webp', 240, 480]);
    expect((await transfer().listFiles()).filter((name) => name.endsWith('.raw'))).to.deep.equal([]);
  });

  it('detects the type from the content, whatever type the request declares', async () => {
    const disguised = await upload('lead_id=lead_1&name=Plan.jpg', pdf);
    expect(disguised.body).to.deep.include({ type: 'application/pdf', thumbnails: null, width: null });
    for (const content of [svg, '<!doctype html><p>', 'name,email\n', 'MZ\u0090\u0000\u0003']) {
      const { status, body } = await upload('lead_id=lead_1', content);
      expect([status, body.details[0].field]).to.deep.equal([422, 'file']);
      expect(body.details[0].message).to.match(/^must be a JPEG, PNG/);
    }
    const cut = (await createPhoto()).slice(0, 400);
    expect((await upload('lead_id=lead_1', cut)).body.details[0].message).to.equal(
      'must be an image that can be opened',
    );
  });

  it('refuses a file that is too large, a kind that does not match, and a request without exactly one record', async () => {
    const large = new Uint8Array(20_971_521);
    expect((await upload('lead_id=lead_1', large)).status).to.equal(413);
    const faults = async (query: string) => {
      const { status, body } = await upload(query, pdf);
      expect(status, query).to.equal(422);
      return body.details.map(({ field }: { field: string }) => field);
    };
    expect(await faults('property_id=prop_1&kind=photo')).to.deep.equal(['kind']);
    expect(await faults('lead_id=lead_1&kind=floor_plan')).to.deep.equal(['kind']);
    expect(await faults('kind=document')).to.deep.equal(['property_id']);
    expect(await faults('property_id=prop_1&lead_id=lead_1')).to.deep.equal(['lead_id']);
    expect((await transfer().listFiles()).some((name) => name.endsWith('.raw'))).to.equal(false);
  });

  it('answers 404 for records that the caller may not view, and in other workspaces and modes', async () => {
    const { body } = await upload('lead_id=lead_1', pdf);
    expect((await upload('lead_id=lead_of_others', pdf)).status).to.equal(404);
    expect((await transfer().request('GET', '/v1/files?unit_id=unit_private')).body).to.deep.equal([]);
    for (const as of [{ workspaceId: 'ws_other' }, { mode: 'sandbox' as const }]) {
      expect((await transfer().request('GET', `/v1/files/${body.id}`, { as })).status).to.equal(404);
      expect((await transfer().request('DELETE', `/v1/files/${body.id}`, { as })).status).to.equal(404);
      expect((await transfer().request('GET', '/v1/files?lead_id=lead_1', { as })).body).to.deep.equal([]);
    }
  });

  it("applies a record's scopes and roles to its files", async () => {
    const agent = { actor: { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_1' } } as const;
    const scopes = ['read:leads', 'write:leads', 'read:properties', 'write:properties'];
    const asAgent = { as: { ...agent, scopes } };
    expect((await upload('lead_id=lead_1', pdf, asAgent)).body.uploaded_by).to.equal('agent_1');
    expect((await upload('property_id=prop_1', pdf, asAgent)).status).to.equal(403);
    expect((await upload('lead_id=lead_1', pdf, { as: { scopes: ['write:properties'] } })).status).to.equal(403);
    const reading = { as: { ...agent, scopes: ['read:properties'] } };
    expect((await transfer().request('GET', '/v1/files?property_id=prop_1', reading)).status).to.equal(200);
    expect((await transfer().request('GET', '/v1/files?lead_id=lead_1', reading)).status).to.equal(403);
    await upload('unit_id=unit_9', pdf);
    const all = await transfer().request('GET', '/v1/files?per_page=100', reading);
    expect(all.body.every((file: { property_id: string | null }) => file.property_id !== null)).to.equal(true);
    const whole = await transfer().request('GET', '/v1/files?per_page=100');
    expect(whole.body.map((file: { unit_id: string | null }) => file.unit_id)).to.include('unit_9');
  });

  it('serves documents as attachments, with links that expire', async () => {
    const { body } = await upload(`lead_id=lead_2&name=${encodeURIComponent("Zoë's offer.pdf")}`, pdf);
    expect(body.url_expires_at).to.equal('2026-11-30T11:00:00.000Z');
    const response = await read(body.url);
    expect(await response.text()).to.equal(pdf);
    expect(response.headers.get('content-disposition')).to.equal(
      "attachment; filename*=UTF-8''Zo%C3%AB%27s%20offer.pdf",
    );
    expect(response.headers.get('cache-control')).to.equal('private, max-age=300');
    expect((await read(`${body.url}x`)).status).to.equal(404);
    now = new Date('2026-11-30T11:00:01Z');
    expect((await read(body.url)).status).to.equal(404);
    const { body: files } = await transfer().request('GET', '/v1/files?lead_id=lead_2');
    expect((await read(files[0].url)).status).to.equal(200);
  });

  it('stores a file once per Idempotency-Key, and removes its addresses when it is deleted', async () => {
    const headers = { 'idempotency-key': 'photo-1' };
    const photo = await createPhoto();
    const first = await upload('unit_id=unit_1&kind=photo', photo, { headers });
    const second = await upload('unit_id=unit_1&kind=photo', photo, { headers });
    expect(second.body.id).to.equal(first.body.id);
    expect((await transfer().request('GET', '/v1/files?unit_id=unit_1')).body).to.have.length(1);
    const { id, url } = first.body;
    expect((await transfer().request('DELETE', `/v1/files/${id}`)).status).to.equal(204);
    expect((await transfer().request('DELETE', `/v1/files/${id}`)).status).to.equal(404);
    expect((await read(url)).status).to.equal(404);
    expect((await transfer().listFiles()).filter((name) => name.startsWith(id))).to.deep.equal([]);
  });
});

import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { rememberSecret } from '../support/secrets/given-secrets.js';
import { system } from '../support/system.js';
import { newWorkspace } from '../support/workspace.js';

const secret = `documenso_${randomUUID()}`;
rememberSecret(secret, 'webhook secret of Documenso');

/** The running system uses a fake Documenso. The test sends Documenso's events. */
describe('a contract for a hold in the running system', () => {
  it('is sent, signed, and filed with the lead', async () => {
    const { api } = await newWorkspace();
    const credentials = { api_token: `api_${'x'.repeat(24)}`, webhook_secret: secret };
    const connection = await api.create('/v1/connections', { provider: 'documenso', credentials });
    const property = { name: 'Quay', type: 'apartment', location: { city: 'Faro' } };
    const { id: property_id } = await api.create('/v1/properties', property);
    const unit = { property_id, name: 'A 1', price: { amount: 90_000, currency: 'EUR' } };
    const { id: unit_id } = await api.create('/v1/units', unit);
    const { id: lead_id } = await api.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    const hold = await api.create('/v1/holds', { unit_id, lead_id });
    const template = { name: 'Reservation', body: '{{lead.name}} reserves {{unit.name}} in {{property.name}}.' };
    const { id: template_id } = await api.create('/v1/document-templates', template);
    const document = await api.create(`/v1/holds/${hold.id}/documents`, { template_id });
    const read = async () => (await api.get(`/v1/documents/${document.id}`)).record;

    expect((await api.post(`/v1/documents/${document.id}/send`, {})).status).to.equal(202);
    await eventually(async () => expect(await read()).to.include({ status: 'sent' }));

    const payload = {
      envelopeId: `envelope_fake_${document.id}`,
      externalId: document.id,
      status: 'COMPLETED',
      recipients: [],
    };
    const body = JSON.stringify({ event: 'DOCUMENT_COMPLETED', payload, createdAt: new Date().toISOString() });
    const url = `${system().urls.api}${new URL(String(connection.hook_url)).pathname}`;
    const send = (header: string) =>
      fetch(url, {
        method: 'POST',
        headers: { 'x-documenso-secret': header, 'content-type': 'application/json' },
        body,
      });
    expect((await send('forged')).status).to.equal(401);
    expect((await send(secret)).status).to.equal(200);
    expect((await send(secret)).status).to.equal(200);
    await eventually(async () => expect(await read()).to.include({ status: 'signed', pending: null }));

    const { records } = await api.get(`/v1/files?lead_id=${lead_id}`);
    expect(records.map(({ name }) => name)).to.have.members([
      'Reservation.pdf',
      'Reservation (signed).pdf',
      'Reservation (audit).pdf',
    ]);
  });
});

import { hubspot } from '@plotline/connect/providers/hubspot/work/provider';
import type { CrmDeal, CrmLead } from '@plotline/connect/vendors/model/crm-port';
import { VendorFailure } from '@plotline/connect/vendors/model/vendor-failure';
import { createSendToVendor } from '@plotline/connect/vendors/work/send-to-vendor';
import { expect } from 'chai';
import nock from 'nock';
import { useNock } from '../../../support/use-nock.js';

const token = `pat-eu1-${'x'.repeat(30)}`;
const values = {
  mode: 'live' as const,
  settings: { source_property: 'lead_origin' },
  credentials: { access_token: token },
};
const send = createSendToVendor({ dialect: hubspot.dialect, clock: () => new Date() });
const useHubSpot = () => nock('https://api.hubapi.com', { reqheaders: { authorization: `Bearer ${token}` } });

const lead: CrmLead = {
  id: 'lead_1',
  name: 'Noor Haddad',
  email: 'noor@example.com',
  phone: null,
  source: 'website',
  stage: 'new',
  score: 60,
  budgetMin: null,
  budgetMax: null,
  budgetCurrency: null,
  timeline: null,
  notes: null,
  tags: [],
  agentEmail: null,
  url: 'https://app.plotline.example/dashboard/ws_1/live/pipeline/lead_1',
};
const properties = {
  email: 'noor@example.com',
  firstname: 'Noor',
  lastname: 'Haddad',
  plotline_lead_id: 'lead_1',
  plotline_url: lead.url,
  lead_origin: 'website',
};
const deal: CrmDeal = {
  id: 'deal_1',
  leadId: 'lead_1',
  title: 'Noor Haddad: Villa 9',
  value: 900_000.5,
  currency: 'AED',
  isCancelled: false,
  closedAt: new Date('2026-03-02T09:31:00.000Z'),
  ownerEmail: 'sara@harbour.example',
  url: lead.url,
};
/** Errors as documented at developers.hubspot.com/docs/api-reference/error-handling. */
const toError = (category: string, message = 'Told by HubSpot.', change: object = {}) => ({
  ...{ status: 'error', message, correlationId: 'aeb5f871-7f07-4993-9211-075dc63e7cbf', category },
  ...change,
});
const notFound = toError('OBJECT_NOT_FOUND', 'resource not found');
const own = '/crm/v3/objects/contacts/lead_1?idProperty=plotline_lead_id';
const byEmail = '/crm/v3/objects/contacts/noor%40example.com?idProperty=email&properties=plotline_lead_id';
const nobody = async () => false;
const put = (isLead: (id: string) => Promise<boolean> = nobody) => hubspot.crm.putContact(send, values, lead, isLead);

async function failureOf(work: Promise<unknown>): Promise<VendorFailure> {
  const error = await work.then(
    () => null,
    (failure: unknown) => failure,
  );
  if (error instanceof VendorFailure) return error;
  throw new Error('expected a VendorFailure', { cause: error });
}

describe('requests to HubSpot', () => {
  useNock();

  it('update a contact that already has our id in a single request', async () => {
    useHubSpot()
      .patch(own, { properties: { ...properties, phone: '' } })
      .reply(200, { id: '512', properties: {} });
    expect(await put()).to.equal('512');
  });

  it('create a contact without empty properties when neither our id nor the email is known', async () => {
    useHubSpot().patch(own).reply(404, notFound).get(byEmail).reply(404, notFound);
    useHubSpot().post('/crm/v3/objects/contacts', { properties }).reply(201, { id: '513', properties: {} });
    expect(await put()).to.equal('513');
  });

  it('update an existing contact that has the email, and give it our id', async () => {
    useHubSpot().patch(own).reply(404, notFound);
    useHubSpot()
      .get(byEmail)
      .reply(200, { id: '514', properties: { email: lead.email, plotline_lead_id: null } });
    useHubSpot()
      .patch('/crm/v3/objects/contacts/514', { properties: { ...properties, phone: '' } })
      .reply(200, { id: '514', properties: {} });
    expect(await put()).to.equal('514');
  });

  it('do not update a contact that belongs to another lead, unless that lead no longer exists', async () => {
    for (const isThere of [true, false]) {
      useHubSpot().patch(own).reply(404, notFound);
      useHubSpot()
        .get(byEmail)
        .reply(200, { id: '515', properties: { plotline_lead_id: 'lead_2' } });
      if (!isThere) useHubSpot().patch('/crm/v3/objects/contacts/515').reply(200, { id: '515', properties: {} });
      expect(await put(async (id) => isThere && id === 'lead_2')).to.equal('515');
    }
  });

  it("keep a contact's email when another contact has the new email", async () => {
    const conflict = toError('CONFLICT', 'Contact already exists. Existing ID: 999');
    useHubSpot().patch(own).reply(409, conflict);
    const { email: _email, ...others } = { ...properties, phone: '' };
    useHubSpot().patch(own, { properties: others }).reply(200, { id: '516', properties: {} });
    expect(await put()).to.equal('516');
  });

  it('update the contact that HubSpot reports as already existing', async () => {
    useHubSpot().patch(own).reply(404, notFound).get(byEmail).reply(404, notFound);
    useHubSpot()
      .post('/crm/v3/objects/contacts')
      .reply(409, toError('CONFLICT', 'Contact already exists. Existing ID: 517'));
    useHubSpot()
      .get('/crm/v3/objects/contacts/517?properties=plotline_lead_id')
      .reply(200, { id: '517', properties: {} });
    useHubSpot().patch('/crm/v3/objects/contacts/517').reply(200, { id: '517', properties: {} });
    expect(await put()).to.equal('517');
  });

  it('create our properties when they are missing, and repeat the refused write once', async () => {
    const missing = toError('VALIDATION_ERROR', 'Property values were not valid', {
      errors: [{ code: 'PROPERTY_DOESNT_EXIST', message: 'Property "plotline_lead_id" does not exist' }],
    });
    useHubSpot().patch(own).reply(400, missing);
    const place = '/crm/v3/properties/contacts';
    useHubSpot().get(`${place}/plotline_lead_id`).reply(404, notFound);
    useHubSpot()
      .post(
        place,
        (body: Record<string, unknown>) => body['name'] === 'plotline_lead_id' && body['hasUniqueValue'] === true,
      )
      .reply(201, { name: 'plotline_lead_id' });
    useHubSpot().get(`${place}/plotline_url`).reply(200, { name: 'plotline_url' });
    useHubSpot().patch(own).reply(200, { id: '518', properties: {} });
    expect(await put()).to.equal('518');
  });

  it('do not repeat a write that HubSpot refuses for another reason', async () => {
    useHubSpot().patch(own).reply(400, toError('VALIDATION_ERROR'));
    const place = '/crm/v3/properties/contacts';
    for (const name of ['plotline_lead_id', 'plotline_url']) useHubSpot().get(`${place}/${name}`).reply(200, { name });
    expect(await failureOf(put())).to.include({ code: 'request_refused', status: 400 });
  });

  for (const [status, category, code] of [
    [401, 'INVALID_AUTHENTICATION', 'credentials_refused'],
    [403, 'MISSING_SCOPES', 'credentials_refused'],
    [423, 'LOCKED', 'rate_limited'],
    [477, 'MIGRATION_IN_PROGRESS', 'rate_limited'],
    [500, 'INTERNAL_ERROR', 'vendor_unavailable'],
    [502, 'BAD_GATEWAY', 'vendor_unavailable'],
  ] as const) {
    it(`report ${status} as ${code}`, async () => {
      useHubSpot().patch(own).reply(status, toError(category));
      expect(await failureOf(put())).to.include({ code, status });
    });
  }

  it('report 429 with the wait that HubSpot requests', async () => {
    const limit = {
      status: 'error',
      message: 'You have reached your ten_secondly_rolling limit.',
      errorType: 'RATE_LIMIT',
    };
    useHubSpot()
      .patch(own)
      .reply(429, { ...limit, policyName: 'TEN_SECONDLY_ROLLING' }, { 'retry-after': '10' });
    expect(await failureOf(put())).to.include({ code: 'rate_limited', retryAfterMs: 10_000 });
  });

  it('report an unknown outcome for a write without a response, and an outage for a read', async () => {
    useHubSpot().patch(own).replyWithError('connection reset');
    expect(await failureOf(put())).to.include({ code: 'outcome_unknown' });
    useHubSpot().patch(own).reply(404, notFound).get(byEmail).replyWithError('connection reset');
    expect(await failureOf(put())).to.include({ code: 'vendor_unavailable' });
  });

  it('create a deal with its contact, owner, amount and stage', async () => {
    const path = '/crm/v3/objects/deals';
    const account = { portalId: 1, accountType: 'STANDARD', companyCurrency: 'USD', additionalCurrencies: ['AED'] };
    useHubSpot().get('/account-info/v3/details').reply(200, account);
    useHubSpot()
      .get('/crm/v3/owners?email=sara%40harbour.example&limit=1')
      .reply(200, { results: [{ id: '41629779' }] });
    useHubSpot().patch(`${path}/deal_1?idProperty=plotline_deal_id`).reply(404, notFound);
    const created = {
      properties: {
        dealname: 'Noor Haddad: Villa 9',
        pipeline: 'default',
        dealstage: 'closedwon',
        closedate: '2026-03-02T09:31:00.000Z',
        amount: '900000.5',
        deal_currency_code: 'AED',
        hubspot_owner_id: '41629779',
        plotline_deal_id: 'deal_1',
        plotline_url: deal.url,
      },
      associations: [{ to: { id: '512' }, types: [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }] }],
    };
    useHubSpot().post(path, created).reply(201, { id: '9001', properties: {} });
    await hubspot.crm.putDeal(send, values, deal, '512');
  });

  it('write the amount as text when the account lacks the currency, and omit an unknown owner', async () => {
    const path = '/crm/v3/objects/deals/deal_1?idProperty=plotline_deal_id';
    useHubSpot().get('/account-info/v3/details').reply(200, { accountType: 'STANDARD', companyCurrency: 'USD' });
    useHubSpot()
      .get(/owners/)
      .reply(200, { results: [] });
    const hasNoAmount = ({ properties: sent }: { properties: Record<string, string> }) =>
      !('amount' in sent) && !('hubspot_owner_id' in sent) && (sent['description'] ?? '').includes('900000.5 AED');
    useHubSpot().patch(path, hasNoAmount).reply(200, { id: '9001', properties: {} });
    await hubspot.crm.putDeal(send, values, deal, '512');
  });

  it('report a deal whose id already exists as a deal to read again', async () => {
    useHubSpot().get('/account-info/v3/details').reply(200, { accountType: 'STANDARD', companyCurrency: 'AED' });
    useHubSpot()
      .get(/owners/)
      .reply(200, { results: [] });
    useHubSpot().patch(/deals/).reply(404, notFound);
    const conflict = toError('VALIDATION_ERROR', 'not valid', { errors: [{ code: 'CONFLICTING_UNIQUE_VALUE' }] });
    useHubSpot().post('/crm/v3/objects/deals').reply(400, conflict);
    expect(await failureOf(hubspot.crm.putDeal(send, values, deal, '512'))).to.include({ code: 'outcome_unknown' });
  });

  it('list the scopes that a private app lacks', async () => {
    useHubSpot()
      .post('/oauth/v2/private-apps/get/access-token-info', { tokenKey: token })
      .reply(200, { hubId: 1, appId: 2, userId: 3, scopes: ['crm.objects.contacts.read'] });
    const failure = await failureOf(hubspot.check(send, values, 'con_1', 'live'));
    expect(failure.code).to.equal('credentials_refused');
    expect(failure.message).to.include('crm.objects.deals.write').and.not.include(token);
  });
});

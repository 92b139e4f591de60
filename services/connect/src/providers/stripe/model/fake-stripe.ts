import type { FakeRequest, FakeVendor } from '../../../vendors/model/fake-vendor.js';

const refuse = (status: number, type: string) => ({ status, body: { error: { type, code: 'fake' } } });

/** Creates the session that Stripe would. Its page is one of the simulator. */
function createSession({ body, pagesUrl }: FakeRequest) {
  const form = new URLSearchParams(String(body ?? ''));
  const linkId = form.get('client_reference_id') ?? '';
  const id = `cs_fake_${linkId}`;
  return { status: 200, body: { id, object: 'checkout.session', url: `${pagesUrl}/payments/${linkId}` } };
}

/**
 * Stands in for Stripe's API. Refuses a key that ends in `refused`, and limits one that ends in `limited`, so that both
 * can be tried by hand.
 */
export const fakeStripe: FakeVendor = (request) => {
  const { method, path, headers } = request;
  const key = headers['authorization'] ?? '';
  if (key.endsWith('refused')) return refuse(401, 'invalid_request_error');
  if (key.endsWith('limited')) return refuse(429, 'rate_limit_error');
  if (!path.startsWith('/v1/checkout/sessions')) return refuse(404, 'invalid_request_error');
  return method === 'POST' ? createSession(request) : { status: 200, body: { object: 'list', data: [] } };
};

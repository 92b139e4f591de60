import type { FakeRequest, FakeVendor } from '../../../vendors/model/fake-vendor.js';

const refuse = (status: number, type: string) => ({ status, body: { error: { type, code: 'fake' } } });

/** Creates a session as Stripe would. Its payment page is in the simulator. */
function createSession({ body, pagesUrl }: FakeRequest) {
  const form = new URLSearchParams(String(body ?? ''));
  const linkId = form.get('client_reference_id') ?? '';
  const id = `cs_fake_${linkId}`;
  return { status: 200, body: { id, object: 'checkout.session', url: `${pagesUrl}/payments/${linkId}` } };
}

/**
 * Stands in for Stripe's API. It refuses keys that end in `refused` and rate-limits those that end in `limited`, so
 * that people can try both.
 */
export const fakeStripe: FakeVendor = (request) => {
  const { method, path, headers } = request;
  const key = headers['authorization'] ?? '';
  if (key.endsWith('refused')) return refuse(401, 'invalid_request_error');
  if (key.endsWith('limited')) return refuse(429, 'rate_limit_error');
  if (!path.startsWith('/v1/checkout/sessions')) return refuse(404, 'invalid_request_error');
  return method === 'POST' ? createSession(request) : { status: 200, body: { object: 'list', data: [] } };
};

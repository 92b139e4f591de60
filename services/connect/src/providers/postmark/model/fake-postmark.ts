import { isJsonObject } from '@plotline/kit/core/json-object';
import type { FakeRequest, FakeVendor } from '../../../vendors/model/fake-vendor.js';

const refuse = (status: number, ErrorCode: number) => ({ status, body: { ErrorCode, Message: 'Fake.' } });

function readEmailId(body: string | null): string {
  const mail: unknown = JSON.parse(body ?? '{}');
  if (!isJsonObject(mail) || !isJsonObject(mail['Metadata'])) return '';
  return String(mail['Metadata']['plotline_email']);
}

/** Accepts an email as Postmark would. The email is not delivered, and no event is sent about it. */
function take({ body }: FakeRequest) {
  const MessageID = `fake-${readEmailId(body === null ? null : String(body))}`;
  return { status: 200, body: { ErrorCode: 0, Message: 'OK', MessageID } };
}

/**
 * Stands in for Postmark's API and sends no email. It refuses tokens that end in `refused` and rate-limits those that
 * end in `limited`, so that people can try both. A token that begins with `sandbox` belongs to a sandbox server.
 */
export const fakePostmark: FakeVendor = (request) => {
  const { method, path, headers } = request;
  const token = headers['x-postmark-server-token'] ?? '';
  if (token.endsWith('refused')) return refuse(401, 10);
  if (token.endsWith('limited')) return refuse(429, 429);
  if (path === '/server') {
    const DeliveryType = token.startsWith('sandbox') ? 'Sandbox' : 'Live';
    return { status: 200, body: { ID: 1, DeliveryType, InboundAddress: 'simulated@inbound.example.com' } };
  }
  if (method === 'POST' && path === '/email') return take(request);
  if (path.startsWith('/messages/outbound')) return { status: 200, body: { TotalCount: 0, Messages: [] } };
  return refuse(404, 0);
};

import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { newId } from '@plotline/kit/core/ids';
import { noAnswer } from '@plotline/kit/store/records/change-record';
import type { Context } from '../../context.js';
import { hideCredentials, toExcerpt } from '../../vendors/model/excerpt.js';
import type { Provider } from '../../vendors/model/provider.js';
import { VendorFailure } from '../../vendors/model/vendor-failure.js';
import type { SendToVendor, VendorAnswer, VendorDialect, VendorRequest } from '../../vendors/model/vendor-request.js';
import { createSendToVendor, type FakeSender } from '../../vendors/work/send-to-vendor.js';
import { setStatus } from '../model/connection.js';
import { toNeedsAttentionEvent } from '../model/needs-attention.js';

type CallContext = Pick<Context, 'calls' | 'connections' | 'clock' | 'simulatorUrl' | 'egress'>;

/** Result of a call: the answer, or the failure that was thrown. */
type Outcome = { readonly answer: VendorAnswer } | { readonly failure: VendorFailure };

/** Returns the parts of a logged call that depend on its outcome. */
function describeOutcome(outcome: Outcome, { shownFields }: VendorDialect) {
  if ('failure' in outcome) {
    const { code, message, status, vendorRequestId, excerpt } = outcome.failure;
    const error = { code, message };
    return {
      status: 'failed',
      http_status: status,
      error,
      vendor_request_id: vendorRequestId,
      response: excerpt,
    } as const;
  }
  const { status, body, vendorRequestId } = outcome.answer;
  return {
    status: 'succeeded',
    http_status: status,
    error: null,
    vendor_request_id: vendorRequestId,
    response: Buffer.isBuffer(body) ? null : toExcerpt(body, shownFields),
  } as const;
}

/** Returns the address of a workspace's pages in the simulator. */
function toPagesUrl(simulatorUrl: string, { mode, workspaceId }: Tenant): string {
  return `${simulatorUrl}/${mode}/${encodeURIComponent(workspaceId)}`;
}

/** Creates the function that sends requests to a provider and logs each call. */
export function createLoggedSend(
  { calls, clock, simulatorUrl, egress }: Pick<CallContext, 'calls' | 'clock' | 'simulatorUrl' | 'egress'>,
  tenant: Tenant,
  connectionId: string,
  { dialect, fake }: Pick<Provider, 'dialect' | 'fake'>,
): SendToVendor {
  const pagesUrl = simulatorUrl === null ? null : toPagesUrl(simulatorUrl, tenant);
  const sender: FakeSender | null = pagesUrl === null ? null : (request) => fake({ ...request, pagesUrl });
  const send = createSendToVendor({ dialect, clock, egress, fake: sender });
  const log = (request: VendorRequest, startedAt: number, outcome: Outcome) => {
    const { response, ...facts } = describeOutcome(outcome, dialect);
    return calls.add(tenant, {
      ...facts,
      response: hideCredentials(response, request.headers),
      connection_id: connectionId,
      direction: 'out',
      purpose: request.purpose,
      duration_ms: Math.round(performance.now() - startedAt),
      request: request.excerpt,
      subject: request.subject,
      hook_event_id: null,
      created_at: clock(),
    });
  };
  return async (request) => {
    const startedAt = performance.now();
    try {
      const answer = await send(request);
      await log(request, startedAt, { answer });
      return answer;
    } catch (error) {
      if (error instanceof VendorFailure) await log(request, startedAt, { failure: error });
      throw error;
    }
  };
}

/**
 * Marks the connection as `needs_attention` and adds the event that notifies the owners. Does nothing unless the
 * connection was active, so owners are notified once.
 */
async function requireAttention(
  { connections }: Pick<CallContext, 'connections'>,
  tenant: Tenant,
  id: string,
  failure: VendorFailure,
): Promise<void> {
  const caller = createSystemCaller(tenant, 'connections', newId('req'));
  let failedAt = new Date(0);
  await connections.change({ caller }, id, {
    type: 'needs_attention',
    description: failure.message,
    decide: (before, at) => {
      failedAt = at;
      return before.status === 'active' ? setStatus(before, 'needs_attention', at) : before;
    },
    toEvents: (connection) => [
      toNeedsAttentionEvent(connection, { at: failedAt, code: failure.code, message: failure.message }),
    ],
    toAnswer: noAnswer,
  });
}

/**
 * Creates the function that sends requests for a stored connection. Logs each outcome and shows it with the connection.
 * Refused credentials set the status `needs_attention`.
 */
export function createConnectionSend(
  context: CallContext,
  tenant: Tenant,
  connectionId: string,
  provider: Pick<Provider, 'dialect' | 'fake'>,
): SendToVendor {
  const { connections, clock } = context;
  const send = createLoggedSend(context, tenant, connectionId, provider);
  return async (request) => {
    try {
      const answer = await send(request);
      await connections.recordOutcome(tenant, connectionId, clock(), null);
      return answer;
    } catch (error) {
      if (!(error instanceof VendorFailure)) throw error;
      const { code, message } = error;
      await connections.recordOutcome(tenant, connectionId, clock(), { at: clock(), code, message });
      if (code === 'credentials_refused') await requireAttention(context, tenant, connectionId, error);
      throw error;
    }
  };
}

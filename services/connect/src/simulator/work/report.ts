import type { Tenant } from '@plotline/kit/core/caller';
import { realTime } from '@plotline/kit/core/time';
import type { Connection } from '../../connections/model/connection.js';
import { openCredentials } from '../../connections/model/seals.js';
import type { Context } from '../../context.js';
import type { HookEvent } from '../../hooks/model/hook-event.js';
import type { SigningContext, SimulatedEvent } from '../../vendors/model/simulation.js';

/** Time for the hook to accept an event. */
const reportTimeoutMs = 10_000;
/** Limits the wait for an event's effect, because a disabled connection processes nothing. */
const maxLooks = 30;
const pauseMs = 100;

/** Event that a fake sends to a connection's hook. */
export interface Report {
  readonly tenant: Tenant;
  readonly connection: Connection;
  readonly event: SimulatedEvent;
  readonly signing: SigningContext;
}

/**
 * Outcome of a report. `unready`: the connection has no signing secret. `status`: status of the hook's response, or 0
 * without a response.
 */
export type ReportOutcome =
  | { readonly kind: 'accepted' }
  | { readonly kind: 'unready' }
  | { readonly kind: 'refused'; readonly status: number };

/** Returns the values that the fake signs with. */
export function openSigning(
  { seals, clock }: Pick<Context, 'seals' | 'clock'>,
  connection: Connection,
): SigningContext {
  return { credentials: openCredentials(seals, connection), now: clock() };
}

/** Returns the id under which the hook stores the event. Null if the hook would refuse the event. */
function readEventId({ providers }: Pick<Context, 'providers'>, report: Report): string | null {
  const { connection, event, signing } = report;
  const headers = new Map(Object.entries(event.headers));
  const request = { body: Buffer.from(event.body), header: (name: string) => headers.get(name), ...signing };
  const verdict = providers[connection.provider].hooks?.verify(request);
  return verdict?.kind === 'accepted' ? verdict.event.id : null;
}

/** Returns the stored event with the same id; null when it was not reported yet. */
export async function findReported(
  context: Pick<Context, 'providers' | 'hookEvents'>,
  report: Report,
): Promise<HookEvent | null> {
  const id = readEventId(context, report);
  return id === null ? null : context.hookEvents.findByVendorId(report.tenant, report.connection.id, id);
}

/**
 * Posts the event to the hook's public address, as a vendor would. Resolves to the status, or to 0 without a response.
 */
async function post({ apiUrl, seals, runtime }: Context, { connection, event }: Report): Promise<number> {
  const token = seals.hookTokens.open(connection.hook_token, connection.id);
  try {
    const response = await fetch(`${apiUrl}/hooks/${connection.provider}/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...event.headers },
      body: event.body,
      signal: AbortSignal.timeout(reportTimeoutMs),
    });
    return response.status;
  } catch (error) {
    runtime.log.warn({ err: error }, 'simulator could not reach a hook');
    return 0;
  }
}

/**
 * Sends the event to the hook. Then waits up to 3 seconds until it is processed, so that the next page can show its
 * effect.
 */
export async function sendReport(context: Context, report: Report): Promise<ReportOutcome> {
  const id = readEventId(context, report);
  if (id === null) return { kind: 'unready' };
  const status = await post(context, report);
  if (status !== 200) return { kind: 'refused', status };
  for (let look = 0; look < maxLooks; look += 1) {
    const stored = await context.hookEvents.findByVendorId(report.tenant, report.connection.id, id);
    if (stored?.status !== 'queued') break;
    await realTime.sleep(pauseMs);
  }
  return { kind: 'accepted' };
}

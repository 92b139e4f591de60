import { toProblem } from '@plotline/kit/core/errors';
import { toLogFields } from '@plotline/kit/telemetry/log';
import { type Request, type RequestHandler, type Response, text } from 'express';
import type { Context } from '../../context.js';
import { readOrigin } from '../../sessions/api/origin.js';
import { type ErrorKind, renderError } from './error.js';
import type { FormProblem } from './form.js';
import { toFormProblem } from './form-problem.js';
import { renderDeadLink } from './message.js';
import { type PageRequest, type PersonRequest, readPersonRequest, readVisitorRequest } from './page-request.js';
import { redirect, sendPage } from './send-page.js';
import { maxBodyBytes, toUnreadableProblem } from './unreadable-request.js';

const formType = 'application/x-www-form-urlencoded';

/** Skips requests that aren't forms, because a path may also be an API endpoint that accepts JSON. */
export const onlyForm: RequestHandler = (request, _response, next) => {
  if (request.is(formType)) next();
  else next('route');
};

/** Reads a form, up to 64 KiB. */
export const readForm: RequestHandler = text({ type: formType, limit: maxBodyBytes });

const errorKinds: Readonly<Record<string, ErrorKind>> = {
  BAD_REQUEST: 'unreadable',
  PAYLOAD_TOO_LARGE: 'unreadable',
  NOT_FOUND: 'not_found',
  FORBIDDEN: 'stale_form',
  RATE_LIMIT_EXCEEDED: 'too_many_requests',
  SERVICE_UNAVAILABLE: 'unavailable',
};

/** Sends an error page. Logs unexpected errors without showing their details. */
export function sendErrorPage({ runtime }: Context, request: Request, response: Response, error: unknown): void {
  const { code, status, retryAfter } = toProblem(toUnreadableProblem(error));
  const kind = errorKinds[code] ?? 'failed';
  const origin = readOrigin(request);
  if (status >= 500) runtime.log.error({ err: error, ...toLogFields(origin) }, 'page failed');
  if (response.headersSent) {
    response.destroy();
    return;
  }
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
  sendPage(response, renderError({ kind, requestId: origin.requestId, retryAfter }), { status });
}

/** Serves a page that needs no session. */
export function visitorPage(context: Context, serve: (page: PageRequest) => Promise<void> | void): RequestHandler {
  return async (request, response) => {
    try {
      await serve(await readVisitorRequest(context, request, response));
    } catch (error) {
      sendErrorPage(context, request, response, error);
    }
  };
}

/** Serves a page that needs a session. Sends people without a session to the sign-in page first. */
export function personPage(context: Context, serve: (page: PersonRequest) => Promise<void> | void): RequestHandler {
  return async (request, response) => {
    try {
      const page = await readPersonRequest(context, request, response);
      if (page) return await serve(page);
      // A form isn't submitted again after the sign-in, so the person returns to the account page.
      const returnTo = request.method === 'GET' ? request.originalUrl : '/auth/account';
      redirect(response, `/auth/sign-in?${new URLSearchParams({ return_to: returnTo })}`);
    } catch (error) {
      sendErrorPage(context, request, response, error);
    }
  };
}

export interface Submission {
  /** Runs the form's action and sends the response. */
  readonly run: () => Promise<void>;
  /** Renders the form again with its errors. */
  readonly again: (problem: FormProblem) => string;
  /** Names of the form's fields. */
  readonly fields: readonly string[];
}

/**
 * Runs a form's action. If the person can correct the errors, shows the form again with the errors and their status.
 */
export async function submit({ response }: PageRequest, { run, again, fields }: Submission): Promise<void> {
  try {
    await run();
  } catch (error) {
    const { status, retryAfter, details } = toProblem(error);
    if (details.some(({ field }) => field === 'token')) return sendPage(response, renderDeadLink(), { status });
    const problem = toFormProblem(error, fields);
    if (!problem) throw error;
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    sendPage(response, again(problem), { status });
  }
}

import { Problem, toProblem } from '@plotline/kit/core/errors';
import type { RequestHandler } from 'express';
import type { Context } from '../../context.js';
import { renderDeadLink } from '../../pages/api/message.js';
import type { PageRequest } from '../../pages/api/page-request.js';
import { sendPage } from '../../pages/api/send-page.js';
import { submit, visitorPage } from '../../pages/api/serve-page.js';
import { acceptInvitation, readInvitation } from './accept-invitation.js';
import { confirm, findConfirmation } from './confirm.js';
import { renderConfirm, renderInvitation } from './render-link.js';
import { beginSignIn, type SignInRequest } from './sign-in.js';
import { enter, redirectToSignIn } from './sign-in-page.js';

const gone = 410;
const unprocessable = 422;

/** Resolves to null instead of a VALIDATION_ERROR. */
async function unlessInvalid<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (toProblem(error).code === 'VALIDATION_ERROR') return null;
    throw error;
  }
}

/** Shows the page behind a link in a mail. Opening it redeems nothing, because mail scanners open links. */
export async function showLink({ response }: PageRequest, render: () => Promise<string>): Promise<void> {
  try {
    sendPage(response, await render());
  } catch (error) {
    if (toProblem(error).code !== 'VALIDATION_ERROR') throw error;
    sendPage(response, renderDeadLink(), { status: gone });
  }
}

/** GET /auth/confirm */
export function showConfirm(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const token = page.query.get('token') ?? '';
    return showLink(page, async () => {
      const { purpose, email } = await findConfirmation(context, token);
      return renderConfirm({ csrfToken: page.csrfToken, token, purpose, email });
    });
  });
}

/**
 * Signs a person in after they confirmed a sign-up with its password. Shows the sign-in page instead if that fails: an
 * older account may have another password or a second factor, and the team service may not know the owner yet.
 */
async function enterConfirmed(context: Context, page: PageRequest, credentials: SignInRequest): Promise<void> {
  try {
    const first = await beginSignIn(context, page.command, credentials, page.client);
    if ('signedIn' in first) return await enter(context, page, first.signedIn, undefined);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  redirectToSignIn(page, 'confirmed');
}

/** POST /auth/confirm */
export function submitConfirm(context: Context): RequestHandler {
  return visitorPage(context, async (page) => {
    const { csrfToken, form, command, response } = page;
    const token = form.get('token') ?? '';
    const wanted = await unlessInvalid(findConfirmation(context, token));
    if (!wanted) return sendPage(response, renderDeadLink(), { status: unprocessable });
    const { purpose, email } = wanted;
    await submit(page, {
      fields: ['password'],
      again: (problem) => renderConfirm({ csrfToken, token, purpose, email, problem }),
      run: async () => {
        const password = form.get('password') ?? '';
        await confirm(context, command, { token, password });
        if (purpose === 'sign_up') await enterConfirmed(context, page, { email, password });
        else redirectToSignIn(page, 'confirmed');
      },
    });
  });
}

/** GET /auth/invitation */
export function showInvitation(context: Context): RequestHandler {
  return visitorPage(context, (page) => {
    const token = page.query.get('token') ?? '';
    return showLink(page, async () => {
      const details = await readInvitation(context, token, page.signedIn);
      return renderInvitation({ ...details, csrfToken: page.csrfToken, token });
    });
  });
}

/** Checks whether the invited account has a second factor and the code was missing or wrong. */
function isCodeRequired(error: unknown): boolean {
  return error instanceof Problem && (error.reason === 'two_factor_required' || error.reason === 'wrong_code');
}

/** POST /auth/invitation */
export function submitInvitation(context: Context): RequestHandler {
  return visitorPage(context, async (page) => {
    const { csrfToken, form, command, client, signedIn, response } = page;
    const read = (name: string) => form.get(name) ?? undefined;
    const acceptance = { token: form.get('token') ?? '', ...pick(read) };
    let needsCode = acceptance.code !== undefined;
    const details = await unlessInvalid(readInvitation(context, acceptance.token, signedIn));
    if (!details) return sendPage(response, renderDeadLink(), { status: gone });
    const view = { ...details, name: acceptance.name ?? details.name, csrfToken, token: acceptance.token };
    await submit(page, {
      fields: ['name', 'password', 'code'],
      again: (problem) => renderInvitation({ ...view, needsCode, problem }),
      run: async () => {
        try {
          await enter(context, page, await acceptInvitation(context, command, acceptance, client, signedIn), undefined);
        } catch (error) {
          needsCode ||= isCodeRequired(error);
          throw error;
        }
      },
    });
  });
}

function pick(read: (name: string) => string | undefined) {
  return { name: read('name'), password: read('password'), code: read('code') };
}

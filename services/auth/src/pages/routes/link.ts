import { Problem, toProblem } from '@plotline/kit/core/errors';
import type { RequestHandler } from 'express';
import { acceptInvitation, readInvitation } from '../../accounts/accept-invitation.js';
import { confirm, findConfirmation } from '../../accounts/confirm.js';
import { beginSignIn, type SignInRequest } from '../../accounts/sign-in.js';
import type { Context } from '../../context.js';
import { renderConfirm, renderInvitation } from '../link.js';
import { renderDeadLink } from '../message.js';
import type { PageRequest } from '../page-request.js';
import { sendPage } from '../send-page.js';
import { submit, visitorPage } from '../serve-page.js';
import { enter, redirectToSignIn } from './sign-in.js';

const gone = 410;
const unprocessable = 422;

/** Resolves to null for what was refused as VALIDATION_ERROR. */
async function unlessInvalid<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (toProblem(error).code === 'VALIDATION_ERROR') return null;
    throw error;
  }
}

/** Shows the page that a link of a mail leads to. Reading it redeems nothing: scanners of mail follow links, too. */
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
 * Signs in whoever has just confirmed a sign-up by its password, which isn't asked for again. An account from before may have another
 * password or a second factor, and the team service may not know the owner yet: then the page of sign-in is next.
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

/** Whether the account that is invited has a second factor, whose code was not sent. */
function asksForCode(error: unknown): boolean {
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
          needsCode ||= asksForCode(error);
          throw error;
        }
      },
    });
  });
}

function pick(read: (name: string) => string | undefined) {
  return { name: read('name'), password: read('password'), code: read('code') };
}

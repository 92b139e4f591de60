import { toProblem } from '@plotline/kit/core/errors';
import { renderDeadLink } from './message.js';
import type { PageRequest } from './page-request.js';
import { sendPage } from './send-page.js';

const gone = 410;

/** Resolves to the result, or to null instead of rejecting with VALIDATION_ERROR. */
export async function unlessInvalid<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (toProblem(error).code === 'VALIDATION_ERROR') return null;
    throw error;
  }
}

/** Shows the page behind a link in an email. Opening the page redeems nothing, because mail scanners open links. */
export async function showLink({ response }: PageRequest, render: () => Promise<string>): Promise<void> {
  try {
    sendPage(response, await render());
  } catch (error) {
    if (toProblem(error).code !== 'VALIDATION_ERROR') throw error;
    sendPage(response, renderDeadLink(), { status: gone });
  }
}

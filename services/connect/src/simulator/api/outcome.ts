import type { Context } from '../../context.js';
import { type Report, sendReport } from '../work/report.js';
import { type Page, toMessagePage } from './page.js';

/** Sentences about the last action on a page, by the name in its address. */
export const notices: ReadonlyMap<string, string> = new Map([
  ['declined', 'The card was declined, and nothing was paid. You can try again.'],
  ['cancelled', 'The buyer left without paying. The link can still be used.'],
  ['viewed', 'Plotline was told that a signer has opened the document.'],
]);

/** Result of a pressed button: a page, or a notice to show on the record's page. */
export type Pressed = Page | { readonly notice: string };

const unready = toMessagePage(
  409,
  'The connection has no signing secret',
  'Plotline would refuse the event, because it could not verify it. Choose Edit at the connection in the dashboard, and enter a signing secret.',
  'The fake accepts any secret of the right form, such as whsec_test for Stripe.',
);

const toRefused = (status: number): Page =>
  toMessagePage(
    502,
    'Plotline did not accept the event',
    status === 0 ? 'The API could not be reached.' : `The hook answered with status ${status}.`,
    'Nothing was recorded. Go back and try again.',
  );

/** Page for an address without a record. */
export const unknownPage = toMessagePage(
  404,
  'Nothing is here',
  'No payment link or document has this address. It may have been deleted, or the data of the system is new.',
);

/** Page for a button that is not allowed in the record's state. */
export const usedPage = toMessagePage(409, 'This is already done', 'The record has changed since the page was loaded.');

/** Page for a request that no button of the simulator sends. */
export const badActionPage = toMessagePage(400, 'Unknown action', 'Use the buttons of the page.');

/** Sends the event of an action. Resolves to the notice, or to a page that explains why the event was not accepted. */
export async function report(context: Context, event: Report, notice: string): Promise<Pressed> {
  const outcome = await sendReport(context, event);
  if (outcome.kind === 'unready') return unready;
  return outcome.kind === 'refused' ? toRefused(outcome.status) : { notice };
}

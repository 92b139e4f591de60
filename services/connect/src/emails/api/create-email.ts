import { created } from '@plotline/kit/core/answer';
import type { Caller } from '@plotline/kit/core/caller';
import { conflict, invalid, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Call, Handler } from '@plotline/kit/http/handler';
import type { Connection } from '../../connections/model/connection.js';
import type { Context } from '../../context.js';
import { cutText } from '../../vendors/model/mail-limits.js';
import type { EmailProvider } from '../../vendors/model/provider.js';
import { isMailAddress } from '../../vendors/model/sender.js';
import { buildEmail, toEmailJson } from '../model/email.js';
import { cleanHtml } from './clean-html.js';

interface EmailBody {
  readonly subject: string;
  readonly text: string;
  readonly html?: string | null;
  readonly reply_to?: string | null;
  readonly connection_id?: string;
}

/** Returns the connection that sends the email: the requested one, or the only active one. Throws a Problem. */
async function chooseConnection(
  { connections }: Pick<Context, 'connections'>,
  caller: Caller,
  id: string | undefined,
): Promise<Connection> {
  const active = await connections.listActive(caller, 'email');
  if (id !== undefined) {
    const named = active.find((connection) => connection.id === id);
    if (!named) throw invalid({ field: 'connection_id', message: 'must be an active connection for email' });
    return named;
  }
  const [first, ...others] = active;
  if (first && others.length === 0) return first;
  const message = first
    ? 'Several connections can send emails. Set connection_id.'
    : 'No active connection can send emails. An owner or admin can create one.';
  throw conflict(message, 'no_email_connection');
}

/** Returns the provider of a connection. */
function getEmailProvider({ providers }: Pick<Context, 'providers'>, { provider }: Connection): EmailProvider {
  const found = providers[provider];
  if (found.category !== 'email') throw new Error(`${found.name} sends no emails.`);
  return found;
}

/** Returns the error for a lead that can't be read. For a merged lead, the error contains the survivor's id. */
async function describeMissing(
  { getRecord }: Pick<Context, 'getRecord'>,
  caller: Caller,
  id: string,
): Promise<unknown> {
  return getRecord(caller, 'leads', id).then(
    () => notFound(),
    (error: unknown) => error,
  );
}

/** POST /v1/leads/:id/emails. The email is stored, and sent a moment later. */
export function createEmail(context: Context): Handler<EmailBody> {
  const { emails, leadReader, clock } = context;
  return async (call: Call<EmailBody>) => {
    const { caller, path, body } = call;
    const { subject, text, html, reply_to: replyTo } = body;
    const [lead] = await leadReader.find(caller, [path('id')]);
    if (!lead) throw await describeMissing(context, caller, path('id'));
    if (lead.email === '') throw conflict('The lead has no email address.', 'lead_without_email', { id: lead.id });
    if (!isMailAddress(lead.email)) {
      throw conflict('The email address of the lead is not valid.', 'lead_without_email', { id: lead.id });
    }
    if (replyTo && !isMailAddress(replyTo)) throw invalid({ field: 'reply_to', message: 'must be an email address' });
    const connection = await chooseConnection(context, caller, body.connection_id);
    const email = buildEmail(
      {
        id: newId('eml'),
        lead_id: lead.id,
        connection_id: connection.id,
        actor: caller.actor,
        from: getEmailProvider(context, connection).email.getSender(connection.settings),
        to: { name: cutText(lead.name, 200).replaceAll(/\s+/g, ' '), address: lead.email },
        reply_to: replyTo ?? null,
        subject: subject.trim(),
        text,
        html: html ? cleanHtml(html) : null,
      },
      clock(),
    );
    const answer = created(toEmailJson(email));
    await emails.add(call, email, answer);
    return answer;
  };
}

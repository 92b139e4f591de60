import { hash } from 'node:crypto';
import { isJsonObject, type JsonObject } from '@plotline/kit/core/json-object';
import type { HookRequest, HookVerdict, VendorEvent } from '../../../vendors/model/hook.js';
import { verifyBasicAuth } from '../../../vendors/work/basic-auth.js';
import { readMessageId } from '../model/inbound.js';

const readText = (object: JsonObject, field: string) => {
  const value = object[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/**
 * Returns the id and type of an event. Postmark gives ids only to bounces, and repeats every event that was not
 * accepted.
 */
function toEvent(body: JsonObject): VendorEvent | null {
  const type = readText(body, 'RecordType');
  const messageId = readText(body, 'MessageID');
  if (messageId === '') return null;
  if (type === '' || type === 'Inbound') return { id: `Inbound ${readMessageId(body)}`, type: 'Inbound' };
  const parts = ['ID', 'DeliveredAt', 'ReceivedAt', 'BouncedAt', 'ChangedAt'].map((field) => readText(body, field));
  return { id: [type, messageId, ...parts].join(' '), type: type.slice(0, 100) };
}

function readBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

/**
 * Verifies a request as described at postmarkapp.com/developer/webhooks/webhooks-overview: Postmark signs nothing, but
 * sends the user name and password from the hook address.
 */
export function verifyPostmarkHook({ body, header, credentials }: HookRequest): HookVerdict {
  const right = verifyBasicAuth({ header, credentials });
  if (right !== 'right') return { kind: 'refused', reason: right };
  const parsed = readBody(body);
  const event = isJsonObject(parsed) ? toEvent(parsed) : null;
  if (!event) return { kind: 'refused', reason: 'malformed' };
  // The sender chooses the Message-ID, so its length is unlimited.
  return { kind: 'accepted', event: { id: hash('sha256', event.id), type: event.type } };
}

import { hash } from 'node:crypto';
import type { HookRequest, HookVerdict } from '../../../vendors/model/hook.js';
import { verifyBasicAuth } from '../../../vendors/work/basic-auth.js';

/** Maximum bytes of headers that are searched for the Message-ID. */
const maxHeadBytes = 65_536;
const emptyLine = /\r?\n\r?\n/;
const messageIdLine = /^message-id:[ \t]*(?:\r?\n[ \t]+)?(\S{1,1000})/im;
const fromLine = /^from:/im;

/** Returns the headers of raw MIME. Null if there is no sender, because then it isn't an email. */
function readHead(body: Buffer): string | null {
  const text = body.subarray(0, maxHeadBytes).toString('latin1');
  const end = emptyLine.exec(text);
  const head = end ? text.slice(0, end.index) : text;
  return fromLine.test(head) ? head : null;
}

/**
 * Verifies a request that contains raw MIME, by its password. An email is recognized by its Message-ID, or by its
 * content if it has none. The payload is kept as base64, because its bytes may not be UTF-8.
 */
export function verifyMimeHook({ body, header, credentials }: HookRequest): HookVerdict {
  const right = verifyBasicAuth({ header, credentials });
  if (right !== 'right') return { kind: 'refused', reason: right };
  const head = readHead(body);
  if (head === null) return { kind: 'refused', reason: 'malformed' };
  const id = hash('sha256', messageIdLine.exec(head)?.[1] ?? body);
  return { kind: 'accepted', event: { id, type: 'mail' }, payload: JSON.stringify({ mime: body.toString('base64') }) };
}

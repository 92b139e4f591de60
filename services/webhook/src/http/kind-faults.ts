import type { ProblemDetail } from '@plotline/kit/errors';
import type { Integration } from '../domain/integration.js';

type Kind = Integration['kind'];

/** The fields that integrations of some kinds alone have; null is none. */
const ofChats = ['url', 'template'];
const ofDigests = ['recipients', 'schedule'];

function isGiven(body: object, field: string): boolean {
  const value: unknown = Reflect.get(body, field);
  return value !== undefined && value !== null;
}

/** What a request sets that the kind does not have. */
export function findForeignFields(kind: Kind, body: object): readonly ProblemDetail[] {
  const [foreign, message] =
    kind === 'mail_digest' ? [ofChats, 'is for chats alone'] : [ofDigests, 'is for mail digests alone'];
  return foreign.filter((field) => isGiven(body, field)).map((field) => ({ field, message }));
}

/** What a new integration of the kind lacks. */
export function findMissingFields(kind: Kind, body: object): readonly ProblemDetail[] {
  const required = kind === 'mail_digest' ? ofDigests : ['url'];
  return required.filter((field) => !isGiven(body, field)).map((field) => ({ field, message: 'is required' }));
}

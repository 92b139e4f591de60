/** Longer texts are cut. */
const maxLength = 500;

/** Signatures and secrets: receivers that answer with the headers of the request would have them told. */
const secrets = /sha256=[0-9a-f]{16,}|v1,[\w+/=-]{16,}|whsec_[\w+/=-]+|pl_(?:live|test|session)_\w+|Bearer\s+\S+/gi;

/** The beginning of what a receiver answered, to be shown to people: one line without signatures, null without a text. */
export function toAnswerExcerpt(body: string | null): string | null {
  if (body === null) return null;
  const text = body
    .replaceAll(secrets, '[removed]')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\s]+/gu, ' ')
    .trim();
  if (text === '') return null;
  const characters = [...text];
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : text;
}

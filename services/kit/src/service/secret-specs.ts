import { makeValidator } from 'envalid';

const minLength = 32;

/** An unfit secret, described in words that do not contain it. */
export class UnfitSecret extends Error {}

function parseSecret(text: string): string {
  if (text.length < minLength) throw new UnfitSecret(`needs at least ${minLength} characters`);
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UnfitSecret('must be one word of ASCII characters');
  return text;
}

/** `…_SECRET`: secret for one purpose, at least 32 characters. */
export const secret = makeValidator<string>(parseSecret);

const parsePrevious = makeValidator<string>((text) => (text === '' ? '' : parseSecret(text)));

/** `…_SECRET_PREVIOUS`: another accepted secret for the same purpose; empty by default for none. */
export const previousSecret = (spec: { readonly desc: string }) => parsePrevious({ ...spec, default: '' });

/** Names secrets that must differ but don't. */
export function findEqualSecrets(values: Readonly<Record<string, unknown>>): string[] {
  const secrets = Object.entries(values).filter(
    ([name, value]) => /_(SECRET|KEY)(_PREVIOUS)?$/.test(name) && value !== '',
  );
  return secrets.flatMap(([name, value], index) =>
    secrets
      .slice(index + 1)
      .filter(([, same]) => same === value)
      .map(([other]) => `${name} and ${other}`),
  );
}

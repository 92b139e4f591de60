import { domainToASCII } from 'node:url';
import { removeDirectionMarks, trimCell } from './clean-text.js';

const inBrackets = /<([^<>@]*@[^<>@]*)>/;
const scheme = /^mailto:/i;

/**
 * Writes an internationalised domain in the form that mail servers use: `münchen.example` as `xn--mnchen-3ya.example`.
 */
function toAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 0 || /^[\x20-\x7E]*$/.test(domain)) return email;
  return `${email.slice(0, at + 1)}${domainToASCII(domain) || domain}`;
}

/** Returns the first of several addresses. */
function takeFirst(text: string): string {
  const parts = text
    .split(/:::|[;,\s]+/)
    .map(trimCell)
    .filter((part) => part !== '');
  return parts.every((part) => part.includes('@')) ? (parts[0] ?? text) : text;
}

/** Removes `mailto:` and everything after the address. */
function withoutScheme(text: string): string {
  return scheme.test(text) ? (text.replace(scheme, '').split('?')[0] ?? '') : text;
}

/**
 * Returns the address in a text such as `Noor Haddad <noor@example.com>`, `mailto:noor@example.com` or
 * `noor@example.com;`. Returns other texts unchanged.
 */
export function parseEmail(text: string): string {
  const line = removeDirectionMarks(text).replace(/＠/g, '@');
  const address = trimCell(inBrackets.exec(line)?.[1] ?? line);
  const bare = takeFirst(withoutScheme(address)).replace(/^["']|["'.]$/g, '');
  return toAsciiDomain(trimCell(bare));
}

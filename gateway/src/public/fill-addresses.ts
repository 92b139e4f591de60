import { extname } from 'node:path';
import { placeholderAddresses, sandboxPart } from '../contract/placeholder-addresses.js';
import type { PublicAddresses } from '../contract/public-document.js';

/** File extensions of pages that contain addresses. */
const filled: ReadonlySet<string> = new Set(['.html', '.json']);

/** Text that replaces the sandbox's address where it is unknown. */
const unknownSandbox = 'the address of the sandbox';

function keepSandboxPart(text: string): string {
  return text.replaceAll(sandboxPart.start, '').replaceAll(sandboxPart.end, '');
}

function leaveOutSandboxPart(text: string): string {
  const [before = '', ...parts] = text.split(sandboxPart.start);
  return [before, ...parts.map((part) => part.slice(part.indexOf(sandboxPart.end) + sandboxPart.end.length))].join('');
}

/** Creates a function that replaces the placeholders in a built page with the addresses of this gateway. */
export function createFillAddresses({
  api,
  sandbox,
  auth,
}: PublicAddresses): (content: Buffer, name: string) => Buffer {
  const addresses: readonly (readonly [placeholder: string, address: string])[] = [
    [placeholderAddresses.api, api],
    [placeholderAddresses.sandbox, sandbox ?? unknownSandbox],
    [placeholderAddresses.auth, auth],
  ];
  const fillSandboxPart = sandbox === undefined ? leaveOutSandboxPart : keepSandboxPart;
  return (content, name) => {
    if (!filled.has(extname(name))) return content;
    const text = fillSandboxPart(content.toString('utf8'));
    return Buffer.from(
      addresses.reduce((rest, [placeholder, address]) => rest.replaceAll(placeholder, () => address), text),
    );
  };
}

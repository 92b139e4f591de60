import { readFileSync } from 'node:fs';

function readVersion(): string {
  // The manifest is two folders up, both from the source and from the compiled code.
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const value: unknown = Reflect.get(Object(manifest), 'version');
  return typeof value === 'string' ? value : 'unknown';
}

/** Version of Plotline that this process runs. A release sets the same version in every package. */
export const version = readVersion();

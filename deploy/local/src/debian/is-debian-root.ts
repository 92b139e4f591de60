import { existsSync } from 'node:fs';
import { findBinary } from '../find-binary.js';

/** Whether packages can be installed here: Debian or one of its descendants, as root, with apt-get. */
export function isDebianRoot(searchPath: string): boolean {
  return (
    process.getuid?.() === 0 && existsSync('/etc/debian_version') && findBinary('apt-get', searchPath) !== undefined
  );
}

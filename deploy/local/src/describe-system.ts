import type { DemoKey } from './demo-file.js';
import type { SystemAddresses } from './system/running-system.js';

/** What `npm start` prints at its end: the addresses, a key, and a call that works when pasted. */
export function describeSystem(system: SystemAddresses, demo: DemoKey | undefined): string {
  const { urls } = system;
  const addresses = [
    `  API                   ${urls.api}`,
    `  Sandbox API           ${urls.sandbox}`,
    `  Authorization server  ${urls.auth}`,
    `  Health and metrics    ${urls.private}`,
  ];
  const key = demo && [
    '',
    `  API key of ${demo.workspaceName}: ${demo.apiKey}`,
    `  More keys and passwords: ${system.demoFile}`,
    '',
    `  curl -H 'Authorization: Bearer ${demo.apiKey}' '${urls.api}/v1/properties?per_page=1'`,
  ];
  return [...addresses, ...(key ?? []), '', 'Ctrl-C stops everything.'].join('\n');
}

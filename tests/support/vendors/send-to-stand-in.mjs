/**
 * Sends a process's requests to HubSpot to the server at HUBSPOT_STAND_IN, when loaded with `--import`. Nock can't do
 * this, because a stand-in must outlive the processes that a test kills.
 */
const standIn = process.env.HUBSPOT_STAND_IN;
const host = 'https://api.hubapi.com';
const { fetch } = globalThis;

globalThis.fetch = (input, options) => {
  const url = String(input);
  return fetch(url.startsWith(`${host}/`) ? url.replace(host, standIn) : input, options);
};

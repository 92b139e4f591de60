import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

const variable = 'PLOTLINE_TEST_NAME_SERVER';

/**
 * Makes this process resolve names that end in `.test` with a name server (`127.0.0.1:5300`). Returns a function that
 * undoes this.
 */
export function lookUpAt(server) {
  const { promises, lookup } = dns;
  const { lookup: lookupPromised } = promises;
  const resolver = new promises.Resolver();
  resolver.setServers([server]);
  const find = async (hostname) => (await resolver.resolve4(hostname)).map((address) => ({ address, family: 4 }));
  promises.lookup = async (hostname, options) => {
    if (!hostname.endsWith('.test')) return lookupPromised(hostname, options);
    const found = await find(hostname);
    return options?.all ? found : found[0];
  };
  dns.lookup = (hostname, options, callback) => {
    if (!hostname.endsWith('.test')) return lookup(hostname, options, callback);
    const answer = (found) => (options.all ? callback(null, found) : callback(null, found[0].address, found[0].family));
    find(hostname).then(answer, callback);
  };
  syncBuiltinESMExports();
  return () => {
    promises.lookup = lookupPromised;
    dns.lookup = lookup;
    syncBuiltinESMExports();
  };
}

// Applies when `--import` loads this file before a program.
if (process.env[variable]) lookUpAt(process.env[variable]);

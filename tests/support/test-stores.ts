/** Address of a real store of the test run. Throws when the run did not set it: a test must not pass by skipping. */
export function storeUrl(store: 'MONGO' | 'AMQP' | 'REDIS'): string {
  const name = `PLOTLINE_TEST_${store}_URL`;
  const url = process.env[name];
  if (!url) throw new Error(`${name} is not set: run the tests with npm test.`);
  return url;
}

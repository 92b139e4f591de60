import { appNames, testApp } from './test-app.js';

/** `npm run apps [-- <name>…]`: tests the workflow automation apps with their own packages. */
const chosen = process.argv.slice(2);
const unknown = chosen.find((name) => !appNames.some((known) => known === name));
if (unknown !== undefined) throw new Error(`There is no app "${unknown}". Choose from ${appNames.join(', ')}.`);
for (const name of appNames) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stdout.write(await testApp(name, {}, (line) => process.stdout.write(`${line}\n`)));
}

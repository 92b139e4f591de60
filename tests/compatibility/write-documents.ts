import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `write-documents.ts <checkout> <folder>` writes the documents of a checkout with that checkout's own code. */
const [checkout = '', folder = ''] = process.argv.slice(2);
const module = pathToFileURL(join(checkout, 'tests', 'gateway', 'support', 'served-document.ts')).href;
const documents: typeof import('../gateway/support/served-document.js') = await import(module);
writeFileSync(join(folder, 'api.json'), JSON.stringify(documents.createServedDocument()));
writeFileSync(join(folder, 'auth.json'), JSON.stringify(documents.createServedAuthDocument()));

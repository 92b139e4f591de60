import { fileURLToPath } from 'node:url';
import { buildSite } from './build-site.js';

buildSite(fileURLToPath(new URL('../dist/site', import.meta.url)));

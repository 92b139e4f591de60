// `npm start` on data of its own: the same steps in the same program, but not below the checkout's own folder.
import { checkout, prepare } from '../../../deploy/local/prepare.mjs';

const [dataDirectory] = process.argv.slice(2);
await prepare((line) => console.log(line));
const { launch } = await import('@plotline/local/cli/start');
await launch({ checkout, dataDirectory, arguments: [], environment: process.env });

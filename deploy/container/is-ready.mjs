// Health check of a container. `node is-ready.mjs <port>` exits with 0 if the program is ready.

const port = Number(process.argv[2]);
const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);

// Exit code 0 when the program of this container serves: `node is-ready.mjs <port>`, as the container's health check.

const port = Number(process.argv[2]);
const answer = await fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(3_000) }).catch(() => null);
process.exit(answer?.ok ? 0 : 1);

import { Router } from 'express';
import type { Metrics } from '../process/metrics.js';

/** Whether the process can answer requests now. A rejection counts as no. */
export type Readiness = () => Promise<boolean> | boolean;

/** `/health` (the process runs), `/ready` (it can answer) and `/metrics`, for probes from inside the cluster. */
export function createProbes(ready: Readiness, metrics: Metrics): Router {
  const router = Router();
  router.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/ready', async (_request, response) => {
    const isReady = await Promise.resolve(ready()).catch(() => false);
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready' });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

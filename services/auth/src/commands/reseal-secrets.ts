import { resealCommand, runReseal } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { runCommand } from '@plotline/kit/service/command-line';
import { createSealedFields } from '../sealed-fields.js';
import { withContext } from '../with-context.js';

// The operator runs this with the service's environment. See deploy/runbooks/rotate-a-secret.md.
await runCommand({ ...resealCommand, run: () => withContext((context) => runReseal(createSealedFields(context))) });

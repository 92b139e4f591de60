import { resealCommand, runReseal } from '@plotline/kit/ops/rebuilds/run-rebuilds';
import { runCommand } from '@plotline/kit/service/command-line';
import { createSealedFields } from '../sealed-fields.js';
import { withContext } from '../with-context.js';

// An operator's command, with the environment of the service: deploy/runbooks/rotate-a-secret.md.
await runCommand({ ...resealCommand, run: () => withContext((context) => runReseal(createSealedFields(context))) });

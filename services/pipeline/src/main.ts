import { stopOnSignal } from '@plotline/kit/process/lifecycle';
import { releaseMemoryOfStart } from '@plotline/kit/process/release-memory';
import { createRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { readPipelineConfig } from './config.js';
import { createContext } from './context.js';
import { createService } from './service.js';

const config = readPipelineConfig();
const runtime = await createRuntime('pipeline', config);
stopOnSignal(await startService(runtime, config, createService(createContext(runtime, config))), runtime.log);
releaseMemoryOfStart();

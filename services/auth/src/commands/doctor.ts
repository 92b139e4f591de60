import { runDoctor } from '@plotline/kit/doctor/run-doctor';
import { createRuntime } from '@plotline/kit/process/runtime';
import { createChecks } from '../checks/create-checks.js';
import { readAuthConfig } from '../config.js';
import { createContext } from '../context.js';

// Tells what does not agree among the records of the service, and with the agents, with the environment of the service.
const config = readAuthConfig();
const runtime = await createRuntime('auth', config);
const context = createContext(runtime, config);
process.exitCode = await runDoctor(runtime, createChecks(context));
context.teamPeer.close();
await runtime.databases.close();

import type { ExampleRecorder } from './example-recorder.js';

/** Files of leads and units, and what became of their rows. */
export async function tellOfImports(recorder: ExampleRecorder): Promise<void> {
  await recorder.call('GET', '/v1/imports', { status: 200, summary: 'No imports yet' });
}

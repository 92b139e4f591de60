import type { RecordedCall } from './recorded-call.js';

const calls: RecordedCall[] = [];

export function logCall(call: RecordedCall): void {
  calls.push(call);
}

export function getCalls(): readonly RecordedCall[] {
  return calls;
}

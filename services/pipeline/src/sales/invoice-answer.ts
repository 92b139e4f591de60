import { type Answer, ok, versioned } from '@plotline/kit/http/answer';
import type { Invoice } from '../domain/invoice.js';
import { invoiceJson } from './invoice-json.js';

/** 200 with the invoice as it is stored. */
export function invoiceAnswer(invoice: Invoice): Answer {
  return versioned(ok(invoiceJson(invoice)), invoice.version);
}

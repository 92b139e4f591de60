import { invalid } from '@plotline/kit/errors';
import { ok } from '@plotline/kit/http/answer';
import type { Handler } from '@plotline/kit/http/handler';
import { findTemplateFault, renderMessage } from '../domain/chat-message.js';
import { createSampleEvent } from '../domain/event-samples.js';
import type { ChatKind } from '../domain/integration.js';

interface PreviewRequest {
  readonly kind: ChatKind;
  readonly template: string | null;
  readonly event: string;
}

/** POST /v1/integrations/preview. Nothing is sent, and nothing is stored. */
export function previewMessage(): Handler<PreviewRequest> {
  return async ({ body: { kind, template, event } }) => {
    const fault = template === null ? null : findTemplateFault(template, [event]);
    if (fault !== null) throw invalid({ field: 'template', message: fault });
    const sample = createSampleEvent(event);
    return ok({ text: renderMessage(kind, template, sample), data: sample.data });
  };
}

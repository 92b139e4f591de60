import { makeValidator, str } from 'envalid';

const samplers = ['parentbased_traceidratio', 'parentbased_always_on', 'parentbased_always_off'] as const;

const collectorAddress = makeValidator((text) => {
  if (text === '') return text;
  const { protocol, search, hash } = new URL(text);
  if (!/^https?:$/.test(protocol) || search + hash !== '') throw new Error('must be an http(s) address');
  return text;
});

const ratio = makeValidator((text) => {
  const value = Number(text);
  if (text === '' || !(value >= 0 && value <= 1)) throw new Error('must be a number from 0 to 1');
  return value;
});

/** Variables of traces, with OpenTelemetry's names. */
export const tracingSpecs = {
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorAddress({
    default: '',
    desc: 'address of an OTLP/HTTP collector, such as http://collector:4318; empty for no traces',
  }),
  OTEL_TRACES_SAMPLER: str({
    choices: samplers,
    default: 'parentbased_traceidratio',
    desc: 'requests from outside that are recorded, with everything that they cause',
  }),
  OTEL_TRACES_SAMPLER_ARG: ratio({ default: 0.1, desc: 'share of these requests, from 0 to 1' }),
  OTEL_SERVICE_NAME: str({ default: '', desc: 'name of the unit in traces; empty for its own name' }),
};

/** Values of `tracingSpecs`. */
export interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT: string;
  readonly OTEL_TRACES_SAMPLER: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
  readonly OTEL_SERVICE_NAME: string;
}

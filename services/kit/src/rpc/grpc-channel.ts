import {
  ChannelCredentials,
  Client,
  type ClientOptions,
  type Metadata,
  type MethodDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import type { Deadline } from '../core/deadline.js';

/** The largest request and answer. */
export const maxMessageBytes = 4 * 1024 * 1024;

/** What goes with a call beside its request. */
export interface CallTerms {
  readonly metadata: Metadata;
  readonly deadline: Deadline;
}

/** Gets the error or the answer of a call, once. */
export type OnCallEnd<Response> = (error: ServiceError | null, answer?: Response) => void;

/** Takes calls to one other service. */
export interface Channel {
  /** Ends by the deadline at the latest, whatever the service does. */
  call<Request, Response>(
    method: MethodDefinition<Request, Response>,
    request: Request,
    terms: CallTerms,
    onEnd: OnCallEnd<Response>,
  ): void;
  close(): void;
}

/** Opens a channel to the service of that name, which is at that address. */
export type OpenChannel = (name: string, address: string) => Channel;

/** grpc-js repeats calls that never reached the peer: every RPC is safe to repeat. */
const retryPolicy = {
  maxAttempts: 5,
  initialBackoff: '0.1s',
  maxBackoff: '0.5s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

const channelOptions: ClientOptions = {
  // A process that is frozen keeps its connections: calls go elsewhere once a ping got no answer.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  // A process that is gone, or has closed an old connection, is reason to look for others; by default only twice a minute.
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [{ name: [{}], retryPolicy }],
  }),
};

/** Opens a pooled gRPC channel, connected at the first call and again whenever it is lost. */
export function openGrpcChannel(_name: string, address: string): Channel {
  const client = new Client(address, ChannelCredentials.createInsecure(), channelOptions);
  return {
    call: ({ path, requestSerialize, responseDeserialize }, request, { metadata, deadline }, onEnd) =>
      void client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, { deadline }, onEnd),
    close: () => client.close(),
  };
}

import {
  ChannelCredentials,
  Client,
  type ClientOptions,
  type Metadata,
  type MethodDefinition,
  type ServiceError,
} from '@grpc/grpc-js';
import type { Deadline } from '../core/time.js';

/** Maximum size of a request or response. */
export const maxMessageBytes = 4 * 1024 * 1024;

/** Deadline and metadata of a call. */
export interface CallTerms {
  readonly metadata: Metadata;
  readonly deadline: Deadline;
}

/** Called once with the error or the answer of a call. */
export type OnCallEnd<Response> = (error: ServiceError | null, answer?: Response) => void;

/** Carries calls to one other service. */
export interface Channel {
  /** Calls a method. The call ends at the deadline at the latest, even if the service doesn't answer. */
  call<Request, Response>(
    method: MethodDefinition<Request, Response>,
    request: Request,
    terms: CallTerms,
    onEnd: OnCallEnd<Response>,
  ): void;
  close(): void;
}

/** Opens a channel to the named service at an address. */
export type OpenChannel = (name: string, address: string) => Channel;

/** grpc-js repeats calls that never reached the peer. Every RPC is safe to repeat. */
const retryPolicy = {
  maxAttempts: 5,
  initialBackoff: '0.1s',
  maxBackoff: '0.5s',
  backoffMultiplier: 2,
  retryableStatusCodes: ['UNAVAILABLE'],
};

const channelOptions: ClientOptions = {
  // A frozen process keeps its connections open. If it doesn't answer a ping, calls go to a different process.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 2_000,
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 500,
  // Looks up addresses again soon after a process has stopped or has closed an old connection. The default is at most
  // twice a minute.
  'grpc.dns_min_time_between_resolutions_ms': 2_000,
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.service_config': JSON.stringify({
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [{ name: [{}], retryPolicy }],
  }),
};

/** Opens a pooled gRPC channel. It connects at the first call, and again whenever the connection is lost. */
export function openGrpcChannel(_name: string, address: string): Channel {
  const client = new Client(address, ChannelCredentials.createInsecure(), channelOptions);
  return {
    call: ({ path, requestSerialize, responseDeserialize }, request, { metadata, deadline }, onEnd) =>
      void client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, { deadline }, onEnd),
    close: () => client.close(),
  };
}

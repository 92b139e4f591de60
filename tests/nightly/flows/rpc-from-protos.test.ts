import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChannelCredentials, Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { loadSync, type MethodDefinition } from '@grpc/proto-loader';
import { callerHeader, signCaller } from '@plotline/kit/core/caller';
import { type CallerPrivateKeys, callerNames } from '@plotline/local/supervise/secrets';
import { expect } from 'chai';
import { rpcCallers } from '../../support/rpc-callers.js';
import { system } from '../../support/system.js';
import { readCallerKeys } from '../../support/system-keys.js';
import { testCaller } from '../../support/test-runtime.js';
import { rpcCases } from './rpc-cases.js';
import { createRpcWorld, type RpcWorld } from './rpc-world.js';

const protos = fileURLToPath(new URL('../../../protos', import.meta.url));

interface Rpc {
  /** `plotline.team.v1.AgentsService.GetAgents` */
  readonly name: string;
  /** Service that answers the RPC. Unless several services answer it, this is the folder of the RPC's proto. */
  readonly service: string;
  readonly method: MethodDefinition<object, object>;
}

/** RPCs that several services answer. The test calls one of the services. */
const answeredBy: ReadonlyMap<string, string> = new Map([
  ['records', 'pipeline'],
  ['usage', 'pipeline'],
]);

/** Loads every file in protos/plotline. Returns all methods of all services that they declare. */
function loadRpcs(): Rpc[] {
  const files = readdirSync(join(protos, 'plotline'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.proto'))
    .map((file) => join('plotline', file));
  const definitions = loadSync(files, { includeDirs: [protos], keepCase: true, longs: Number, defaults: true });
  return Object.entries(definitions).flatMap(([serviceName, definition]) =>
    // Messages and enums have a format, but services don't.
    'format' in definition
      ? []
      : Object.entries(definition).map(([methodName, method]) => {
          const [, folder = ''] = serviceName.split('.');
          return { name: `${serviceName}.${methodName}`, service: answeredBy.get(folder) ?? folder, method };
        }),
  );
}

/** Returns the names of the request's fields as declared in the proto. */
function readFieldNames({ requestType }: MethodDefinition<object, object>): unknown[] {
  const fields: unknown = Reflect.get(Object(Reflect.get(requestType, 'type')), 'field');
  return Array.isArray(fields) ? fields.map((field) => Reflect.get(Object(field), 'name')) : [];
}

const rpcs = loadRpcs();

describe('RPCs called with only the .proto files', () => {
  const clients = new Map<string, Client>();
  let world: RpcWorld;

  function getClient(service: string): Client {
    const address = Object.entries(system().services).find(([name]) => name === service)?.[1].grpcAddress;
    if (address === undefined) throw new Error(`No service ${service} is running.`);
    const client = clients.get(service) ?? new Client(address, ChannelCredentials.createInsecure());
    clients.set(service, client);
    return client;
  }

  function findRpc(name: string): Rpc {
    return rpcs.find((one) => one.name === name) ?? expect.fail(`There is no RPC ${name}.`);
  }

  function call(name: string, request: object, caller: string | null): Promise<object> {
    const rpc = findRpc(name);
    expect(readFieldNames(rpc.method), `fields of the request of ${name}`).to.include.members(Object.keys(request));
    const { path, requestSerialize, responseDeserialize } = rpc.method;
    const metadata = new Metadata();
    if (caller !== null) metadata.set(callerHeader, caller);
    const options = { deadline: Date.now() + 15_000 };
    return new Promise((resolve, reject) => {
      getClient(rpc.service).makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadata,
        options,
        (error, response) => (response === undefined ? reject(error) : resolve(response)),
      );
    });
  }

  /**
   * Caller of one RPC. It is the system, because the Administration service requires that. By default, a program that
   * may call the RPC signs the caller.
   */
  async function sign(name: string, program?: keyof CallerPrivateKeys): Promise<string> {
    const { service, method } = findRpc(name);
    const actor = { type: 'system', id: 'tests', name: 'Tests' } as const;
    const caller = testCaller(world.workspaceId, 'live', { actor, deadline: Date.now() + 60_000 });
    const keys = await readCallerKeys(program ?? findAllowed(service, method.path));
    return signCaller(caller, { service, method: 'POST', path: method.path }, keys);
  }

  function findAllowed(service: string, path: string): keyof CallerPrivateKeys {
    const allowed = rpcCallers[service]?.[path] ?? [];
    return callerNames.find((name) => allowed.includes(name)) ?? expect.fail(`Nobody may call ${path}.`);
  }

  async function getStatus(response: Promise<object>): Promise<status | undefined> {
    const error = await response.then(
      () => null,
      (thrown: ServiceError) => thrown,
    );
    return error?.code;
  }

  before(async () => {
    world = await createRpcWorld(async (name, request) => call(name, request, await sign(name)));
  });

  after(() => {
    for (const client of clients.values()) client.close();
  });

  it('have a test for exactly the methods of the services', () => {
    expect(Object.keys(rpcCases).sort()).to.deep.equal(rpcs.map(({ name }) => name).sort());
  });

  for (const { name } of rpcs) {
    const rpcCase = rpcCases[name];
    if (!rpcCase) continue;

    it(`${name} answers a valid request`, async () => {
      const request = await rpcCase.createRequest(world);
      rpcCase.assertResponse(await call(name, request, await sign(name)), world);
    });

    it(`${name} refuses a call that is unsigned, from a program that may not make it, or signed for another RPC`, async () => {
      const request = await rpcCase.createRequest(world);
      const { service, method } = findRpc(name);
      const other = rpcs.find((rpc) => rpc.service !== service)?.name ?? '';
      const stranger = callerNames.find((program) => !rpcCallers[service]?.[method.path]?.includes(program));
      for (const caller of [null, await sign(name, stranger), await sign(other)]) {
        expect(await getStatus(call(name, request, caller))).to.equal(status.PERMISSION_DENIED);
      }
    });

    if (rpcCase.isPublic) {
      it(`${name} refuses a request that it cannot verify`, async () => {
        const { refusal } = rpcCase;
        const caller = await sign(name);
        if (refusal) expect(await call(name, refusal.request, caller)).to.deep.equal(refusal.response);
        else expect(await getStatus(call(name, {}, caller))).to.equal(status.UNAUTHENTICATED);
      });
    }
  }
});

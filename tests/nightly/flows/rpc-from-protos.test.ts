import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ChannelCredentials, Client, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { loadSync, type MethodDefinition } from '@grpc/proto-loader';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/caller';
import { createKeyring } from '@plotline/kit/keyring';
import { expect } from 'chai';
import { system } from '../../support/system.js';
import { testCaller } from '../../support/test-runtime.js';
import { rpcCases } from './rpc-cases.js';
import { createRpcWorld, type RpcWorld } from './rpc-world.js';

const protos = fileURLToPath(new URL('../../../protos', import.meta.url));

interface Rpc {
  /** `plotline.team.v1.AgentsService.GetAgents` */
  readonly name: string;
  /** A service that answers it: the folder of its proto, unless several do. */
  readonly service: string;
  readonly method: MethodDefinition<object, object>;
}

/** Several services answer these; one is called here. */
const answeredBy: ReadonlyMap<string, string> = new Map([['records', 'pipeline']]);

/** Loads every file under protos/plotline and finds every method of every service in them. */
function loadRpcs(): Rpc[] {
  const files = readdirSync(join(protos, 'plotline'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.proto'))
    .map((file) => join('plotline', file));
  const definitions = loadSync(files, { includeDirs: [protos], keepCase: true, longs: Number, defaults: true });
  return Object.entries(definitions).flatMap(([serviceName, definition]) =>
    // Messages and enums have a format, services have none.
    'format' in definition
      ? []
      : Object.entries(definition).map(([methodName, method]) => {
          const [, folder = ''] = serviceName.split('.');
          return { name: `${serviceName}.${methodName}`, service: answeredBy.get(folder) ?? folder, method };
        }),
  );
}

/** The names of the request's fields as the proto declares them. */
function readFieldNames({ requestType }: MethodDefinition<object, object>): unknown[] {
  const fields: unknown = Reflect.get(Object(Reflect.get(requestType, 'type')), 'field');
  return Array.isArray(fields) ? fields.map((field) => Reflect.get(Object(field), 'name')) : [];
}

const rpcs = loadRpcs();

describe('RPCs, called from the .proto files alone', () => {
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

  /** A caller for one RPC: the system, as administration takes nobody else. */
  function sign(name: string, change: Partial<Caller> = {}, secret = system().callerSecret): string {
    const { service, method } = findRpc(name);
    const actor = { type: 'system', id: 'tests', name: 'Tests' } as const;
    const caller = testCaller(world.workspaceId, 'live', { actor, deadline: Date.now() + 60_000, ...change });
    return signCaller(caller, { service, method: 'POST', path: method.path }, createKeyring(secret));
  }

  async function getStatus(response: Promise<object>): Promise<status | undefined> {
    const error = await response.then(
      () => null,
      (thrown: ServiceError) => thrown,
    );
    return error?.code;
  }

  before(async () => {
    world = await createRpcWorld((name, request) => call(name, request, sign(name)));
  });

  after(() => {
    for (const client of clients.values()) client.close();
  });

  it('have a case here for every method of every service, and no case without a method', () => {
    expect(Object.keys(rpcCases).sort()).to.deep.equal(rpcs.map(({ name }) => name).sort());
  });

  for (const { name } of rpcs) {
    const rpcCase = rpcCases[name];
    if (!rpcCase) continue;

    it(`${name} answers a valid request`, async () => {
      const request = await rpcCase.createRequest(world);
      rpcCase.assertResponse(await call(name, request, sign(name)), world);
    });

    if (rpcCase.isPublic) {
      it(`${name} needs no caller, and refuses what it cannot verify`, async () => {
        rpcCase.assertResponse(await call(name, await rpcCase.createRequest(world), null), world);
        const { refusal } = rpcCase;
        if (refusal) expect(await call(name, refusal.request, null)).to.deep.equal(refusal.response);
        else expect(await getStatus(call(name, {}, null))).to.equal(status.UNAUTHENTICATED);
      });
    } else {
      it(`${name} refuses a call without a caller or with a forged one`, async () => {
        const request = await rpcCase.createRequest(world);
        const other = rpcs.find((rpc) => rpc.service !== findRpc(name).service)?.name ?? '';
        for (const caller of [null, sign(name, {}, 'another secret'), sign(other)]) {
          expect(await getStatus(call(name, request, caller))).to.equal(status.PERMISSION_DENIED);
        }
      });
    }
  }
});

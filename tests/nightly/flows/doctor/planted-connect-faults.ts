import type { PlantedFault } from './planted-faults.js';

/** Faults in connect, each in a separate record. */
export const connectFaults: readonly PlantedFault[] = [
  {
    title: 'a call of a connection that there is not',
    service: 'connect',
    check: 'call_connection',
    plant: async (world) => {
      const call = { _id: 'call_lost', workspace_id: world.workspaceId, version: 1, connection_id: 'con_lost' };
      await world.collection('connect', 'calls').insertOne(call);
      return call._id;
    },
  },
  {
    title: 'a payment link of a connection that there is not',
    service: 'connect',
    check: 'payment_link_connection',
    plant: async (world) => {
      const link = { _id: 'plk_lost', workspace_id: world.workspaceId, version: 1, connection_id: 'con_lost' };
      await world.collection('connect', 'payment_links').insertOne(link);
      return link._id;
    },
  },
  {
    title: 'a document whose task nothing carries out',
    service: 'connect',
    check: 'document_task',
    plant: async (world) => {
      const document = { _id: 'doc_stuck', workspace_id: world.workspaceId, version: 1, pending: 'send', files: {} };
      await world.collection('connect', 'documents').insertOne(document);
      return document._id;
    },
  },
  {
    title: 'a document of a file that there is not',
    service: 'connect',
    check: 'document_file',
    plant: async (world) => {
      const files = { original: 'file_lost', signed: null, audit: null };
      const document = { _id: 'doc_lost', workspace_id: world.workspaceId, version: 1, pending: null, files };
      await world.collection('connect', 'documents').insertOne(document);
      return document._id;
    },
  },
];

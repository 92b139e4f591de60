import { expect } from 'chai';
import { ApiClient } from '../support/api-client.js';
import { newWorkspace } from '../support/workspace.js';

import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** Credential type that holds an API key of a workspace. */
export class PlotlineApi implements ICredentialType {
  name = 'plotlineApi';

  displayName = 'Plotline API';

  icon = 'file:plotline.svg' as const;

  documentationUrl = 'https://plotline.example/docs/guides/n8n';

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'baseUrl',
      type: 'string',
      default: '',
      required: true,
      placeholder: 'https://api.example.com',
      description: 'Address of the API of your Plotline. For test data, use the address of the sandbox.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description:
        'Create it in Plotline under Build, API keys, with the scopes webhooks, read:leads, write:leads and read:properties',
    },
  ];

  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };

  test: ICredentialTestRequest = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: '/v1/webhooks', qs: { per_page: 1 } },
  };
}

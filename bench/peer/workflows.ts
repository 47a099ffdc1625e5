import { randomUUID } from 'node:crypto';

/** The targets and the content of the workflows: the same as the product's. */
export interface PeerJobs {
  targetOrigin: string;
  sinkPort: number;
  /** An email as the product sent it, with `name` filled in. */
  mail: { name: string; from: string; subject: string; html: string; text: string };
}

/** Webhook paths, which are also the workflow IDs. */
export const HTTP_STEP = 'http-step';
export const MAIL_STEP = 'mail-step';

const TOKEN = { id: 'warehouse-token', name: 'Warehouse' };
const SENDER = { id: 'mail-sender', name: 'Sender' };

export const credentials = ({ sinkPort }: PeerJobs, token: string) => [
  { ...TOKEN, type: 'httpHeaderAuth', data: { name: 'Authorization', value: `Bearer ${token}` } },
  {
    ...SENDER,
    type: 'smtp',
    data: { host: '127.0.0.1', port: sinkPort, secure: false, disableStartTls: true, user: '', password: '' },
  },
];

interface Step {
  name: string;
  type: string;
  typeVersion: number;
  parameters: object;
  credentials: object;
}

/** Responds when its last node has ended, like a step of ours. */
const webhookThen = (path: string, step: Step) => ({
  id: path,
  name: path,
  active: false,
  settings: { executionOrder: 'v1' },
  nodes: [
    {
      id: randomUUID(),
      webhookId: randomUUID(),
      name: 'Webhook',
      type: 'n8n-nodes-base.webhook',
      typeVersion: 2,
      position: [0, 0],
      parameters: { path, httpMethod: 'POST', responseMode: 'lastNode', options: {} },
    },
    { id: randomUUID(), position: [200, 0], ...step },
  ],
  connections: { Webhook: { main: [[{ node: step.name, type: 'main', index: 0 }]] } },
});

/** A leading `=` turns a string into an expression. */
export function workflows({ targetOrigin, mail }: PeerJobs) {
  const filled = (text: string) => `=${text.replaceAll(mail.name, '{{ $json.body.variables.name }}')}`;
  return [
    webhookThen(HTTP_STEP, {
      name: 'HTTP Request',
      type: 'n8n-nodes-base.httpRequest',
      typeVersion: 4.2,
      credentials: { httpHeaderAuth: TOKEN },
      parameters: {
        method: 'POST',
        url: `=${targetOrigin}/orders/{{ $json.body.variables.order.id }}`,
        authentication: 'genericCredentialType',
        genericAuthType: 'httpHeaderAuth',
        sendBody: true,
        specifyBody: 'json',
        // Strings, because the product's templates also produce strings.
        jsonBody:
          '={{ { order: String($json.body.variables.order.id), lines: [String($json.body.variables.order.lines)], note: "from the shop" } }}',
        options: { response: { response: { responseFormat: 'text' } } },
      },
    }),
    webhookThen(MAIL_STEP, {
      name: 'Send Email',
      type: 'n8n-nodes-base.emailSend',
      typeVersion: 2.1,
      credentials: { smtp: SENDER },
      parameters: {
        fromEmail: mail.from,
        toEmail: '={{ $json.body.to[0] }}',
        subject: filled(mail.subject),
        emailFormat: 'both',
        html: filled(mail.html),
        text: filled(mail.text),
        options: { appendAttribution: false },
      },
    }),
  ];
}

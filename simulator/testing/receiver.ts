import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = {
  id: string;
  event: string;
  token: string;
  body: Record<string, unknown>;
};

/** Receives webhooks; `answer` chooses the status by event and number of deliveries. */
export async function startReceiver(answer: (event: Received, times: number) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = JSON.parse(Buffer.concat(chunks).toString());
      const event = {
        id: body.id,
        event: body.event,
        token: String(incoming.headers['asaas-access-token']),
        body,
      };
      received.push(event);
      const times = received.filter(({ id }) => id === event.id).length;
      outgoing.writeHead(answer(event, times)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

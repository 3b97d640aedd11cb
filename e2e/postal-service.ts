import { once } from 'node:events';
import { createServer } from 'node:http';

const KNOWN: Record<string, object> = {
  '09710001': {
    cep: '09710-001',
    logradouro: 'Rua Marechal Deodoro',
    bairro: 'Centro',
    localidade: 'São Bernardo do Campo',
    uf: 'SP',
  },
};

/** A postal code service on this machine that answers as ViaCEP does: what it knows, and `erro` for the rest. */
export async function startPostalService(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const [, code = ''] = /^\/ws\/(\d{8})\/json\/?$/.exec(request.url ?? '') ?? [];
    response.setHeader('Content-Type', 'application/json');
    response.end(JSON.stringify(KNOWN[code] ?? { erro: 'true' }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

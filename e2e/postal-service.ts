import { once } from 'node:events';
import { createServer } from 'node:http';

const KNOWN: Record<string, { localidade: string; [field: string]: string }> = {
  '09710001': {
    cep: '09710-001',
    logradouro: 'Rua Marechal Deodoro',
    bairro: 'Centro',
    localidade: 'São Bernardo do Campo',
    uf: 'SP',
  },
  '01310100': {
    cep: '01310-100',
    logradouro: 'Avenida Paulista',
    bairro: 'Bela Vista',
    localidade: 'São Paulo',
    uf: 'SP',
  },
};

/** Reported as nonexistent; any other unknown code fails. */
const UNKNOWN = '99999999';

/** A local imitation of ViaCEP. */
export async function startPostalService(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    const [, code = ''] = /^\/ws\/(\d{8})\/json\/?$/.exec(request.url ?? '') ?? [];
    response.setHeader('Content-Type', 'application/json');
    const known = code === UNKNOWN ? { erro: 'true' } : KNOWN[code];
    response.writeHead(known ? 200 : 500).end(JSON.stringify(known ?? {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

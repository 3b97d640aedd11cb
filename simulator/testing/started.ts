import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type RunningSimulator, startSimulator } from '#simulator/start';

type Options = Partial<Omit<Parameters<typeof startSimulator>[0], 'dataDir'>>;

/** Tuesday, noon in São Paulo. */
export const NOON = '2026-03-10T12:00:00-03:00';

export type Reply = { status: number; body: Record<string, unknown> & { errors?: { code: string }[] } };

export type Ask = (method: string, path: string, body?: unknown) => Promise<Reply>;

export type Started = RunningSimulator & {
  dataDir: string;
  root: Ask;
  as: (apiKey: string) => Ask;
  /** Without a key, for `/simulator`. */
  control: Ask;
  /** Restarts over the same file and address. */
  restart: (options?: Options) => Promise<void>;
};

const QUICK = { settleMs: 0, approvalMs: 0, documentsAfterMs: 0, retryMs: 5, maxRetryMs: 20 };

/** A simulator on its own file, without delays by default; ends with the test. */
export async function started({ switches, ...options }: Options = {}): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'valebank-simulator-'));
  const clock = { now: () => new Date(NOON) };
  const start = (more: Options) => startSimulator({ dataDir, clock, seed: 'test', ...more });
  let running = await start({ ...options, switches: { ...QUICK, ...switches } });
  onTestFinished(async () => {
    await running.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const as = (apiKey: string) => asker(running.url, apiKey);
  const restart = async (more: Options = {}) => {
    await running.stop();
    running = await start({ port: Number(new URL(running.url).port), ...more });
  };
  return { ...running, dataDir, as, root: as(running.apiKey), control: as(''), restart };
}

const asker =
  (url: string, apiKey: string): Ask =>
  async (method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        // Keep-alive connections would break on restart.
        connection: 'close',
        access_token: apiKey,
        ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  };

export const ANA = {
  name: 'Ana Souza',
  email: 'ana@correio.example',
  cpfCnpj: '52998224725',
  birthDate: '1990-05-17',
  mobilePhone: '11987654321',
  incomeValue: 5000,
  address: 'Rua das Flores',
  addressNumber: '12',
  province: 'Centro',
  postalCode: '01310-100',
};
export const BRUNO = { ...ANA, name: 'Bruno Lima', email: 'bruno@correio.example', cpfCnpj: '11144477735' };

/** Opens and approves a sub-account; `ask` uses its key. */
export async function approved({ root, as }: Started, input: object = ANA) {
  const { body } = await root('POST', '/v3/accounts', input);
  const ask = as(String(body.apiKey));
  await ask('POST', '/v3/sandbox/myAccount/approve');
  return { id: String(body.id), walletId: String(body.walletId), ask };
}

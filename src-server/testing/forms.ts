import { createApp } from '#server/http/app';
import { caller, cookieOf, joana } from '#server/testing/http-caller';
import type { TestBank } from '#server/testing/test-bank';

export const BOUNDARY = 'limite';
export const PART = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`;
export const END = `--${BOUNDARY}--\r\n`;
export const FORM_ROWS = ['/api/asaas/documents', '/api/credit/proposals/x/upload-analysis'];

export async function sendForm(
  bank: TestBank,
  path: string,
  pieces: string[],
  headers: Record<string, string> = {},
) {
  const left = [...pieces];
  let takenBytes = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = left.shift();
        if (piece === undefined) return controller.close();
        takenBytes += piece.length;
        controller.enqueue(new TextEncoder().encode(piece));
      },
    },
    { highWaterMark: 0 },
  );
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type, ...headers } };
  const answer = await createApp(bank, { clientFolder: 'no-such-folder' }).request(path, init as RequestInit);
  const wait = answer.headers.get('retry-after');
  return { status: answer.status, body: (await answer.json()) as { code: string }, takenBytes, wait };
}

export async function customer(bank: TestBank, cpf = joana.cpf): Promise<Record<string, string>> {
  const digits = cpf.replace(/\D/g, '');
  const person = { ...joana, cpf, username: `u${digits}`, email: `${digits}@exemplo.com.br` };
  return {
    cookie: cookieOf(await caller(bank)('POST', '/api/auth/register', person)),
    'x-requested-with': 'test',
  };
}

function openPromise<T>() {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export async function holdForm(bank: TestBank, headers: Record<string, string>, ...sent: string[]) {
  const begun = openPromise<ReadableStreamDefaultController<Uint8Array>>();
  const goesOn = openPromise<void>();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const piece = sent.shift();
        if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
        begun.resolve(controller);
        return goesOn.promise;
      },
    },
    { highWaterMark: 0 },
  );
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  const init = { method: 'POST', body, duplex: 'half', headers: { 'content-type': type, ...headers } };
  const app = createApp(bank, { clientFolder: 'no-such-folder' });
  let isOpen = true;
  const status = Promise.resolve(app.request(FORM_ROWS[0] ?? '', init as RequestInit)).then((answer) => {
    isOpen = false;
    return answer.status;
  });
  const controller = await begun.promise;
  return {
    isOpen: () => isOpen,
    end(rest = PART + END) {
      controller.enqueue(new TextEncoder().encode(rest));
      controller.close();
      goesOn.resolve();
      return status;
    },
    async hangUp() {
      controller.error(new Error('gone'));
      goesOn.resolve();
      await status;
    },
  };
}

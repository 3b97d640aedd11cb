import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { median, type Sample } from './figures.ts';

export type MakeRequest = (n: number) => string;

export type LoadOptions = {
  server: { port: number; cpuMicros(): number | null };
  /** Processor time of the database so far, where it is a process of its own. */
  databaseMicros?: () => number | null;
  /** Also counts refusals as answers. */
  mayRefuse?: boolean;
  connections: number;
  request: MakeRequest;
} & ({ seconds: number } | { until: Promise<unknown> });

let sent = 0;

/** One request at a time per connection. Raw sockets: an HTTP client would take much of the server's processor. */
export async function load({
  server,
  connections,
  request,
  databaseMicros = () => null,
  mayRefuse = false,
  ...span
}: LoadOptions): Promise<Sample> {
  const open = await Promise.all(Array.from({ length: connections }, () => Line.open(server.port)));
  const tally = { latenciesMs: [] as number[], answered: 0, failed: 0 };
  const watched = [server.cpuMicros, databaseMicros];
  const cpuBefore = watched.map((micros) => micros());
  const beganAtMs = performance.now();
  let endsAtMs = 'seconds' in span ? beganAtMs + span.seconds * 1000 : Number.POSITIVE_INFINITY;
  const over = () => {
    endsAtMs = performance.now();
  };
  if ('until' in span) span.until.then(over, over);
  await Promise.all(
    open.map(async (line) => {
      while (performance.now() < endsAtMs) {
        const startedAtMs = performance.now();
        const status = await line.ask(request(sent++));
        const endedAtMs = performance.now();
        tally.latenciesMs.push(endedAtMs - startedAtMs);
        if (status < 200 || status > (mayRefuse ? 409 : 299)) tally.failed++;
        else tally.answered++;
      }
      line.end();
    }),
  );
  const tookMs = performance.now() - beganAtMs;
  const requests = tally.latenciesMs.length;
  const [cpuMicros, databaseCpuMicros] = watched.map((micros, place) => {
    const [before, after] = [cpuBefore[place], micros()];
    return typeof before === 'number' && after !== null ? (after - before) / requests : null;
  });
  return {
    ...(typeof cpuMicros === 'number' && { cpuMicros }),
    ...(typeof databaseCpuMicros === 'number' && { databaseCpuMicros }),
    // Counts until the last answer: on a busy machine a short round may be over before the first answer.
    value: (tally.answered * 1000) / tookMs,
    p50Ms: median(tally.latenciesMs),
    p99Ms: percentile(tally.latenciesMs, 0.99),
    failed: tally.failed,
  };
}

export function requestText(
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: object,
): string {
  const text = body ? JSON.stringify(body) : '';
  const own = body
    ? { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }
    : {};
  const lines = Object.entries({ Host: '127.0.0.1', ...own, ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${text}`;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Reconnects if the server closes the connection after an answer. */
class Line {
  readonly #port: number;
  #socket: Socket;
  #received = '';
  #answered: (status: number) => void = () => {};
  #broken: (error: Error) => void = () => {};

  private constructor(port: number, socket: Socket) {
    this.#port = port;
    this.#socket = socket;
    this.#listen();
  }

  static async open(port: number): Promise<Line> {
    return new Line(port, await openSocket(port));
  }

  async ask(request: string): Promise<number> {
    if (this.#socket.destroyed || this.#socket.readableEnded) {
      this.#socket = await openSocket(this.#port);
      this.#listen();
    }
    return new Promise((resolve, reject) => {
      this.#answered = resolve;
      this.#broken = reject;
      this.#socket.write(request);
    });
  }

  end(): void {
    this.#socket.destroy();
  }

  #listen(): void {
    this.#received = '';
    this.#socket.on('data', (chunk) => {
      // One character per byte, so that lengths match the headers.
      this.#received += chunk.toString('latin1');
      const answer = wholeAnswer(this.#received);
      if (!answer) return;
      this.#received = '';
      if (answer.closes) this.#socket.destroy();
      this.#answered(answer.status);
    });
    this.#socket.on('error', (error) => this.#broken(error));
    this.#socket.on('close', () =>
      this.#broken(new Error('the server closed a connection without an answer')),
    );
  }
}

async function openSocket(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Null while incomplete. One character of `received` is one byte. */
export function wholeAnswer(received: string): { status: number; closes: boolean } | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd === -1) return null;
  const head = received.slice(0, headEnd).toLowerCase();
  const length = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
  const isWhole =
    length === undefined
      ? received.endsWith('\r\n0\r\n\r\n')
      : received.length >= headEnd + 4 + Number(length);
  return isWhole
    ? { status: Number(head.slice(9, 12)), closes: head.includes('\r\nconnection: close') }
    : null;
}

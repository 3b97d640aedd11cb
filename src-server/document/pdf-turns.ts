import type { Role } from '#domain/auth/role';
import { PDF_CHECK } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import { restMsAfter } from '#server/kernel/line-use';

/** `network`: null for this machine's own, which never rests. */
export type PdfSender = { id: string; role: Role; network: string | null };

type Waiting = PdfSender & { begin(): void; giveUp(error: unknown): void };

const HOUR_MS = 3_600_000;

/**
 * PDFs of a network's customers that wait, so that places are left for its other forms (`CALLS_PER_CALLER.underWayPerNetwork`).
 * Administrators, who often share a network, are few.
 */
const MOST_OF_A_NETWORK = 4;

/** Users with a PDF that waits or is read. */
const senders = new Set<string>();
/** Customers and administrators take turns. */
const queues: Record<Role, Waiting[]> = { cliente: [], admin: [] };
let isReading = false;
let lastRole: Role = 'cliente';

/** Time used in the current hour, by network and by user: PDFs that take long wait behind those of others. */
const usedMs = new Map<string, number>();
let usedSinceMs = 0;

/** When the rest of a network ends, as `performance.now()`. */
const restUntilMs = new Map<string, number>();
let wake: NodeJS.Timeout | undefined;

/**
 * Reads one PDF at a time, of who used least first. A network that used much rests after each (`restMsAfter`): each process has a reader, and
 * the PDFs of one home's accounts would keep all cores busy. Refuses BUSY (queue full, sender already in it, or four customers of its network).
 */
export async function inPdfTurn<Read>(sender: PdfSender, read: () => Promise<Read>): Promise<Read> {
  await takeTurn(sender);
  const beganMs = performance.now();
  try {
    return await read();
  } finally {
    noteUse(sender, performance.now() - beganMs);
    senders.delete(sender.id);
    isReading = false;
    startNext();
  }
}

/** Refused is whoever has used most time when the queue is full, of several the last, and the fifth customer of a network. */
async function takeTurn(sender: PdfSender): Promise<void> {
  const { id, role, network } = sender;
  const queue = queues[role];
  const ofNetwork =
    role === 'admin' ? 0 : queue.filter((one) => network !== null && one.network === network).length;
  if (senders.has(id) || ofNetwork >= MOST_OF_A_NETWORK) throw busy();
  senders.add(id);
  const turn = new Promise<void>((begin, giveUp) => queue.push({ ...sender, begin, giveUp }));
  startNext();
  if (queue.length > PDF_CHECK.inLine) take(queue, queue.toSorted(byUse).at(-1))?.giveUp(busy());
  await turn.catch((error: unknown) => {
    senders.delete(id);
    throw error;
  });
}

const busy = () => new Refusal('BUSY', { retryAfterSeconds: PDF_CHECK.retryAfterSeconds });

const used = (name: string | null): number => usedMs.get(`${name}`) ?? 0;
/** As in `kernel/crowd.ts`: of a network that used much, who did not is not the last of all. */
const TIMES_OF_USER = 5;
const usedOf = ({ id, network }: PdfSender): number => Math.min(used(network), TIMES_OF_USER * used(id));
const byUse = (one: PdfSender, other: PdfSender): number =>
  usedOf(one) - usedOf(other) || used(one.network) - used(other.network) || used(one.id) - used(other.id);

function take(queue: Waiting[], one: Waiting | undefined): Waiting | undefined {
  return one && queue.splice(queue.indexOf(one), 1)[0];
}

function noteUse({ id, network }: PdfSender, ms: number): void {
  const nowMs = performance.now();
  if (nowMs - usedSinceMs > HOUR_MS) {
    usedMs.clear();
    usedSinceMs = nowMs;
  }
  for (const name of [id, `${network}`]) usedMs.set(name, used(name) + ms);
  const restMs = network === null ? 0 : restMsAfter(`checked PDFs of ${network}`, ms, nowMs);
  if (network !== null && restMs > 0) restUntilMs.set(network, nowMs + restMs);
}

function startNext(): void {
  clearTimeout(wake);
  if (isReading) return;
  const nowMs = performance.now();
  for (const [network, untilMs] of restUntilMs) if (untilMs <= nowMs) restUntilMs.delete(network);
  const other = lastRole === 'admin' ? 'cliente' : 'admin';
  for (const role of [other, lastRole] as const) {
    const awake = queues[role].filter(({ network }) => !restUntilMs.has(`${network}`));
    const next = take(queues[role], awake.toSorted(byUse)[0]);
    if (!next) continue;
    lastRole = role;
    isReading = true;
    next.begin();
    return;
  }
  if (queues.cliente.length + queues.admin.length > 0)
    wake = setTimeout(startNext, Math.min(...restUntilMs.values()) - nowMs);
}

import { setTimeout as pause } from 'node:timers/promises';
import { COST_LABELS } from '#domain/account/cost';
import { csvHead, csvRows } from '#domain/account/csv';
import { describedMovement } from '#domain/account/movement-text';
import {
  ofxAccountHead,
  ofxAccountTail,
  ofxHead,
  ofxTail,
  ofxTransactions,
  toWindows1252,
} from '#domain/account/ofx';
import { type ExportFormat, type ExportInput, MAX_PDF_ENTRIES } from '#domain/account/statement';
import { bankDate, formatDay } from '#domain/date';
import { MOVEMENT_KIND_LABELS, NEUTRAL_FLOW_LABELS } from '#domain/ledger/flow';
import { TRANSACTION_LABELS } from '#domain/ledger/words';
import { refuse } from '#domain/refusal';
import { nameOfCaller } from '#server/access/caller-line';
import { countAttempt, refuseWhileFull } from '#server/auth/attempts';
import { onePdfOfUser, pdfInPieces, refuseWhileManyWait } from '#server/document/one-pdf';
import { statementPdf } from '#server/document/statement-pdf';
import type { SignedInContext } from '#server/kernel/context';
import { encoded, type FileAnswer } from '#server/kernel/file-answer';
import { refuseHungUp } from '#server/kernel/hung-up';
import { pieceInTurn } from '#server/kernel/in-turn';
import { balanceAtEndOf, entriesPage, type PageRequest } from '#server/ledger/statement';
import type { StatementEntry } from '#server/ledger/statement-rows';
import { type StatementAccount, statementAccounts } from './queries.ts';

/** Small batches: an export may cover a million entries while others use this process. */
const PAGE_ENTRIES = 50;
const SEARCH = { chunkRows: 200, rowsAtMost: 400 };
const PAUSE_MS = 1;

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  ofx: 'application/x-ofx',
  pdf: 'application/pdf',
};

type Asked = [
  ctx: SignedInContext,
  accounts: StatementAccount[],
  filters: Filters,
  signal: AbortSignal | undefined,
];
type Filters = Omit<PageRequest, 'accountIds' | 'cursor' | 'limit'>;

/**
 * Streamed while reading; PDFs are built first and stopped by `signal`. Refuses NOT_FOUND, VALIDATION (PDF
 * beyond 5,000 entries), TOO_MANY_ATTEMPTS, BUSY (one PDF per user, few per network).
 */
export async function exportStatement(
  ctx: SignedInContext,
  { format, account, accountId, ...asked }: ExportInput,
  signal?: AbortSignal,
): Promise<FileAnswer> {
  const accounts = await statementAccounts(ctx, { account, accountId });
  if (format === 'ofx' && account === 'all' && accounts.length > 1)
    refuse('VALIDATION', { text: ONE_ACCOUNT, fields: { account: ONE_ACCOUNT } });
  const filters = { ...asked, isEveryAccount: account === 'all' };
  await countAttempt(ctx, 'export', nameOfCaller(ctx));
  const bytes = await CONTENTS[format](ctx, accounts, filters, signal);
  return { bytes, fileName: `extrato-${ctx.clock.today()}.${format}`, contentType: CONTENT_TYPES[format] };
}

async function* csvOf(...[ctx, accounts, filters]: Asked) {
  const numbers = new Map(accounts.map((account) => [account.id, account.accountNumber]));
  yield csvHead();
  for await (const entries of pages(ctx, accounts, filters))
    yield csvRows(
      entries.map((entry) => ({
        ...entry,
        description: descriptionOf(entry, filters),
        accountNumber: numbers.get(entry.accountId) ?? '',
      })),
    );
}

async function* ofxOf(ctx: SignedInContext, accounts: StatementAccount[], filters: Filters) {
  const to = filters.to ?? ctx.clock.today();
  yield toWindows1252(ofxHead(ctx.env.BRAND_NAME, ctx.clock.now()));
  for (const account of accounts) {
    const from = filters.from ?? bankDate(account.createdAt);
    yield toWindows1252(ofxAccountHead(account, { from, to }));
    // OFX readers add the amounts up to the balance, so every entry is listed.
    for await (const entries of pages(ctx, [account], { ...filters, view: 'entries' }))
      yield toWindows1252(ofxTransactions(entries));
    yield toWindows1252(ofxAccountTail(await balanceAtEndOf(ctx.db, account.id, to), to));
  }
  yield toWindows1252(ofxTail());
}

async function pdfOf(...[ctx, accounts, filters, signal]: Asked) {
  refuseWhileManyWait(ctx);
  await refuseWhileFull(ctx, 'pdfLines', nameOfCaller(ctx));
  return onePdfOfUser(ctx, async () => {
    // Before the network's turn: a rare search reads for long, and others of the network would wait.
    const entries = await entriesOfPdf(ctx, accounts, filters, signal);
    return pdfInPieces(ctx, signal, async (yieldTurn) => {
      await countAttempt(ctx, 'pdfLines', nameOfCaller(ctx), Math.max(1, entries.length));
      return renderPdf(ctx, accounts, filters, entries, yieldTurn);
    });
  });
}

async function entriesOfPdf(...[ctx, accounts, filters, signal]: Asked): Promise<StatementEntry[]> {
  const entries: StatementEntry[] = [];
  for await (const page of pages(ctx, accounts, filters)) {
    if (signal?.aborted) refuseHungUp();
    entries.push(...page);
    if (entries.length > MAX_PDF_ENTRIES)
      refuse('VALIDATION', { text: TOO_LONG, fields: { format: TOO_LONG } });
  }
  return entries;
}

function renderPdf(
  ctx: SignedInContext,
  accounts: StatementAccount[],
  filters: Filters,
  entries: StatementEntry[],
  yieldTurn: () => Promise<void>,
) {
  const numbers = new Map(accounts.map((account) => [account.id, account.accountNumber]));
  const lines = entries.map((entry) => ({
    ...entry,
    description: descriptionOf(entry, filters),
    // A single account number is in the heading instead.
    ...(accounts.length > 1 && { accountNumber: numbers.get(entry.accountId) }),
  }));
  return statementPdf(lines, {
    brandName: ctx.env.BRAND_NAME,
    holder: ctx.user.fullName,
    accountNumbers: accounts.map((account) => account.accountNumber),
    period: inWords(filters, ctx.clock.today()),
    at: ctx.clock.now(),
    yieldTurn,
  });
}

const descriptionOf = (entry: StatementEntry, { view }: Filters): string =>
  view === 'movements' ? describedMovement(entry) : entry.description;

/** `De 01/03/2026 a 31/03/2026, só saídas, com "aluguel"`. */
function inWords(filters: Filters, today: string): string {
  const { from, to, q, type, kind, direction, flow, cost, counterparty, transactionId } = filters;
  const until = formatDay(to ?? today);
  return [
    from ? `De ${formatDay(from)} a ${until}` : `Até ${until}`,
    direction && (direction === 'in' ? 'só entradas' : 'só saídas'),
    type && `só ${TRANSACTION_LABELS[type]}`,
    kind && `só ${MOVEMENT_KIND_LABELS[kind]}`,
    flow && (flow === 'counted' ? 'só o que conta no mês' : `só ${NEUTRAL_FLOW_LABELS[flow]}`),
    cost && (cost === 'any' ? 'só custos' : `só ${COST_LABELS[cost]}`),
    counterparty && `só ${counterparty}`,
    transactionId && 'só uma movimentação',
    q && `com “${q}”`,
  ]
    .filter(Boolean)
    .join(', ');
}

const ONE_ACCOUNT = 'Um arquivo OFX leva uma conta só. Escolha a conta e exporte de novo.';
const TOO_LONG = `O PDF leva até ${MAX_PDF_ENTRIES.toLocaleString('pt-BR')} movimentações. Escolha um período menor ou exporte em CSV.`;

const CONTENTS: Record<
  ExportFormat,
  (...asked: Asked) => FileAnswer['bytes'] | Promise<FileAnswer['bytes']>
> = {
  csv: (...asked) => encoded(csvOf(...asked)),
  ofx: ofxOf,
  pdf: pdfOf,
};

/** A rare search has many empty ones, between which its reader may leave. */
async function* pages(
  ctx: SignedInContext,
  accounts: StatementAccount[],
  filters: Filters,
): AsyncGenerator<StatementEntry[]> {
  const request = { ...filters, accountIds: accounts.map((account) => account.id), limit: PAGE_ENTRIES };
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof entriesPage>> = await pieceInTurn(ctx, () =>
      entriesPage(ctx.db, { ...request, cursor }, SEARCH),
    );
    yield page.entries;
    cursor = page.nextCursor;
    await pause(PAUSE_MS);
  } while (cursor !== null);
}

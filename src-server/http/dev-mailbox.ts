import { desc, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { html } from 'hono/html';
import type { Reader } from '#db/db';
import type { Tables } from '#db/schema';
import { refuse } from '#domain/refusal';
import { MAILBOX_STYLE } from '#server/http/dev-mailbox-style';
import { type HttpContext, type HttpEnv, refusalResponse } from '#server/http/http';
import type { Bank } from '#server/kernel/context';
import type { Env } from '#server/kernel/env';
import { freezeLinkOf } from '#server/outbox/freeze-link';
import { letter } from '#server/outbox/letter';
import { onMailSheet } from '#server/outbox/mail-sheet';
import { openBody } from '#server/outbox/sealed';

const ERASED = 'Esta mensagem foi entregue ao servidor de e-mail, e o texto dela apagado.';

const SHOWN_MESSAGES = 200;

const MAILBOX_POLICY =
  "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Messages run no scripts and load nothing; links open in a new tab. */
const MESSAGE_POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** `GET /dev/mailbox` is HTML or, if accepted, JSON; `?id=` opens a message; `/dev/mailbox/:id` is its HTML. */
export function serveMailbox(app: Hono<HttpEnv>, bank: Bank): void {
  const { db, env } = bank;
  app.get('/dev/mailbox', async (c) => {
    const rows = await Promise.all((await readRows(db)).map((row) => readable(bank, row)));
    if (c.req.header('accept')?.includes('application/json')) {
      const messages = rows.map((row) => ({
        to: row.recipient,
        subject: row.subject,
        ...shownAs(row, env),
        at: row.createdAt.toISOString(),
      }));
      return c.json({ messages });
    }
    const open = rows.find(({ id }) => id === c.req.query('id')) ?? null;
    return c.html(mailboxPage(env, rows, open), 200, {
      'Content-Security-Policy': MAILBOX_POLICY,
    });
  });
  app.get('/dev/mailbox/style.css', (c) => c.body(MAILBOX_STYLE, 200, { 'Content-Type': 'text/css' }));
  app.get('/dev/mailbox/:id', async (c) => {
    try {
      const { html: whole } = shownAs(await readable(bank, await readRow(c, db)), env);
      const page = whole.replace('<head>', '<head>\n<base target="_blank">');
      return c.html(page, 200, { 'Content-Security-Policy': MESSAGE_POLICY });
    } catch (error) {
      return refusalResponse(c, error);
    }
  });
}

type OutboxRow = Tables['outbox']['$inferSelect'];
type Readable = OutboxRow & { freezeLink: string | null };

async function readable(bank: Bank, row: OutboxRow): Promise<Readable> {
  if (row.sentAt !== null && row.text === '') return { ...row, ...letter([ERASED]), freezeLink: null };
  return { ...row, ...openBody(bank.keys, row), freezeLink: await freezeLinkOf(bank, row) };
}

function shownAs(row: Readable, env: Env): { text: string; html: string } {
  if (row.channel === 'mail') return onMailSheet(row, env, row.freezeLink);
  const page = html`<!doctype html><html lang="pt-BR"><head><title>SMS</title></head><body><p>${row.text}</p></body></html>`;
  return { text: row.text, html: String(page) };
}

const readRows = (db: Reader): Promise<OutboxRow[]> => {
  const { outbox } = db.tables;
  return db.select().from(outbox).orderBy(desc(outbox.createdAt), desc(outbox.id)).limit(SHOWN_MESSAGES);
};

async function readRow(c: HttpContext, db: Reader): Promise<OutboxRow> {
  const { outbox } = db.tables;
  const id = c.req.param('id') ?? '';
  // PostgreSQL text cannot hold NUL: skip what cannot be an id.
  if (!/^[\w-]+$/.test(id)) refuse('NOT_FOUND');
  const [row] = await db.select().from(outbox).where(eq(outbox.id, id));
  return row ?? refuse('NOT_FOUND');
}

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

const whenAndState = ({ SMTP_URL }: Env, row: OutboxRow): string =>
  SMTP_URL ? `${moment.format(row.createdAt)} · ${stateOf(row)}` : moment.format(row.createdAt);

function stateOf({ sentAt, attempts, nextAttemptAt }: OutboxRow): string {
  if (sentAt) return `Enviada em ${moment.format(sentAt)}`;
  if (attempts > 0 && !nextAttemptAt) return 'Não entregue';
  return attempts > 0 ? `Aguardando (tentativas: ${attempts})` : 'Aguardando envio';
}

const mailboxPage = (env: Env, rows: Readable[], open: Readable | null) => html`<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Caixa de e-mail local · ${env.BRAND_NAME}</title>
    <link rel="stylesheet" href="/dev/mailbox/style.css" />
  </head>
  <body>
    <header>
      <h1>Caixa de e-mail local</h1>
      <p>O que o ${env.BRAND_NAME} escreve por e-mail e SMS, do mais novo ao mais antigo. <a href="/dev/mailbox">Atualizar</a></p>
    </header>
    ${rows.length === 0 ? html`<main><article class="none empty"><p>Nenhuma mensagem ainda.</p></article></main>` : html`<main class="${open ? 'panes opened' : 'panes'}">${messageList(env, rows, open)}${open ? messagePane(env, open) : noneOpen}</main>`}
  </body>
</html>`;

const messageList = (env: Env, rows: Readable[], open: Readable | null) => html`<nav aria-label="Mensagens">
      <ul>
        ${rows.map(
          (
            row,
          ) => html`<li><a href="/dev/mailbox?id=${row.id}" ${row.id === open?.id ? html`aria-current="true"` : ''}>
          <strong>${row.subject}</strong>
          <span>Para ${row.recipient}</span>
          <span>${whenAndState(env, row)}</span>
        </a></li>
        `,
        )}
      </ul>
    </nav>`;

const noneOpen = html`<article class="none"><p>Escolha uma mensagem para ler.</p></article>`;

const messagePane = (env: Env, row: Readable) => html`<article>
      <p class="back"><a href="/dev/mailbox">← Todas as mensagens</a></p>
      <h2>${row.subject}</h2>
      <p>Para ${row.recipient} · ${whenAndState(env, row)} · <a href="/dev/mailbox/${row.id}" target="_blank">Abrir só a mensagem</a></p>
      ${row.lastError ? html`<p class="error">${row.lastError}</p>` : ''}
      <iframe title="A mensagem em HTML" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/dev/mailbox/${row.id}"></iframe>
      <h3>Em texto</h3>
      <pre>${shownAs(row, env).text}</pre>
    </article>`;

import { desc, eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { z } from 'zod';
import type { Reader } from '#db/db';
import { refuse } from '#domain/refusal';
import { advance } from '#server/clock';
import type { Bank } from '#server/context';
import { type HttpContext, type HttpEnv, refusalResponse } from '#server/http';
import { runDueDays } from '#server/jobs/daily-run';
import { jsonObject } from '#server/request-body';

/** Messages that the mailbox shows; older ones stay in the outbox. */
const SHOWN_MESSAGES = 200;
const MAX_DAYS = 400;

const clockSchema = z.object({
  advanceDays: z
    .int({ error: `advanceDays deve ser um número inteiro de 0 a ${MAX_DAYS}` })
    .min(0, { error: `advanceDays deve ser um número inteiro de 0 a ${MAX_DAYS}` })
    .max(MAX_DAYS, { error: `advanceDays deve ser um número inteiro de 0 a ${MAX_DAYS}` }),
});

/**
 * What makes a demonstration and a test possible; never served in production. `POST /dev/clock {advanceDays}` moves the
 * bank's date and answers `{today}` once the daily runs of each day passed are done. `GET /dev/mailbox` shows the e-mail
 * that was written, newest first.
 */
export function serveDevEndpoints(app: Hono<HttpEnv>, bank: Bank): void {
  const moveClock = inTurn((days: number) => advanceDayByDay(bank, days));
  app.post('/dev/clock', async (c) => {
    try {
      const { advanceDays } = clockSchema.parse(jsonObject(c.get('body')));
      return c.json({ today: await moveClock(advanceDays) });
    } catch (error) {
      return refusalResponse(c, error);
    }
  });
  app.get('/dev/mailbox', async (c) => {
    const messages = await readMessages(bank.db);
    if (c.req.header('accept')?.includes('application/json')) {
      const shown = messages.map(({ id, at, ...message }) => ({ ...message, at: at.toISOString() }));
      return c.json({ messages: shown });
    }
    return c.html(mailboxPage(bank.env.BRAND_NAME, messages), 200, {
      'Content-Security-Policy': MAILBOX_POLICY,
    });
  });
  app.get('/dev/mailbox/style.css', (c) => c.body(STYLE, 200, { 'Content-Type': 'text/css' }));
  app.get('/dev/mailbox/:id', (c) => messageResponse(c, bank.db));
}

/** Calls of one process follow one another: two moves at a time would mix up the days. */
function inTurn<Input, Output>(work: (input: Input) => Promise<Output>): (input: Input) => Promise<Output> {
  let last: Promise<unknown> = Promise.resolve();
  return (input) => {
    const done = last.then(() => work(input));
    last = done.catch(() => {});
    return done;
  };
}

async function advanceDayByDay(bank: Bank, days: number): Promise<string> {
  for (let day = 0; day < days; day += 1) {
    await runDueDays(bank);
    await advance(bank.db, 1);
    await bank.clock.sync(bank.db);
  }
  await runDueDays(bank);
  return bank.clock.today();
}

type MailMessage = { id: string; to: string; subject: string; text: string; html: string; at: Date };

async function readMessages(db: Reader): Promise<MailMessage[]> {
  const { outbox } = db.tables;
  return db
    .select({
      id: outbox.id,
      to: outbox.recipient,
      subject: outbox.subject,
      text: outbox.text,
      html: outbox.html,
      at: outbox.createdAt,
    })
    .from(outbox)
    .orderBy(desc(outbox.createdAt), desc(outbox.id))
    .limit(SHOWN_MESSAGES);
}

/** A message's own HTML: sandboxed, so that nothing in it runs or asks another host. */
async function messageResponse(c: HttpContext, db: Reader): Promise<Response> {
  const { outbox } = db.tables;
  const id = c.req.param('id') ?? '';
  try {
    // PostgreSQL's text holds no NUL: what cannot be an id is not looked for.
    if (!/^[\w-]+$/.test(id)) refuse('NOT_FOUND');
    const [message] = await db.select({ html: outbox.html }).from(outbox).where(eq(outbox.id, id));
    if (!message) refuse('NOT_FOUND');
    return c.html(message.html, 200, { 'Content-Security-Policy': MESSAGE_POLICY });
  } catch (error) {
    return refusalResponse(c, error);
  }
}

const MAILBOX_POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const MESSAGE_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; sandbox";

const STYLE = `body { font: 1rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 2rem auto; padding: 0 1rem; color: #10201d; background: #f6f8f7; }
article { background: #fff; border: 1px solid #c9d4d1; border-radius: 0.5rem; padding: 1rem 1.25rem; margin: 1rem 0; }
h2 { margin: 0; font-size: 1.1rem; } p { margin: 0.25rem 0; color: #3d4f4b; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
a { color: #0b4f4a; }
@media (prefers-color-scheme: dark) { body { color: #e6efec; background: #07110f; } article { background: #10201d; border-color: #2b3f3b; } p { color: #b4c5c0; } a { color: #7fd6cb; } }
`;

const moment = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

const mailboxPage = (brandName: string, messages: MailMessage[]) => html`<!doctype html>
<html lang="pt-BR">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Caixa de e-mail local · ${brandName}</title>
    <link rel="stylesheet" href="/dev/mailbox/style.css" />
  </head>
  <body>
    <main>
      <h1>Caixa de e-mail local</h1>
      <p>O que o ${brandName} escreveria por e-mail, do mais novo ao mais antigo.</p>
      ${messages.length === 0 ? html`<p>Nenhuma mensagem ainda.</p>` : raw(messages.map(messageArticle).join(''))}
    </main>
  </body>
</html>`;

const messageArticle = ({ id, to, subject, text, at }: MailMessage): string =>
  String(html`<article>
    <h2>${subject}</h2>
    <p>Para ${to} · ${moment.format(at)} · <a href="/dev/mailbox/${id}" target="_blank">ver como enviado</a></p>
    <pre>${text}</pre>
  </article>`);

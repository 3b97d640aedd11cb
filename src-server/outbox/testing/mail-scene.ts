import { asc } from 'drizzle-orm';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { letter } from '../letter.ts';
import { queueMail } from '../queue-mail.ts';
import { sendDue } from '../send-due.ts';
import { openSmtp } from '../smtp.ts';
import { FIRST_OF_REST } from '../urgency.ts';

export const FROM = 'Banco do Vale <nao-responda@vale.example>';

export const bankFor = (url: string): Promise<TestBank> => testBank({ SMTP_URL: url, MAIL_FROM: FROM });

export const write = (
  bank: TestBank,
  subject: string,
  recipient = 'joana@exemplo.example',
  urgency = FIRST_OF_REST,
): Promise<void> =>
  bank.db.transaction((tx) =>
    queueMail(tx, {
      kind: 'test',
      urgency,
      recipient,
      subject,
      ...letter([`Olá. ${subject}.`]),
      at: bank.clock.now(),
    }),
  );

export async function pass(bank: TestBank): ReturnType<typeof sendDue> {
  const smtp = await openSmtp(bank.env);
  try {
    return await sendDue(bank, smtp);
  } finally {
    smtp.close();
  }
}

export const rowsOf = (bank: TestBank) =>
  bank.db.select().from(bank.db.tables.outbox).orderBy(asc(bank.db.tables.outbox.id));

export const unsent = async (bank: TestBank): Promise<number> =>
  (await rowsOf(bank)).filter(({ sentAt }) => sentAt === null).length;

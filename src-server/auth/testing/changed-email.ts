import { desc, eq } from 'drizzle-orm';
import { openBody } from '#server/outbox/sealed';
import type { TestBank } from '#server/testing/test-bank';
import { Browser, PASSWORD } from './browser.ts';
import { profileScene, tokenSentTo } from './profile-scene.ts';

export const NEW = 'nova@correio.example';

/** Ana's e-mail was changed from her browser; `undo` is the token sent to the former address. */
export async function changedScene() {
  const scene = await profileScene();
  const { bank, browser, update } = scene;
  const change = async (email: string) => {
    bank.clock.passSeconds(60);
    await update({ email });
    const token = await tokenSentTo(bank, email);
    await browser.ask((caller) => caller.confirmEmail({ token, password: PASSWORD }));
  };
  await change(NEW);
  return { ...scene, change, undo: await undoSentTo(bank, scene.person.email) };
}

export async function undoSentTo(bank: TestBank, recipient: string): Promise<string> {
  const [text = ''] = await emailsTo(bank, recipient, 'email_changed');
  const [, token] = /^\S+\/desfazer-email\?token=([\w-]{43})$/m.exec(text) ?? [];
  if (!token) throw new Error(`no link was sent to ${recipient}`);
  return token;
}

export async function emailsTo({ db, keys }: TestBank, recipient: string, kind: string): Promise<string[]> {
  const { outbox } = db.tables;
  const sent = await db.select().from(outbox).where(eq(outbox.kind, kind)).orderBy(desc(outbox.id));
  return sent.filter((email) => email.recipient === recipient).map((email) => openBody(keys, email).text);
}

export const undoBy = (bank: TestBank, token: string) =>
  new Browser(bank).ask((caller) => caller.undoEmailChange({ token }));

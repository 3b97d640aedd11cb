import { desc, eq } from 'drizzle-orm';
import { openBody } from '#server/outbox/sealed';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { createAdmin } from '../create-admin.ts';
import { Browser, newPerson } from './browser.ts';

const profileOf = (person: ReturnType<typeof newPerson>) => ({
  email: person.email,
  phone: person.phone,
  street: person.street,
  number: person.number,
  complement: '',
  neighborhood: person.neighborhood,
  city: person.city,
  state: person.state,
  zipCode: person.zipCode,
  monthlyIncome: '7800.00',
});

/** A signed-in customer; `update` sends the profile with changes. */
export async function profileScene(given?: TestBank) {
  const bank = given ?? (await testBank());
  const browser = new Browser(bank);
  const person = newPerson();
  const user = await browser.register(person);
  const update = (changes: object) =>
    browser.ask((caller) => caller.updateProfile({ ...profileOf(person), ...changes }));
  return { bank, browser, person, user, update };
}

export const HELENA = {
  fullName: 'Helena Siqueira',
  email: 'helena@banco.example',
  cpf: '111.444.777-35',
  password: 'vale-admin-2026',
};

export async function signedInAdmin(bank: TestBank) {
  await createAdmin(bank, HELENA);
  const browser = new Browser(bank);
  const { user } = await browser.login(HELENA.cpf, HELENA.password);
  return { browser, user };
}

export async function tokenSentTo(
  { db, keys }: TestBank,
  recipient: string,
  letter = 'email_confirm',
): Promise<string> {
  const { outbox } = db.tables;
  const sent = await db
    .select()
    .from(outbox)
    .where(eq(outbox.recipient, recipient))
    .orderBy(desc(outbox.createdAt), desc(outbox.id));
  const mail = sent.find(({ kind }) => kind === letter);
  const text = mail ? openBody(keys, mail).text : '';
  const [, token] = /^\S+\?token=([\w-]{43})$/m.exec(text) ?? [];
  if (!token) throw new Error(`no link was sent to ${recipient}`);
  return token;
}

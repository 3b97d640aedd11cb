/** @module-tag postgres */
import { eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { isProving } from '#db/testing/proof-scale';
import { race } from '#db/testing/race-test';
import { testEngine } from '#db/testing/test-db';
import { BACKUP_CODE_ALPHABET, BACKUP_CODE_LENGTH } from '#domain/auth/two-factor';
import { codeSentTo } from '#server/contract/testing/code';
import { makeAdmin, makeAna } from '#server/testing/people';
import { codeOf } from '#server/testing/refusal-of';
import { type TestBank, testBank } from '#server/testing/test-bank';
import { atTheMachine } from './attempts.ts';
import { newChallengeToken, openChallenge } from './challenge.ts';
import { linkHashOf, newLinkToken } from './link-token.ts';
import { enableTwoFactor } from './testing/authenticator.ts';
import { Browser, newPerson, PASSWORD } from './testing/browser.ts';
import { hashBackupCodes, replaceBackupCodes } from './two-factor/backup-codes.ts';
import { openUndoLink } from './two-factor/undo-link.ts';

const RACERS = 64;
const DAY_SECONDS = 24 * 3600;
/** Rounds for one-time things whose use hashes a password per racer. */
const HASHING = { quick: 1, landing: () => 3 };
const CHEAP = { quick: 2, landing: () => (testEngine() === 'sqlite' ? 25 : 8) };
type Rounds = { quick: number; landing: () => number };

/** A thousand rounds with PROVE=whole. */
const roundsOf = ({ quick, landing }: Rounds): number =>
  process.env.PROVE === 'whole' ? 1_000 : isProving() ? landing() : quick;

type Use = (index: number) => Promise<unknown>;
/** `open` makes the scene and returns what prepares each round. `refused`: allowed refusals of losers. */
type OneTime = {
  name: string;
  rounds: Rounds;
  refused: string[];
  open: (bank: TestBank) => Promise<(round: number) => Promise<Use>>;
};

async function personWithFactor(bank: TestBank) {
  const home = new Browser(bank);
  const user = await home.register(newPerson());
  return { user, ...(await enableTwoFactor(home)) };
}

async function halfWay(bank: TestBank, userId: string): Promise<Browser> {
  const token = newChallengeToken();
  await bank.db.transaction((tx) => openChallenge(tx, bank, userId, token));
  return holding(bank, token);
}

function holding(bank: TestBank, challenge: string): Browser {
  const browser = new Browser(bank);
  browser.cookies.set('challenge', challenge);
  return browser;
}

const manyHalfWay = (bank: TestBank, userId: string): Promise<Browser[]> =>
  Promise.all(Array.from({ length: RACERS }, () => halfWay(bank, userId)));

const validate = (browser: Browser | undefined, userId: string, token: string, isBackup = false) =>
  browser?.ask((caller) => caller.twoFactor.validate({ userId, token, isBackup }));

const newCode = (round: number): string => {
  const letter = (place: number) =>
    BACKUP_CODE_ALPHABET[
      Math.floor(round / BACKUP_CODE_ALPHABET.length ** place) % BACKUP_CODE_ALPHABET.length
    ];
  return Array.from({ length: BACKUP_CODE_LENGTH }, (_, place) => letter(place)).join('');
};

const ONE_TIME: OneTime[] = [
  {
    name: 'a recovery link',
    rounds: HASHING,
    refused: ['RECOVERY_LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
    open: async (bank) => {
      const { id: userId } = await new Browser(bank).register(newPerson());
      return async (round) => {
        bank.clock.passSeconds(3600);
        const token = newLinkToken();
        const createdAt = bank.clock.real();
        const expiresAt = new Date(createdAt.getTime() + 60_000);
        const row = { id: linkHashOf(token), userId, createdAt, expiresAt, usedAt: null };
        await bank.db.transaction(async (tx) => {
          await tx.insert(tx.tables.passwordResets).values(row);
        });
        return (index) =>
          new Browser(bank).ask((caller) =>
            caller.recovery.reset({ token, password: `outra senha comprida ${round} ${index}` }),
          );
      };
    },
  },
  {
    name: 'the challenge of one sign-in',
    rounds: CHEAP,
    refused: ['TWO_FACTOR_INVALID'],
    open: async (bank) => {
      const { user, app } = await personWithFactor(bank);
      return async () => {
        bank.clock.passSeconds(DAY_SECONDS);
        const challenge = (await halfWay(bank, user.id)).cookies.get('challenge') ?? '';
        const code = app.nextCode();
        return async () => validate(holding(bank, challenge), user.id, code);
      };
    },
  },
  {
    name: 'a code of the app',
    rounds: CHEAP,
    refused: ['TWO_FACTOR_INVALID'],
    open: async (bank) => {
      const { user, app } = await personWithFactor(bank);
      return async () => {
        bank.clock.passSeconds(DAY_SECONDS);
        const code = app.nextCode();
        const browsers = await manyHalfWay(bank, user.id);
        return async (index) => validate(browsers[index], user.id, code);
      };
    },
  },
  {
    name: 'a backup code',
    rounds: HASHING,
    refused: ['TWO_FACTOR_INVALID', 'TOO_MANY_ATTEMPTS'],
    open: async (bank) => {
      const { user } = await personWithFactor(bank);
      return async (round) => {
        bank.clock.passSeconds(DAY_SECONDS);
        const code = newCode(round);
        const hashed = await hashBackupCodes(atTheMachine(), bank.keys, user.id, [code]);
        await bank.db.transaction((tx) => replaceBackupCodes(tx, bank, user.id, hashed));
        const browsers = await manyHalfWay(bank, user.id);
        return async (index) => validate(browsers[index], user.id, code, true);
      };
    },
  },
  {
    name: 'the code that signs a contract',
    rounds: HASHING,
    refused: ['CONTRACT_SIGNED', 'CONTRACT_CODE_INVALID'],
    open: async (bank) => {
      const admin = await makeAdmin(bank);
      const ana = await makeAna(bank, admin);
      await admin.call.admin.accounts.adjust({ id: ana.accountId, amount: '2000.00', reason: 'Depósito' });
      const product = await admin.call.investment.products.create({
        name: 'CDB Vale 90',
        description: 'Renda fixa com prazo de 90 dias',
        minAmount: '1.00',
        annualRate: '12.00',
        termDays: 90,
      });
      return async () => {
        // Hashes are limited per minute.
        bank.clock.passSeconds(120);
        await ana.call.investment.create({ productId: product.id, amount: '1.00' });
        const contract = (await ana.call.contract.list()).find(
          ({ status }) => status === 'pending_signature',
        );
        const id = contract?.id ?? 'none';
        await ana.call.contract.requestOtp({ id });
        const otpCode = await codeSentTo(bank, `${ana.user.id}@correio.example`);
        return () => ana.call.contract.sign({ id, otpCode });
      };
    },
  },
  {
    name: 'a link to a new e-mail address',
    rounds: CHEAP,
    // Most racers wait for others' verification.
    refused: ['EMAIL_LINK_INVALID', 'TOO_MANY_ATTEMPTS'],
    open: async (bank) => {
      const { id: userId } = await new Browser(bank).register(newPerson());
      return async (round) => {
        bank.clock.passSeconds(4 * DAY_SECONDS);
        const token = newLinkToken();
        const email = `ana.${round}@correio.example`;
        const createdAt = bank.clock.real();
        const expiresAt = new Date(createdAt.getTime() + 60_000);
        await bank.db.transaction(async (tx) => {
          const { emailChanges, users } = tx.tables;
          const row = { id: linkHashOf(token), userId, email, createdAt, expiresAt, usedAt: null };
          await tx.insert(emailChanges).values(row);
          await tx.update(users).set({ pendingEmail: email }).where(eq(users.id, userId));
        });
        return () => new Browser(bank).ask((caller) => caller.confirmEmail({ token, password: PASSWORD }));
      };
    },
  },
  {
    name: 'a link that undoes a change of e-mail',
    rounds: CHEAP,
    refused: ['EMAIL_UNDO_INVALID'],
    open: async (bank) => {
      const { id: userId } = await new Browser(bank).register(newPerson());
      return async (round) => {
        const token = newLinkToken();
        const createdAt = bank.clock.real();
        const expiresAt = new Date(createdAt.getTime() + 60_000);
        const emails = { formerEmail: `ana.${round}@correio.example`, email: 'nova@correio.example' };
        await bank.db.transaction(async (tx) => {
          const row = { id: linkHashOf(token), userId, ...emails, createdAt, expiresAt, usedAt: null };
          await tx.insert(tx.tables.emailUndos).values(row);
        });
        return () => new Browser(bank).ask((caller) => caller.undoEmailChange({ token }));
      };
    },
  },
  {
    name: 'a link that turns a second factor off',
    rounds: CHEAP,
    refused: ['TWO_FACTOR_UNDO_INVALID'],
    open: async (bank) => {
      const { id: userId } = await new Browser(bank).register(newPerson());
      return async () => {
        const { token } = await bank.db.transaction((tx) => openUndoLink(tx, bank, userId));
        return () => new Browser(bank).ask((caller) => caller.twoFactor.undo({ token }));
      };
    },
  },
];

const raced: string[] = [];
afterAll(() => console.log(`one-time things raced: ${raced.join(' · ')}`));

describe('one-time codes and links used by 64 at once', () => {
  for (const { name, rounds, refused, open } of ONE_TIME)
    test(`of 64 concurrent uses of ${name} exactly one succeeds`, {
      ...race(),
      tags: ['scaled', 'postgres'],
      timeout: 3_600_000,
    }, async () => {
      const bank = await testBank();
      const next = await open(bank);
      const count = roundsOf(rounds);
      for (let round = 0; round < count; round += 1) {
        const use = await next(round);
        const outcomes = await Promise.all(
          Array.from({ length: RACERS }, (_, index) =>
            use(index).then(
              () => 'through',
              (error) => codeOf(Promise.reject(error)),
            ),
          ),
        );
        const lost = outcomes.filter((outcome) => outcome !== 'through');
        expect(lost, `round ${round}`).toHaveLength(RACERS - 1);
        expect(refused, `round ${round}`).toEqual(expect.arrayContaining([...new Set(lost)]));
      }
      raced.push(`${name}: ${count} rounds`);
    });
});

/** @module-tag postgresInCi */
import { desc, eq, inArray, isNull } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { race } from '#db/testing/race-test';
import {
  ATTEMPT_LIMITS,
  DEVICE_TRUST_SECONDS,
  FREEZE_LINK_SECONDS,
  FRESH_PROOF_SECONDS,
  MAX_DEVICES,
} from '#domain/limits';
import { test as bankTest } from '#server/testing/bank-test';
import { codeOf, settledCodes } from '#server/testing/refusal-of';
import type { TestBank } from '#server/testing/test-bank';
import { enableTwoFactor } from '../testing/authenticator.ts';
import { Browser, PASSWORD } from '../testing/browser.ts';
import {
  type DeviceKey,
  devicesOf,
  newDeviceKey,
  proveDevice,
  registerDevice,
  statementOf,
} from '../testing/device-key.ts';
import { profileScene } from '../testing/profile-scene.ts';

const CONCURRENT = 64;
const ACTIONS = ['register_device', 'prove_device', 'rename_device', 'end_device'];

const confirmEmail = ({ db }: TestBank, id: string) =>
  db.transaction(async (tx) => {
    const { users } = tx.tables;
    await tx
      .update(users)
      .set({ emailConfirmedAt: new Date(0) })
      .where(eq(users.id, id));
  });

async function actionsIn({ db }: TestBank): Promise<string[]> {
  const { auditLog } = db.tables;
  const rows = await db
    .select()
    .from(auditLog)
    .where(inArray(auditLog.action, ACTIONS))
    .orderBy(auditLog.seq);
  return rows.map(({ action }) => action);
}

/** A customer with a confirmed e-mail, and a second browser of theirs, signed in. */
const test = bankTest.extend('scene', async ({ bank }) => {
  const home = await profileScene(bank);
  await confirmEmail(bank, home.user.id);
  const signedIn = async () => {
    const browser = new Browser(bank);
    await browser.login(home.person.cpf, PASSWORD);
    return browser;
  };
  return { ...home, signedIn, away: await signedIn() };
});

describe('the first device', () => {
  test('the browser that opened the account is a device that is trusted at once and at each sign-in', async ({
    scene: { bank, browser, person },
  }) => {
    const [first, ...more] = await devicesOf(browser);
    expect(more).toEqual([]);
    const now = bank.clock.real().toISOString();
    expect(first).toMatchObject({ current: true, createdAt: now, trustedFrom: now });
    expect((await browser.me()).device).toEqual({ id: first?.id, trustedFrom: now });
    await browser.logout();
    bank.clock.passSeconds(3600);
    await browser.login(person.cpf, PASSWORD);
    expect((await browser.me()).device?.id).toBe(first?.id);
    expect((await devicesOf(browser))[0]?.lastUsedAt).toBe(bank.clock.real().toISOString());
  });

  test('another browser is no device, and another customer’s mark makes it none', async ({
    scene: { bank, browser, away, person },
  }) => {
    expect((await away.me()).device).toBeNull();
    const other = await profileScene(bank);
    const thief = new Browser(bank);
    thief.cookies.set('device', other.browser.cookies.get('device') ?? '');
    await thief.login(person.cpf, PASSWORD);
    expect((await thief.me()).device).toBeNull();
    expect(await devicesOf(browser)).toHaveLength(1);
  });
});

const NEXT = 'outra senha comprida';

test.for<[string, number, string, (browser: Browser) => Promise<unknown>]>([
  [
    'a new password',
    DEVICE_TRUST_SECONDS,
    'change_password',
    (on) => on.ask((o) => o.changePassword({ current: PASSWORD, next: NEXT })),
  ],
  ['a freeze', FREEZE_LINK_SECONDS, 'freeze_by_owner', (on) => on.ask((o) => o.freeze())],
])('%s ends the devices of the last %d seconds', async ([_what, seconds, action, act], { scene }) => {
  const { bank, browser, away, signedIn, person } = scene;
  const [first] = await devicesOf(browser);
  const trusted = await registerDevice(away);
  bank.clock.passSeconds(seconds);
  await registerDevice(await signedIn());
  await browser.login(person.cpf, PASSWORD);
  await act(browser);
  const { auditLog, devices } = bank.db.tables;
  const open = await bank.db.select({ id: devices.id }).from(devices).where(isNull(devices.endedAt));
  expect(open.map(({ id }) => id).sort()).toEqual([first?.id, trusted.id].sort());
  const [row] = await bank.db.select().from(auditLog).where(eq(auditLog.action, action));
  expect(JSON.parse(row?.changes ?? '')).toMatchObject({ endedDevices: 1 });
});

describe('a device that is registered', () => {
  test('it is trusted in full after 24 hours, and its owner is told by letter and bell', async ({
    scene: { bank, away, user },
  }) => {
    const device = await registerDevice(away);
    const trustedFrom = new Date(bank.clock.real().getTime() + DEVICE_TRUST_SECONDS * 1000).toISOString();
    expect(device).toMatchObject({ current: true, trustedFrom });
    expect((await away.me()).device).toEqual({ id: device.id, trustedFrom });
    const { notifications, outbox } = bank.db.tables;
    const [mail] = await bank.db.select().from(outbox).orderBy(desc(outbox.id)).limit(1);
    expect(mail).toMatchObject({ kind: 'device_registered', subject: 'Novo aparelho registrado' });
    const bells = await bank.db.select().from(notifications).where(eq(notifications.userId, user.id));
    expect(bells).toContainEqual(expect.objectContaining({ title: 'Novo aparelho registrado' }));
    expect(await actionsIn(bank)).toEqual(['register_device']);
  });

  test('it proves itself at the next sign-in with its cookie and its key, and with nothing else', async ({
    scene: { bank, away, browser, person, signedIn },
  }) => {
    const key = newDeviceKey();
    const { id } = await registerDevice(away, key);
    await away.logout();
    await away.login(person.cpf, PASSWORD);
    expect((await away.me()).device).toBeNull();

    const old = key.signs(await statementOf(browser));
    const proving = (signature: string) => away.ask((caller) => caller.devices.prove({ id, signature }));
    expect(await codeOf(proving(old))).toBe('DEVICE_NOT_PROVEN');
    expect(await codeOf(proveDevice(away, id, newDeviceKey()))).toBe('DEVICE_NOT_PROVEN');
    expect(await codeOf(proveDevice(await signedIn(), id, key))).toBe('NOT_FOUND');
    expect(await codeOf(proveDevice((await profileScene(bank)).browser, id, key))).toBe('NOT_FOUND');
    expect((await away.me()).device).toBeNull();

    expect(await proveDevice(away, id, key)).toEqual({ success: true });
    expect((await away.me()).device?.id).toBe(id);
    await proveDevice(away, id, key);
    expect(await actionsIn(bank)).toEqual(['register_device', 'prove_device']);
  });

  test('registering needs a fresh proof, and a second factor or a confirmed e-mail', async ({
    scene: { bank, away },
  }) => {
    const stranger = await profileScene(bank);
    const other = new Browser(bank);
    await other.login(stranger.person.cpf, PASSWORD);
    expect(await codeOf(registerDevice(other))).toBe('CONTACT_NOT_CONFIRMED');
    await enableTwoFactor(other);
    expect(await registerDevice(other)).toMatchObject({ current: true });

    bank.clock.passSeconds(FRESH_PROOF_SECONDS + 1);
    expect(await codeOf(registerDevice(away))).toBe('REAUTHENTICATE');
    await away.ask((caller) => caller.reauthenticate({ password: PASSWORD }));
    expect(await registerDevice(away)).toMatchObject({ current: true });
  });

  test('a key of another curve, or a signature of another key, registers nothing', async ({
    scene: { away },
  }) => {
    const statement = await statementOf(away);
    const signature = newDeviceKey().signs(statement);
    const { publicKey } = newDeviceKey();
    for (const key of [publicKey, 'A'.repeat(122)])
      expect(await codeOf(away.ask((caller) => caller.devices.register({ publicKey: key, signature })))).toBe(
        'DEVICE_NOT_PROVEN',
      );
    const short = away.ask((caller) => caller.devices.register({ publicKey: 'A', signature }));
    expect(await codeOf(short)).toBe('VALIDATION');
    expect(await devicesOf(away)).toHaveLength(1);
  });

  test('a browser that lost its key registers again, and its former device ends', async ({
    scene: { away, person },
  }) => {
    const { id } = await registerDevice(away);
    expect(await codeOf(registerDevice(away))).toBe('DEVICE_ALREADY_REGISTERED');
    await away.logout();
    await away.login(person.cpf, PASSWORD);
    const again = await registerDevice(away);
    expect((await devicesOf(away)).map((device) => device.id)).not.toContain(id);
    expect(again.current).toBe(true);
  });

  test('a customer has ten devices at most', async ({ scene: { away, signedIn } }) => {
    for (let count = 1; count < MAX_DEVICES; count += 1) await registerDevice(await signedIn());
    expect(await codeOf(registerDevice(away))).toBe('TOO_MANY_DEVICES');
  });

  test(
    'of 16 registrations of one browser at once one succeeds',
    race(),
    async ({ scene: { away, bank } }) => {
      const calls = Array.from({ length: 16 }, () => registerDevice(away));
      const codes = await settledCodes(calls);
      expect(codes.filter((code) => code === 'done')).toHaveLength(1);
      expect(new Set(codes)).toEqual(new Set(['done', 'DEVICE_ALREADY_REGISTERED']));
      expect(await actionsIn(bank)).toEqual(['register_device']);
    },
  );

  test('64 proofs of one session at once bind it once', race(), async ({ scene: { away, bank, person } }) => {
    const key = newDeviceKey();
    const { id } = await registerDevice(away, key);
    await away.logout();
    await away.login(person.cpf, PASSWORD);
    const codes = await settledCodes(Array.from({ length: CONCURRENT }, () => proveDevice(away, id, key)));
    expect(new Set(codes)).toEqual(new Set(['done']));
    expect(await actionsIn(bank)).toEqual(['register_device', 'prove_device']);
  });
});

test('a session changes its device sixty times an hour, and then stays signed in with the one it has', async ({
  scene: { bank, away, signedIn },
}) => {
  const { max } = ATTEMPT_LIMITS.deviceProof;
  const devices: [id: string, key: DeviceKey, mark: string][] = [];
  for (const browser of [await signedIn(), away]) {
    const key = newDeviceKey();
    const { id } = await registerDevice(browser, key);
    devices.push([id, key, browser.cookies.get('device') ?? '']);
  }
  const prove = ([id, key, mark]: (typeof devices)[number]) => {
    away.cookies.set('device', mark);
    return proveDevice(away, id, key);
  };
  const [other, own] = devices as [(typeof devices)[number], (typeof devices)[number]];
  for (let turn = 0; turn < max; turn += 1) await prove(turn % 2 === 0 ? other : own);
  await prove(own);
  expect(await codeOf(prove(other))).toBe('TOO_MANY_ATTEMPTS');
  expect((await away.me()).device?.id).toBe(own[0]);
  expect((await actionsIn(bank)).filter((action) => action === 'prove_device')).toHaveLength(max);
});

describe('renaming and ending a device', () => {
  test('devices are renamed twenty times a day, which leaves its owner every try to register one', async ({
    scene: { bank, browser, away },
  }) => {
    const [first] = await devicesOf(browser);
    const rename = (name: string) => browser.ask((on) => on.devices.rename({ id: first?.id ?? '', name }));
    for (let turn = 0; turn < ATTEMPT_LIMITS.deviceRename.max; turn += 1) await rename(`Notebook ${turn}`);
    expect(await codeOf(rename('Outro'))).toBe('TOO_MANY_ATTEMPTS');
    expect((await devicesOf(browser))[0]?.name).toBe('Notebook 19');
    expect(await actionsIn(bank)).toHaveLength(20);
    await registerDevice(away);
    expect((await actionsIn(bank)).at(-1)).toBe('register_device');
  });

  test('its owner renames it; another customer does not', async ({ scene: { bank, browser, away } }) => {
    const { id } = await registerDevice(away);
    const rename = (by: Browser) => by.ask((caller) => caller.devices.rename({ id, name: ' Notebook ' }));
    expect(await rename(browser)).toMatchObject({ name: 'Notebook', current: false });
    const stranger = (await profileScene(bank)).browser;
    expect(await codeOf(rename(stranger))).toBe('NOT_FOUND');
    expect(await codeOf(stranger.ask((caller) => caller.devices.end({ id })))).toBe('NOT_FOUND');
    expect((await devicesOf(away))[0]?.name).toBe('Notebook');
  });

  test('ending another device ends its sessions, and its key proves nothing more', async ({
    scene: { bank, browser, away, person },
  }) => {
    const key = newDeviceKey();
    const { id } = await registerDevice(away, key);
    expect(await browser.ask((caller) => caller.devices.end({ id }))).toEqual({ success: true });
    expect(await codeOf(away.me())).toBe('UNAUTHENTICATED');
    await away.login(person.cpf, PASSWORD);
    expect(await codeOf(proveDevice(away, id, key))).toBe('NOT_FOUND');
    expect(await codeOf(browser.ask((caller) => caller.devices.end({ id })))).toBe('NOT_FOUND');
    expect(await actionsIn(bank)).toEqual(['register_device', 'end_device']);
  });

  test('ending this device keeps this session, without the device', async ({ scene: { browser } }) => {
    const [first] = await devicesOf(browser);
    await browser.ask((caller) => caller.devices.end({ id: first?.id ?? '' }));
    expect((await browser.me()).device).toBeNull();
    expect(await devicesOf(browser)).toEqual([]);
  });

  test('an ended first device is not bound again by its cookie', async ({ scene: { browser, person } }) => {
    const [first] = await devicesOf(browser);
    await browser.ask((caller) => caller.devices.end({ id: first?.id ?? '' }));
    await browser.login(person.cpf, PASSWORD);
    expect((await browser.me()).device).toBeNull();
  });
});

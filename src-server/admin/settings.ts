import os from 'node:os';
import { z } from 'zod';
import { databaseFacts } from '#db/facts';
import { limitsInWords } from '#domain/limits-in-words';
import { MAXIMUM_NAMES, type SettingName, SWITCH_NAMES } from '#domain/settings';
import { moneySchema } from '#server/account/shapes';
import { listBackups } from '#server/backup/manifest';
import { copiesByStanding } from '#server/backup/own-copies';
import type { SignedInContext } from '#server/kernel/context';
import type { Env } from '#server/kernel/env';
import { release } from '#server/kernel/release';
import { outboxState } from '#server/outbox/state';
import { readSetting } from '#server/settings/read';

const nullable = z.string().nullable();

/**
 * `mail.state`: 'local' (development), 'off' (production, no server), 'failing', 'working'. `lastCall`: of this
 * process.
 */
export const settingsSchema = z.object({
  values: z.object({
    requireAdminTwoFactor: z.boolean(),
    maxAdjustment: moneySchema,
    maxApproval: moneySchema,
    notifyNewClients: z.boolean(),
    notifyCreditProposals: z.boolean(),
    notifyLatePayments: z.boolean(),
  }),
  database: z.object({
    state: z.literal('connected'),
    engine: z.enum(['sqlite', 'postgres']),
    version: z.string(),
    sizeBytes: z.int(),
    answeredInMs: z.number(),
    lastBackupAt: z.iso.datetime().nullable(),
  }),
  mail: z.object({
    state: z.enum(['local', 'off', 'failing', 'working']),
    server: nullable,
    from: nullable,
    waiting: z.int(),
    failed: z.int(),
    lastSentAt: z.iso.datetime().nullable(),
    lastError: nullable,
  }),
  provider: z.object({
    kind: z.enum(['simulator', 'sandbox', 'production', 'other', 'none']),
    address: nullable,
    lastCall: z
      .object({ outcome: z.enum(['answered', 'refused', 'unreached', 'unknown']), durationMs: z.int() })
      .nullable(),
  }),
  system: z.object({
    version: z.string(),
    commit: nullable,
    environment: z.enum(['development', 'test', 'production']),
    platform: z.string(),
    origin: z.string(),
    listensOn: z.string(),
    uptimeSeconds: z.int(),
  }),
  limits: z.array(z.object({ label: z.string(), text: z.string() })),
});
export type Settings = z.output<typeof settingsSchema>;

export async function settings(ctx: SignedInContext): Promise<Settings> {
  const { env, provider } = ctx;
  const values = await settingValues(ctx);
  return {
    values,
    database: await databaseCard(ctx),
    mail: await mailCard(ctx),
    provider: {
      kind: providerKind(env),
      address: env.ASAAS_URL ? new URL(env.ASAAS_URL).host : null,
      lastCall: provider.lastCall(),
    },
    system: {
      ...(await release()),
      environment: env.NODE_ENV,
      platform: `${os.type()} ${os.arch()}, Node.js ${process.versions.node}`,
      origin: env.APP_ORIGIN,
      listensOn: `${env.HOST}:${env.PORT}`,
      uptimeSeconds: Math.floor(process.uptime()),
    },
    limits: limitsInWords({ ...values, isProduction: env.isProduction }),
  };
}

async function settingValues({ db, env }: SignedInContext): Promise<Settings['values']> {
  const names = [...SWITCH_NAMES, ...MAXIMUM_NAMES] as const;
  const pairs = await Promise.all(
    names.map(async (name) => [name, await readSetting<SettingName>(db, name, env)]),
  );
  return Object.fromEntries(pairs);
}

async function databaseCard({ db, env, clock, keys }: SignedInContext): Promise<Settings['database']> {
  const askedAtMs = performance.now();
  const facts = await databaseFacts(db);
  const answeredInMs = Math.round((performance.now() - askedAtMs) * 10) / 10;
  const { own } = copiesByStanding(await listBackups(env.DATA_DIR), keys, clock.real());
  return {
    state: 'connected',
    engine: db.engine,
    ...facts,
    answeredInMs,
    lastBackupAt: own[0]?.at ?? null,
  };
}

async function mailCard({ db, env }: SignedInContext): Promise<Settings['mail']> {
  const { lastSentAt, ...state } = await outboxState(db);
  return {
    state: mailState(env, state.lastError),
    server: env.SMTP_URL ? serverOf(env.SMTP_URL) : null,
    from: env.MAIL_FROM ?? null,
    ...state,
    lastSentAt: lastSentAt?.toISOString() ?? null,
  };
}

function mailState(env: Env, lastError: string | null): Settings['mail']['state'] {
  if (!env.SMTP_URL) return env.servesDev ? 'local' : 'off';
  return lastError === null ? 'working' : 'failing';
}

/** 'smtps://banco:senha@mail.example:465' → 'smtps://mail.example:465'. */
function serverOf(url: string): string {
  const { protocol, host } = new URL(url);
  return `${protocol}//${host}`;
}

function providerKind({ ASAAS_URL, isProduction }: Env): Settings['provider']['kind'] {
  if (!ASAAS_URL) return isProduction ? 'none' : 'simulator';
  const { hostname } = new URL(ASAAS_URL);
  if (!/(^|\.)asaas\.com$/.test(hostname)) return 'other';
  return hostname.includes('sandbox') ? 'sandbox' : 'production';
}

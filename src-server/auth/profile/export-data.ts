import type { SessionContext } from '#server/kernel/context';
import { encoded, type FileAnswer } from '#server/kernel/file-answer';
import { eachInTurn } from '#server/kernel/in-turn';
import { countAttempt } from '../attempts.ts';
import { countEntries } from '../count-entries.ts';
import { ownRow } from '../own-row.ts';
import { userAnswer } from '../user-answer.ts';
import { entryCountOf } from './personal-data.ts';
import { SECTIONS } from './personal-facts.ts';
import { tellCopy } from './tell-copy.ts';

/**
 * All data about the caller as streamed JSON, without secrets (LGPD, art. 18, II and V), who is told. At most six copies a
 * minute, or one if the history is long, and twenty a day of one session. Refuses TOO_MANY_ATTEMPTS.
 */
export async function exportData(ctx: SessionContext): Promise<FileAnswer> {
  await countAttempt(ctx, 'personalData', ctx.user.id);
  await countEntries(ctx, 'personalData', ctx.user.id, await entryCountOf(ctx.db, ctx.user.id));
  await tellCopy(ctx);
  return {
    bytes: encoded(jsonOf(ctx)),
    fileName: `meus-dados-${ctx.clock.today()}.json`,
    contentType: 'application/json; charset=utf-8',
  };
}

async function* jsonOf(ctx: SessionContext): AsyncGenerator<string> {
  const row = await ownRow(ctx.db, ctx.user.id);
  const user = { ...userAnswer(row), hasTwoFactor: row.totpSecret !== null };
  yield `{"exportedAt":${JSON.stringify(ctx.clock.now())},\n"user":${JSON.stringify(user)}`;
  for (const { name, pages } of [...SECTIONS, ...ctx.registry.personalData]) {
    let between = '';
    yield `,\n${JSON.stringify(name)}:[`;
    for await (const rows of eachInTurn(ctx, pages(ctx.db, ctx.user.id))) {
      if (rows.length === 0) continue;
      yield between + rows.map((one) => JSON.stringify(one)).join(',\n');
      between = ',\n';
    }
    yield ']';
  }
  yield '}\n';
}

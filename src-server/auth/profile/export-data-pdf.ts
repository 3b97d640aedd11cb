import { factsPdf } from '#server/document/facts-pdf';
import { onePdfAtATime } from '#server/document/one-pdf';
import type { SessionContext } from '#server/kernel/context';
import type { FileAnswer } from '#server/kernel/file-answer';
import { countAttempt } from '../attempts.ts';
import { ownRow } from '../own-row.ts';
import { personalFacts, SECTIONS } from './personal-facts.ts';
import { tellCopy } from './tell-copy.ts';

const INTRO =
  'Esta é uma cópia dos dados pessoais que o banco mantém sobre você (LGPD, art. 18). Das listas longas ela traz os itens mais recentes: o arquivo JSON, na página Meu Perfil, traz todos. Senhas, códigos e segredos não são mostrados porque o banco só guarda resumos deles.';

/** The caller's data as a PDF in Portuguese; shares the limits of `exportData`. Refuses TOO_MANY_ATTEMPTS, BUSY while another PDF is made. */
export async function exportDataPdf(ctx: SessionContext, signal?: AbortSignal): Promise<FileAnswer> {
  await countAttempt(ctx, 'personalData', ctx.user.id);
  return onePdfAtATime(ctx, signal, async (yieldTurn) => {
    await tellCopy(ctx);
    const user = await ownRow(ctx.db, ctx.user.id);
    const sections = [personalFacts(user)];
    for (const { onPaper } of SECTIONS) sections.push(await onPaper(ctx.db, user.id));
    const bytes = await factsPdf(sections, {
      title: 'Meus dados',
      brandName: ctx.env.BRAND_NAME,
      holder: user.fullName,
      intro: INTRO,
      at: ctx.clock.now(),
      yieldTurn,
    });
    return { bytes, fileName: `meus-dados-${ctx.clock.today()}.pdf`, contentType: 'application/pdf' };
  });
}

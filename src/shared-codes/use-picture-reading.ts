import { useEffect, useState } from 'react';
import type { Payable } from '#domain/payable';
import { openCodeReader } from './code-reader.ts';
import { faultIn } from './payable-words.ts';
import { MAX_MEGAPIXELS, picturesIn } from './picture.ts';

export type PictureReading =
  | { state: 'reading' }
  | { state: 'found'; payables: Payable[] }
  | { state: 'failed'; text: string };

const UNREADABLE =
  'Não foi possível abrir este arquivo, ou ele demora demais. Use uma foto ou captura de tela em PNG, JPEG ou WebP, ou um PDF sem senha, de até 25 MB.';
const TOO_MANY_PIXELS = `A imagem tem mais de ${MAX_MEGAPIXELS} megapixels e não foi aberta. Recorte o código, ou faça uma captura de tela dele.`;
const NO_CODE =
  'Nenhum código foi encontrado. Tente uma imagem mais nítida, em que o código apareça inteiro.';
const NO_READER = 'O leitor não carregou. Verifique a sua conexão e tente de novo.';

/** Reads a file in this browser; it is sent nowhere. `today`: 'YYYY-MM-DD', for due dates. */
export function usePictureReading(file: File, today: string): PictureReading {
  const [reading, setReading] = useState<PictureReading>({ state: 'reading' });
  useEffect(() => {
    const closing = new AbortController();
    setReading({ state: 'reading' });
    readFile(file, { today, signal: closing.signal }).then((read) => {
      if (!closing.signal.aborted) setReading(read);
    });
    return () => closing.abort();
  }, [file, today]);
  return reading;
}

type Asked = { today: string; signal: AbortSignal };

async function readFile(file: File, { today, signal }: Asked): Promise<PictureReading> {
  const reader = openCodeReader(today);
  let fault: string | null = null;
  let isSeen = false;
  try {
    for await (const picture of picturesIn(file, signal)) {
      if (picture === 'tooManyPixels') return { state: 'failed', text: TOO_MANY_PIXELS };
      isSeen = true;
      const found = await reader.read(picture);
      if (found.payables.length > 0) return { state: 'found', payables: found.payables };
      fault ??= faultIn(found);
    }
  } catch {
    return { state: 'failed', text: NO_READER };
  } finally {
    reader.close();
  }
  return { state: 'failed', text: fault ?? (isSeen ? NO_CODE : UNREADABLE) };
}

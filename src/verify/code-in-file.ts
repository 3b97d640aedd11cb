import { parseDocumentCode } from '#domain/document/code';

const GROUPS = '[2-9A-HJKMNP-Z]{4}(?:-[2-9A-HJKMNP-Z]{4}){4}';
/** The verification URL in the PDF, and the code in its file name. */
const IN_TEXT = new RegExp(`/verificar/(${GROUPS})`);
const IN_NAME = new RegExp(`(?<![a-z])${GROUPS}(?![a-z])`, 'i');

/** Read in the browser; the file is not uploaded. */
export async function codeInFile(file: File): Promise<string | null> {
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  const code = IN_TEXT.exec(text)?.[1] ?? IN_NAME.exec(file.name)?.[0];
  return code === undefined ? null : parseDocumentCode(code);
}

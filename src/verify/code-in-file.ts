import { parseDocumentCode } from '#domain/document/code';

const GROUPS = '[2-9A-HJKMNP-Z]{4}(?:-[2-9A-HJKMNP-Z]{4}){4}';
/** The address that the bank puts into its PDFs; and the name that it gives to them. */
const IN_TEXT = new RegExp(`/verificar/(${GROUPS})`);
const IN_NAME = new RegExp(`(?<![a-z])${GROUPS}(?![a-z])`, 'i');

/** The code of the document that a file says it is, read here: the file goes nowhere. Null when it says none. */
export async function codeInFile(file: File): Promise<string | null> {
  const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
  const code = IN_TEXT.exec(text)?.[1] ?? IN_NAME.exec(file.name)?.[0];
  return code === undefined ? null : parseDocumentCode(code);
}

import { cleanText } from '#domain/text';

/** The name and the masked document, which tells people of one name apart. */
export const counterpartyKey = ({ name, document }: { name: string; document: string }): string =>
  cleanText(`${name} ${document}`);

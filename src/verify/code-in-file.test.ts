import { expect, test } from 'vitest';
import { codeInFile } from './code-in-file.ts';

const CODE = '459U-3J5Q-KV7B-VR7H-JAAZ';
const OTHER = '259U-3J5Q-KV7B-VR7H-JAAZ';

test.each([
  [
    'in the link of a PDF with other bytes',
    `%PDF- /URI (https://banco.example/verificar/${CODE}) \u{e9}`,
    'x.pdf',
    CODE,
  ],
  [
    'in the link rather than in the file name',
    `%PDF- /URI (https://banco.example/verificar/${CODE})`,
    `comprovante-${OTHER.toLowerCase()}.pdf`,
    CODE,
  ],
  ['in the file name of a PDF without a link', '%PDF-', `comprovante-${OTHER.toLowerCase()} (1).pdf`, OTHER],
  [
    'nowhere when the link has an invalid code',
    '%PDF- /URI (https://banco.example/verificar/0000-1111-OOOO-IIII-LLLL)',
    'x.pdf',
    null,
  ],
  ['nowhere in an empty file without a name', '', '', null],
])('a document code is found %s', async (_case, text, name, code) => {
  expect(await codeInFile(new File([text], name))).toBe(code);
});

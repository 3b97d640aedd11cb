import { expect, test } from 'vitest';
import { codeInFile } from './code-in-file.ts';

const CODE = '459U-3J5Q-KV7B-VR7H-JAAZ';
const OTHER = '259U-3J5Q-KV7B-VR7H-JAAZ';

test.each([
  [`%PDF- /URI (https://banco.example/verificar/${CODE}) \u{e9}`, 'x.pdf', CODE],
  [`%PDF- /URI (https://banco.example/verificar/${CODE})`, `comprovante-${OTHER.toLowerCase()}.pdf`, CODE],
  ['%PDF-', `comprovante-${OTHER.toLowerCase()} (1).pdf`, OTHER],
  ['%PDF- /URI (https://banco.example/verificar/0000-1111-OOOO-IIII-LLLL)', 'x.pdf', null],
  ['', '', null],
])('%j named %j is about %s', async (text, name, code) => {
  expect(await codeInFile(new File([text], name))).toBe(code);
});

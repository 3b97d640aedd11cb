import { DrizzleQueryError } from 'drizzle-orm/errors';
import { describe, expect, test } from 'vitest';
import { openLog, scrub } from './log.ts';

const lineOf = (write: (log: ReturnType<typeof openLog>) => void): string => {
  const lines: string[] = [];
  write(openLog('info', (line) => lines.push(line)));
  return lines.join('');
};

describe('the log', () => {
  test('the log hides personal data, passwords and session tokens', () => {
    const line = lineOf((log) =>
      log.info(
        {
          password: 'vale-demo-2026',
          headers: { Cookie: 'session=abc123', Authorization: 'Bearer abc123' },
          note: 'CPF 529.982.247-25, 52998224725; CNPJ 12.ABC.345/01DE-35, 12ABC34501DE35 e 11222333000181',
          telephones: '(11) 98765-4321, 11 3456-7890, +5511987654321; conta 1234-5678',
          list: ['joana@exemplo.com.br'],
          err: new Error('wrong: joana@exemplo.com.br', { cause: new Error('Bearer xyz.123-A') }),
        },
        'for joana@exemplo.com.br',
      ),
    );
    for (const secret of [
      'vale-demo',
      'abc123',
      '529.982',
      '52998224725',
      '12.ABC',
      '12ABC',
      '11222333000181',
      'joana',
      'xyz.123',
      '4321',
      '7890',
    ])
      expect(line).not.toContain(secret);
    expect(line).toContain('conta 1234-5678');
    expect(JSON.parse(line)).toMatchObject({ level: 'info', password: '[hidden]', msg: 'for [e-mail]' });
  });

  test('the log cuts a long text in linear time', () => {
    // A regex that tried to match an address at each letter would take minutes here.
    const line = scrub(`/${'a'.repeat(300_000)}`);
    expect(line).toHaveLength(8_000 + '… [300001 characters]'.length);
  });

  test('the log hides an e-mail address wherever a long text is cut', () => {
    const address = 'joana.prado@exemplo.com.br';
    expect(scrub(`${'/'.repeat(7_990)}${address}`)).not.toContain('joana');
    // Redaction shortens the text, so the address may end before the cut.
    for (let length = 7_900; length < 8_600; length += 1) {
      const text = `${`${address} `.repeat(20)}${'/'.repeat(length - 540)}${address}`;
      expect(scrub(text), String(length)).not.toContain('joana');
    }
  });

  test('the log hides the values of a failed query', () => {
    const values = ['Joana Prado', '11987654321', '$argon2id$v=19$hash', 'duas\nlinhas'];
    const failed = new DrizzleQueryError(
      'insert into "users" values ($1)',
      values,
      new Error('no such column'),
    );
    const line = lineOf((log) =>
      log.error({ err: new Error('call failed', { cause: failed }) }, 'a request failed'),
    );
    for (const value of ['Joana', '11987654321', 'argon2id', 'linhas']) expect(line).not.toContain(value);
    expect(line).toContain('no such column');
    expect(line).toContain('log.test.ts');
  });

  test('the log keeps ids, durations and stacks', () => {
    const id = '019b0e7a-1234-7abc-8def-123456789012';
    const line = lineOf((log) =>
      log.child({ requestId: id }).error({ err: new Error('broke'), ms: 12 }, 'failed'),
    );
    expect(JSON.parse(line)).toMatchObject({ requestId: id, ms: 12, err: { message: 'broke' } });
    expect(line).toContain('log.test.ts');
  });

  test('the log accepts a value that contains itself', () => {
    const loop: Record<string, unknown> = {};
    loop.self = loop;
    expect(lineOf((log) => log.info({ loop }, 'loop'))).toContain('[deep]');
  });

  test('the log leaves ordinary numbers unchanged', () => {
    expect(scrub('pedido 12ABC34501DE36')).toBe('pedido 12ABC34501DE36');
    expect(scrub('1234567890123 ms, port 3000, R$ 1.234,56')).toBe(
      '1234567890123 ms, port 3000, R$ 1.234,56',
    );
  });
});
